using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Text;

namespace Events.Tests.Wcf;

/// <summary>Declares the contract as docs/dotnet.md does, each operation in a sync and an async form.</summary>
[ServiceContract(Namespace = "http://tempuri.org/"), XmlSerializerFormat]
public interface IEvents
{
    [OperationContract(Action = "http://tempuri.org/SelectEventsRanged", ReplyAction = "*")]
    string? SelectEventsRanged(long from, long to);

    [OperationContract(Action = "http://tempuri.org/SelectEventsRanged", ReplyAction = "*")]
    Task<string?> SelectEventsRangedAsync(long from, long to);

    [OperationContract(Action = "http://tempuri.org/SelectEvent", ReplyAction = "*")]
    string? SelectEvent(int intEventID, bool bolAsJSON);

    [OperationContract(Action = "http://tempuri.org/SelectEvent", ReplyAction = "*")]
    Task<string?> SelectEventAsync(int intEventID, bool bolAsJSON);

    [OperationContract(Action = "http://tempuri.org/SelectEvents", ReplyAction = "*")]
    string? SelectEvents(int month, int year);

    [OperationContract(Action = "http://tempuri.org/SelectEvents", ReplyAction = "*")]
    Task<string?> SelectEventsAsync(int month, int year);
}

/// <summary>Makes the bindings as docs/dotnet.md does, and clients with the handwritten contract.</summary>
public static class HandBindings
{
    public static IEvents Open(Binding binding, string address) =>
        new ChannelFactory<IEvents>(binding, new EndpointAddress(address)).CreateChannel();

    public static Binding Soap11() => new BasicHttpBinding { MaxReceivedMessageSize = int.MaxValue };

    /// <param name="addressing">Any other version than None adds headers that ASMX does not understand.</param>
    public static Binding Soap12(AddressingVersion? addressing = null) => new CustomBinding(
        new TextMessageEncodingBindingElement(
            MessageVersion.CreateVersion(EnvelopeVersion.Soap12, addressing ?? AddressingVersion.None), Encoding.UTF8),
        new HttpTransportBindingElement { MaxReceivedMessageSize = int.MaxValue });
}
