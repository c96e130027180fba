using System.ServiceModel;
using System.ServiceModel.Channels;
using Events.Client;

namespace Events.Tests.Wcf;

/// <summary>Gives the handwritten contract and the generated proxy a common interface.</summary>
public sealed class WcfClient : IEvents, IDisposable
{
    readonly IEvents events;
    readonly ICommunicationObject owner;

    WcfClient(IEvents events, ICommunicationObject owner) => (this.events, this.owner) = (events, owner);

    public static WcfClient Of(Binding binding, string address)
    {
        var factory = new ChannelFactory<IEvents>(binding, new EndpointAddress(address));
        return new WcfClient(factory.CreateChannel(), factory);
    }

    public static WcfClient Of(EventsSoapClient proxy) => new(new Proxy(proxy), proxy);

    public string? SelectEventsRanged(long from, long to) => events.SelectEventsRanged(from, to);
    public Task<string?> SelectEventsRangedAsync(long from, long to) => events.SelectEventsRangedAsync(from, to);
    public string? SelectEvent(int intEventID, bool bolAsJSON) => events.SelectEvent(intEventID, bolAsJSON);
    public Task<string?> SelectEventAsync(int intEventID, bool bolAsJSON) => events.SelectEventAsync(intEventID, bolAsJSON);
    public string? SelectEvents(int month, int year) => events.SelectEvents(month, year);
    public Task<string?> SelectEventsAsync(int month, int year) => events.SelectEventsAsync(month, year);

    public void Dispose() => owner.Abort();

    sealed class Proxy(EventsSoapClient proxy) : IEvents
    {
        public string? SelectEventsRanged(long from, long to) => proxy.SelectEventsRanged(from, to);
        public async Task<string?> SelectEventsRangedAsync(long from, long to) => await proxy.SelectEventsRangedAsync(from, to);
        public string? SelectEvent(int intEventID, bool bolAsJSON) => proxy.SelectEvent(intEventID, bolAsJSON);
        public async Task<string?> SelectEventAsync(int intEventID, bool bolAsJSON) => await proxy.SelectEventAsync(intEventID, bolAsJSON);
        public string? SelectEvents(int month, int year) => proxy.SelectEvents(month, year);
        public async Task<string?> SelectEventsAsync(int month, int year) => await proxy.SelectEventsAsync(month, year);
    }
}
