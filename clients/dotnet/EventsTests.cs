using System.Text.Json;
using System.Xml.Linq;
using Events.Tests.Clients;
using EventsQuery.Testing;
using Xunit;

namespace Events.Tests;

/// <summary>
/// Tests that all bindings answer alike. Each binding has a class below, so that they run in parallel. Each test has
/// its own space with events.
/// </summary>
public abstract class EventsTests(EventsFixture fixture) : IClassFixture<EventsFixture>, IAsyncLifetime
{
    static readonly TestEvent Board = new()
    {
        Id = 7,
        Title = "Board meeting",
        Location = "Room 4",
        Start = "2026-03-01T09:00:00Z",
        End = "2026-03-01T10:30:00Z",
    };

    const string BoardAsJson =
        """{"id":7,"title":"Board meeting","description":"","location":"Room 4","url":"","category":"","start":"2026-03-01T09:00:00Z","end":"2026-03-01T10:30:00Z","allDay":false}""";

    const string Holidays =
        """
        id,title,start,end,category
        100,New Year,2027-01-01,2027-01-02,holiday
        101,Labour Day,2027-05-01,2027-05-02,holiday

        """;

    protected HttpClient Http => fixture.Service.Http;
    protected Uri Endpoint => Space.Url;

    /// <summary>This is the test's own space.</summary>
    protected SpaceControl Space { get; private set; } = null!;

    public async Task InitializeAsync() =>
        Space = await fixture.Service.Control.CreateSpaceAsync(new NewSpace { Ttl = 600 });

    public async Task DisposeAsync() => await Space.DisposeAsync();

    protected abstract IEventsClient Client { get; }

    /// <summary>This is the port's name in the WSDL.</summary>
    protected abstract string Port { get; }

    /// <summary>The fault has this code or status if the request was wrong.</summary>
    protected abstract string CallerFaultCode { get; }

    /// <summary>The fault has this code or status if the service failed.</summary>
    protected abstract string ServiceFaultCode { get; }

    [Fact]
    public async Task The_WSDL_names_the_address_of_the_port()
    {
        var wsdl = XDocument.Parse(await Http.GetStringAsync($"{Endpoint}?WSDL"));
        var port = wsdl.Descendants().Single(e => e.Name.LocalName == "port" && e.Attribute("name")!.Value == Port);
        Assert.Equal(Endpoint.ToString(), port.Elements().Single().Attribute("location")!.Value);
    }

    [Fact]
    public async Task An_event_is_read_as_JSON()
    {
        await Space.ReplaceEventsAsync([Board]);
        Assert.Equal(BoardAsJson, await Client.SelectEventAsync(7, true));
    }

    [Fact]
    public async Task An_event_is_read_as_XML()
    {
        await Space.ReplaceEventsAsync([Board]);
        var found = XElement.Parse((await Client.SelectEventAsync(7, false))!).Element("event")!;
        Assert.Equal("Board meeting", found.Element("title")!.Value);
    }

    [Fact]
    public async Task The_events_of_a_month_are_listed()
    {
        await Space.ReplaceEventsAsync(Holidays, "text/csv");
        var result = await Client.SelectEventsAsync(1, 2027);
        Assert.Equal([100], Ids(result));
    }

    [Fact]
    public async Task The_events_of_a_range_are_listed()
    {
        await Space.ReplaceEventsAsync(Holidays, "text/csv");
        var from = new DateTimeOffset(2027, 1, 1, 0, 0, 0, TimeSpan.Zero);
        var result = await Client.SelectEventsRangedAsync(
            from.ToUnixTimeMilliseconds(), from.AddYears(1).ToUnixTimeMilliseconds());
        Assert.Equal([100, 101], Ids(result));
    }

    [Fact]
    public async Task The_largest_range_holds_every_event()
    {
        await Space.ReplaceEventsAsync(Holidays, "text/csv");
        await Space.AddEventsAsync([Board, Board with { Id = int.MaxValue }]);
        var result = await Client.SelectEventsRangedAsync(long.MinValue, long.MaxValue);
        Assert.Equal([7, int.MaxValue, 100, 101], Ids(result));
    }

    [Theory]
    [InlineData(9007199254740993, 9007199254740992)]
    [InlineData(long.MaxValue, long.MaxValue - 1)]
    [InlineData(long.MinValue + 1, long.MinValue)]
    public async Task A_range_that_is_backwards_by_one_is_refused(long from, long to)
    {
        var fault = await Assert.ThrowsAsync<EventsFaultException>(() => Client.SelectEventsRangedAsync(from, to));
        Assert.Equal((CallerFaultCode, "from must not be after to."), (fault.Code, fault.Message));
    }

    [Theory]
    [InlineData(13)]
    [InlineData(0)]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue)]
    public async Task A_month_that_is_none_is_refused(int month)
    {
        var fault = await Assert.ThrowsAsync<EventsFaultException>(() => Client.SelectEventsAsync(month, 2026));
        Assert.Equal((CallerFaultCode, "month must be from 1 to 12."), (fault.Code, fault.Message));
    }

    [Theory]
    [InlineData(int.MinValue)]
    [InlineData(0)]
    public async Task An_event_that_is_not_there_is_null_and_an_empty_list(int id)
    {
        Assert.Equal("null", await Client.SelectEventAsync(id, true));
        Assert.Equal("<events></events>", await Client.SelectEventAsync(id, false));
    }

    [Fact]
    public async Task Markup_and_any_character_survive()
    {
        const string text = "a\ttab\nand a second line";
        const string title = "<b a=\"1\">&amp; 'x'</b> é ☃ 😀 ]]>";
        await Space.ReplaceEventsAsync([Board with { Id = int.MaxValue, Title = title, Description = text }]);
        var json = JsonDocument.Parse((await Client.SelectEventAsync(int.MaxValue, true))!).RootElement;
        Assert.Equal(title, json.GetProperty("title").GetString());
        var xml = XElement.Parse((await Client.SelectEventAsync(int.MaxValue, false))!).Element("event")!;
        Assert.Equal(title, xml.Element("title")!.Value);
        Assert.Equal(text, xml.Element("description")!.Value);
    }

    [Fact]
    public async Task Many_calls_at_once_get_each_its_own_answer()
    {
        await Space.ReplaceEventsAsync(Holidays, "text/csv");
        var ids = Enumerable.Range(0, 50).Select(i => i % 2 == 0 ? 100 : 101);
        var answers = await Task.WhenAll(ids.Select(async id => (id, await Client.SelectEventAsync(id, true))));
        Assert.All(answers, answer => Assert.StartsWith($"{{\"id\":{answer.id},", answer.Item2));
    }

    [Fact]
    public async Task A_rule_faults_the_calls_that_it_names_and_the_journal_tells_them()
    {
        await Space.ReplaceEventsAsync([Board]);
        var where = new When { Operation = [Operations.SelectEvent], Arguments = new() { ["intEventID"] = Arg.Range(1, 9) } };
        await Space.AddRuleAsync(new NewRule { When = where, Times = 1, Then = new() { Fault = new("Server", "on demand") } });
        var fault = await Assert.ThrowsAsync<EventsFaultException>(() => Client.SelectEventAsync(7, true));
        Assert.Equal((ServiceFaultCode, "on demand"), (fault.Code, fault.Message));
        Assert.Equal(BoardAsJson, await Client.SelectEventAsync(7, true));

        await Space.VerifyAsync(where, 2);
        var outcomes = (await Space.RequestsAsync()).Select(request => request.Outcome);
        Assert.Equal(["fault", "ok"], outcomes);
        var failed = await Assert.ThrowsAsync<EventsControlException>(() => Space.VerifyAsync(where, 3));
        Assert.Contains("exactly 3 times, but it came 2 times", failed.Message, StringComparison.Ordinal);
    }

    static int[] Ids(string? json) =>
        [.. JsonDocument.Parse(json!).RootElement.EnumerateArray().Select(e => e.GetProperty("id").GetInt32())];
}

public sealed class Soap11Tests(EventsFixture fixture) : EventsTests(fixture)
{
    protected override IEventsClient Client => new Soap11Client(Http, Endpoint);
    protected override string Port => "EventsSoap";
    protected override string CallerFaultCode => "Client";
    protected override string ServiceFaultCode => "Server";
}

public sealed class Soap12Tests(EventsFixture fixture) : EventsTests(fixture)
{
    protected override IEventsClient Client => new Soap12Client(Http, Endpoint);
    protected override string Port => "EventsSoap12";
    protected override string CallerFaultCode => "Sender";
    protected override string ServiceFaultCode => "Receiver";
}

public sealed class HttpGetTests(EventsFixture fixture) : EventsTests(fixture)
{
    protected override IEventsClient Client => new HttpGetClient(Http, Endpoint);
    protected override string Port => "EventsHttpGet";
    protected override string CallerFaultCode => "500";
    protected override string ServiceFaultCode => "500";
}

public sealed class HttpPostTests(EventsFixture fixture) : EventsTests(fixture)
{
    protected override IEventsClient Client => new HttpPostClient(Http, Endpoint);
    protected override string Port => "EventsHttpPost";
    protected override string CallerFaultCode => "500";
    protected override string ServiceFaultCode => "500";
}
