using System.ServiceModel;
using System.Text.Json;
using Events.Client;
using Events.Tests.Wcf;
using EventsQuery.Testing;
using Xunit;

namespace Events.Tests;

/// <summary>Calls through WCF, with a handwritten contract and with a proxy, over SOAP 1.1 and 1.2.</summary>
public sealed class WcfTests(EventsFixture fixture) : IClassFixture<EventsFixture>, IAsyncLifetime
{
    static readonly TestEvent Board = new() { Id = 7, Title = "Board meeting", Start = "2026-03-01T09:00:00Z", End = "2026-03-01T10:30:00Z" };

    SpaceControl space = null!;

    public async Task InitializeAsync()
    {
        space = await fixture.Service.Control.CreateSpaceAsync(new NewSpace { Ttl = 600 });
        await space.ReplaceEventsAsync([Board]);
    }

    public async Task DisposeAsync() => await space.DisposeAsync();

    public static TheoryData<string, string> Clients => new()
    {
        { "by hand", "SOAP 1.1" }, { "by hand", "SOAP 1.2" }, { "proxy", "SOAP 1.1" }, { "proxy", "SOAP 1.2" },
    };

    [Theory, MemberData(nameof(Clients))]
    public async Task Every_operation_is_answered_sync_and_async(string made, string version)
    {
        var client = Open(made, version);
        var day = new DateTimeOffset(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);
        var (from, to) = (day.ToUnixTimeMilliseconds(), day.AddDays(1).ToUnixTimeMilliseconds());
        string?[] answers =
        [
            client.SelectEventsRanged(from, to), await client.SelectEventsRangedAsync(from, to),
            client.SelectEvents(3, 2026), await client.SelectEventsAsync(3, 2026),
        ];
        Assert.All(answers, answer => Assert.Equal(["Board meeting"], Titles(answer)));
        string?[] events = [client.SelectEvent(7, true), await client.SelectEventAsync(7, true)];
        Assert.All(events, one => Assert.StartsWith("{\"id\":7,\"title\":\"Board meeting\"", one, StringComparison.Ordinal));
        Assert.Equal("null", client.SelectEvent(8, true));
        Assert.Equal("[]", await client.SelectEventsRangedAsync(long.MinValue, long.MinValue + 1));
        await space.VerifyAsync(new When { Binding = [version == "SOAP 1.1" ? Bindings.Soap11 : Bindings.Soap12] }, 8);
    }

    [Theory, MemberData(nameof(Clients))]
    public async Task A_fault_is_a_FaultException_with_its_code_reason_and_detail(string made, string version)
    {
        var client = Open(made, version);
        var wrong = Assert.Throws<FaultException>(() => client.SelectEvents(13, 2026));
        Assert.Equal((version == "SOAP 1.1" ? "Client" : "Sender", "month must be from 1 to 12."), (wrong.Code.Name, wrong.Message));
        await space.AddRuleAsync(new NewRule { Then = new() { Fault = new("Server", "closed", Detail: "<why xmlns='urn:x'>today</why>") } });
        var fault = await Assert.ThrowsAsync<FaultException>(() => client.SelectEventAsync(7, true));
        Assert.Equal((version == "SOAP 1.1" ? "Server" : "Receiver", "closed"), (fault.Code.Name, fault.Message));
        Assert.Equal("today", fault.CreateMessageFault().GetReaderAtDetailContents().ReadElementContentAsString());
    }

    [Theory, MemberData(nameof(Clients))]
    public async Task An_answer_of_10_MB_comes_whole(string made, string version)
    {
        await space.ReplaceEventsAsync(Enumerable.Range(1, 2600).Select(id => Board with { Id = id, Title = new string('x', 4000) }));
        var client = Open(made, version);
        Assert.True(client.SelectEvents(3, 2026)!.Length > 10_000_000);
        Assert.Equal(2600, Titles(await client.SelectEventsAsync(3, 2026)).Length);
    }

    [Theory, MemberData(nameof(Clients))]
    public async Task A_client_that_was_cut_off_or_reset_can_call_again(string made, string version)
    {
        await space.AddRuleAsync(new NewRule { Times = 1, Then = new() { Cut = 100 } });
        await space.AddRuleAsync(new NewRule { Times = 1, Then = new() { Reset = "before" } });
        var client = Open(made, version);
        await Assert.ThrowsAnyAsync<IOException>(() => client.SelectEventAsync(7, true));
        Assert.ThrowsAny<CommunicationException>(() => client.SelectEvent(7, true));
        Assert.Contains("Board meeting", await client.SelectEventAsync(7, true), StringComparison.Ordinal);
    }

    IEvents Open(string made, string version)
    {
        var address = space.Url.ToString();
        if (made == "proxy")
        {
            return new EventsSoapClient(
                version == "SOAP 1.1" ? EventsSoapClient.EndpointConfiguration.EventsSoap : EventsSoapClient.EndpointConfiguration.EventsSoap12,
                address);
        }
        return HandBindings.Open(version == "SOAP 1.1" ? HandBindings.Soap11() : HandBindings.Soap12(), address);
    }

    static string[] Titles(string? json) =>
        [.. JsonDocument.Parse(json!).RootElement.EnumerateArray().Select(one => one.GetProperty("title").GetString()!)];
}
