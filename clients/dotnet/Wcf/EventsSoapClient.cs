// This proxy has the shape of what this command generates. It was written by hand, because the tool was not available.
//
//   dotnet-svcutil http://localhost:8080/WebServices/Events.asmx?wsdl -n "*,Events.Client" --sync -o EventsSoapClient.cs
//
// The command overwrites this file. The tests need no change.
#nullable disable

using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Text;

namespace Events.Client;

[ServiceContract(Namespace = "http://tempuri.org/", ConfigurationName = "Events.Client.EventsSoap")]
public interface EventsSoap
{
    [OperationContract(Action = "http://tempuri.org/SelectEventsRanged", ReplyAction = "*")]
    [XmlSerializerFormat(SupportFaults = true)]
    string SelectEventsRanged(long from, long to);

    [OperationContract(Action = "http://tempuri.org/SelectEventsRanged", ReplyAction = "*")]
    Task<string> SelectEventsRangedAsync(long from, long to);

    [OperationContract(Action = "http://tempuri.org/SelectEvent", ReplyAction = "*")]
    [XmlSerializerFormat(SupportFaults = true)]
    string SelectEvent(int intEventID, bool bolAsJSON);

    [OperationContract(Action = "http://tempuri.org/SelectEvent", ReplyAction = "*")]
    Task<string> SelectEventAsync(int intEventID, bool bolAsJSON);

    [OperationContract(Action = "http://tempuri.org/SelectEvents", ReplyAction = "*")]
    [XmlSerializerFormat(SupportFaults = true)]
    string SelectEvents(int month, int year);

    [OperationContract(Action = "http://tempuri.org/SelectEvents", ReplyAction = "*")]
    Task<string> SelectEventsAsync(int month, int year);
}

public partial class EventsSoapClient : ClientBase<EventsSoap>, EventsSoap
{
    public EventsSoapClient(EndpointConfiguration endpointConfiguration, string remoteAddress)
        : base(GetBindingForEndpoint(endpointConfiguration), new EndpointAddress(remoteAddress)) =>
        Endpoint.Name = endpointConfiguration.ToString();

    public string SelectEventsRanged(long from, long to) => Channel.SelectEventsRanged(from, to);

    public Task<string> SelectEventsRangedAsync(long from, long to) => Channel.SelectEventsRangedAsync(from, to);

    public string SelectEvent(int intEventID, bool bolAsJSON) => Channel.SelectEvent(intEventID, bolAsJSON);

    public Task<string> SelectEventAsync(int intEventID, bool bolAsJSON) => Channel.SelectEventAsync(intEventID, bolAsJSON);

    public string SelectEvents(int month, int year) => Channel.SelectEvents(month, year);

    public Task<string> SelectEventsAsync(int month, int year) => Channel.SelectEventsAsync(month, year);

    static Binding GetBindingForEndpoint(EndpointConfiguration endpointConfiguration)
    {
        if (endpointConfiguration == EndpointConfiguration.EventsSoap)
        {
            return new BasicHttpBinding
            {
                MaxBufferSize = int.MaxValue,
                ReaderQuotas = System.Xml.XmlDictionaryReaderQuotas.Max,
                MaxReceivedMessageSize = int.MaxValue,
                AllowCookies = true,
            };
        }
        var result = new CustomBinding();
        result.Elements.Add(new TextMessageEncodingBindingElement
        {
            MessageVersion = MessageVersion.CreateVersion(EnvelopeVersion.Soap12, AddressingVersion.None),
        });
        result.Elements.Add(new HttpTransportBindingElement
        {
            AllowCookies = true,
            MaxBufferSize = int.MaxValue,
            MaxReceivedMessageSize = int.MaxValue,
        });
        return result;
    }

    public enum EndpointConfiguration
    {
        EventsSoap,
        EventsSoap12,
    }
}
