using System.Net;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using EventsQuery.Testing;
using Xunit;

namespace Events.Tests;

/// <summary>
/// Calls every method of the control. What was sent is compared with the service's own JSON, because a member that is
/// not written would be missing on both sides of the control's types.
/// </summary>
public sealed class ControlTests(EventsFixture fixture) : IClassFixture<EventsFixture>, IAsyncLifetime
{
    SpaceControl space = null!;

    EventsQueryControl Control => fixture.Service.Control;
    HttpClient Http => fixture.Service.Http;

    public async Task InitializeAsync() => space = await Control.CreateSpaceAsync(new NewSpace { Ttl = 600 });

    public async Task DisposeAsync() => await space.DisposeAsync();

    [Fact]
    public async Task A_space_has_the_parts_that_were_asked_for_until_it_is_ended()
    {
        await space.ReplaceEventsAsync([new TestEvent { Title = "Board meeting", Start = "2026-03-01" }]);
        var settings = new Dictionary<string, string> { ["LIST_FORMAT"] = "xml" };
        await using var made = await Control.CreateSpaceAsync(new NewSpace { Name = "control-tests", From = space.Name, Settings = settings });
        Assert.Equal(("control-tests", null), (made.Name, made.Expires));
        Assert.Contains("&lt;title&gt;Board meeting", await Http.GetStringAsync($"{made.Url}/SelectEvents?month=3&year=2026"), StringComparison.Ordinal);
        Assert.Contains("definitions", await Http.GetStringAsync(made.Wsdl), StringComparison.Ordinal);
        var found = await Control.SpaceAsync(space.Name);
        Assert.Equal((space.Url, space.Wsdl), (found.Url, found.Wsdl));
        Assert.InRange(found.Expires!.Value, DateTimeOffset.UtcNow.AddSeconds(1), DateTimeOffset.UtcNow.AddSeconds(600));
        var names = (await Control.SpacesAsync()).Select(one => one.Name).ToArray();
        Assert.Equal("default", names[0]);
        Assert.Contains(made.Name, names);
        await Control.EndSpaceAsync(made.Name);
        var gone = await Assert.ThrowsAsync<EventsControlException>(() => Control.SpaceAsync(made.Name));
        Assert.Equal(HttpStatusCode.Gone, gone.Status);
    }

    [Fact]
    public async Task A_client_of_your_own_sends_the_requests_of_its_spaces()
    {
        using var counter = new Counter();
        using var http = new HttpClient(counter);
        var control = new EventsQueryControl(Control.Address, http: http);
        await using var made = await control.CreateSpaceAsync();
        await made.EventsAsync();
        var found = await control.SpaceAsync(made.Name);
        await found.EventsAsync();
        Assert.Equal(4, counter.Sent);
    }

    sealed class Counter() : DelegatingHandler(new HttpClientHandler())
    {
        public int Sent { get; private set; }

        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancel)
        {
            Sent++;
            return base.SendAsync(request, cancel);
        }
    }

    [Fact]
    public async Task An_event_is_sent_and_read_with_every_field()
    {
        const string json =
            """{"id":7,"uid":"u-7","title":"Board","description":"D","location":"L","url":"https://example.org/","category":"C","start":"2026-03-01","end":"2026-03-03","allDay":true,"room":4}""";
        var board = JsonSerializer.Deserialize<TestEvent>(json, JsonSerializerOptions.Web)!;
        Assert.Equal(new ImportCounts(1, 1, 0, 0, 0), await space.ReplaceEventsAsync([board]));
        await IsAsync($"[{json}]", "events");
        Assert.Equal(new ImportCounts(2, 1, 1, 0, 0), await space.AddEventsAsync([board with { Title = "Changed" }, board with { Id = 8, Uid = "u-8" }]));
        Assert.Equal([(7, "Changed"), (8, "Board")], (await space.EventsAsync()).Select(one => (one.Id!.Value, one.Title)));
        await space.ClearEventsAsync();
        Assert.Empty(await space.EventsAsync());
    }

    [Fact]
    public async Task A_file_is_read_with_every_option()
    {
        var options = new EventsOptions
        {
            Map = new() { ["title"] = "name" },
            Zone = "Asia/Tokyo",
            EndDates = "inclusive",
            At = new DateTimeOffset(2026, 3, 1, 12, 0, 0, TimeSpan.FromHours(1)),
        };
        await space.ReplaceEventsAsync("name,start\nA,now\n", "text/csv", options);
        await space.AddEventsAsync("name,start,end\nB,2026-03-02T09:00,\nC,2026-03-03,2026-03-04\n", "text/csv", options);
        Assert.Equal(
            [("A", "2026-03-01T11:00:00Z"), ("B", "2026-03-02T00:00:00Z"), ("C", "2026-03-05")],
            (await space.EventsAsync()).Select(one => (one.Title, one.AllDay == true ? one.End! : one.Start)));
    }

    [Fact]
    public async Task A_rule_is_sent_with_every_member()
    {
        const string when =
            """{"operation":["SelectEvent","SelectEvents"],"binding":["soap11"],"arguments":{"month":{"from":"1","to":"9"},"year":{"in":[2026,2027]}},"headers":{"a":"b","x":{"absent":true},"y":{"matches":"z"}}}""";
        var where = new When
        {
            Operation = [Operations.SelectEvent, Operations.SelectEvents],
            Binding = [Bindings.Soap11],
            Arguments = new() { ["month"] = Arg.Range(1, 9), ["year"] = Arg.In(2026, 2027) },
            Headers = new() { ["a"] = "b", ["x"] = Header.Absent, ["y"] = Header.Matches("z") },
        };
        (Then Then, string Json)[] answers =
        [
            (new() { Delay = new(1, 2), Fault = new("Server", "text", "actor", "<a/>") }, """{"delay":{"ms":1,"spread":2},"fault":{"code":"Server","text":"text","actor":"actor","detail":"<a/>"}}"""),
            (new() { Delay = new() { Percentiles = new() { ["50"] = 5 } }, Result = "x" }, """{"delay":{"percentiles":{"50":5}},"result":"x"}"""),
            (new() { Result = Then.Null }, """{"result":null}"""),
            (new() { Status = 503, Headers = new() { ["a"] = "b" }, Body = "c" }, """{"status":503,"headers":{"a":"b"},"body":"c"}"""),
            (new() { Unavailable = true }, """{"unavailable":true}"""),
            (new() { Cut = 3 }, """{"cut":3}"""),
            (new() { Reset = "after-headers" }, """{"reset":"after-headers"}"""),
            (new() { Malformed = "truncated" }, """{"malformed":"truncated"}"""),
            (new() { Trickle = 9 }, """{"trickle":9}"""),
        ];
        foreach (var (then, json) in answers)
        {
            var rule = new NewRule { When = where, After = 1, Times = 2, InState = "started", ThenState = "next", Then = then };
            var id = (await space.AddRuleAsync(rule)).Id;
            await IsAsync($$"""[{"id":"{{id}}","used":0,"when":{{when}},"after":1,"times":2,"inState":"started","thenState":"next","then":{{json}}}]""", "rules");
            await space.ClearRulesAsync();
        }
    }

    [Fact]
    public async Task Rules_are_counted_replaced_and_deleted()
    {
        var first = await space.AddRuleAsync(new NewRule { Then = new() { Result = "one" } });
        var second = await space.AddRuleAsync(new NewRule { When = new() { Refused = true }, Then = new() { Status = 418 } });
        await CallAsync(1);
        Assert.Equal(first.Id, (await space.RequestsAsync())[0].Rule);
        Assert.Equal([(first.Id, 1), (second.Id, 0)], (await space.RulesAsync()).Select(rule => (rule.Id, rule.Used)));
        await space.ReplaceRuleAsync(first.Id, new NewRule { Then = new() { Result = "two" } });
        Assert.Contains("two", await CallAsync(1), StringComparison.Ordinal);
        await space.DeleteRuleAsync(first.Id);
        Assert.Equal([second.Id], (await space.RulesAsync()).Select(rule => rule.Id));
        using var refused = await Http.GetAsync($"{space.Url}/Nothing");
        Assert.Equal(418, (int)refused.StatusCode);
    }

    [Fact]
    public async Task The_journal_is_selected_by_each_part_of_a_filter()
    {
        await CallAsync(1);
        await CallAsync(2);
        await Http.GetAsync($"{space.Url}/SelectEvents?month=13&year=2026");
        var all = await space.RequestsAsync();
        Assert.Equal([200, 200, 500], all.Select(entry => entry.Status!.Value));
        Assert.Equal("1", all[0].Arguments!["intEventID"].ToString());
        var strict = new JsonSerializerOptions(JsonSerializerDefaults.Web) { UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow };
        Assert.Equal(3, JsonSerializer.Deserialize<JournalEntry[]>(await JsonOfAsync("requests"), strict)!.Length);
        (RequestFilter Filter, int[] Found)[] cases =
        [
            (new() { Operation = Operations.SelectEvents }, [2]),
            (new() { Binding = Bindings.Soap12 }, []),
            (new() { Outcome = "fault" }, [2]),
            (new() { Since = all[0].Id }, [1, 2]),
            (new() { Arguments = new() { ["intEventID"] = 2, ["bolAsJSON"] = true } }, [1]),
            (new() { Limit = 1 }, [2]),
        ];
        foreach (var (filter, found) in cases)
            Assert.Equal(found.Select(at => all[at].Id), (await space.RequestsAsync(filter)).Select(entry => entry.Id));
        Assert.Equal(2, (await space.WaitForRequestsAsync(new() { Operation = Operations.SelectEvent }, 2)).Length);
        var late = await Assert.ThrowsAsync<EventsControlException>(() => space.WaitForRequestsAsync(new(), 4, TimeSpan.FromMilliseconds(10)));
        Assert.Equal(HttpStatusCode.RequestTimeout, late.Status);
        await space.ClearRequestsAsync();
        Assert.Empty(await space.RequestsAsync());
    }

    [Fact]
    public async Task Requests_are_counted_within_bounds_and_by_every_condition()
    {
        await CallAsync(1);
        await CallAsync(2);
        var one = new When { Operation = [Operations.SelectEvent], Binding = [Bindings.HttpGet], Arguments = new() { ["intEventID"] = Arg.In(2, 3) } };
        await space.VerifyAsync(one);
        await space.VerifyAsync(one, 1);
        await space.VerifyAsync(new(), atLeast: 2, atMost: 2);
        await space.VerifyAsync(one with { Headers = new() { ["Host"] = Header.Absent } }, 0);
        await space.VerifyAsync(new() { Refused = true }, atMost: 0);
        foreach (var wrong in (Func<Task>[])[() => space.VerifyAsync(one, atLeast: 2), () => space.VerifyAsync(new(), atMost: 1), () => space.VerifyAsync(one with { Binding = [Bindings.Soap11] })])
            Assert.Equal(HttpStatusCode.ExpectationFailed, (await Assert.ThrowsAsync<EventsControlException>(wrong)).Status);
        var tooMany = await Assert.ThrowsAsync<EventsControlException>(() => space.VerifyAsync(new(), 0));
        Assert.EndsWith("but it came 2 times.\n  2 SelectEvent\n  1 SelectEvent", tooMany.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_request_is_streamed_when_it_comes()
    {
        await using var stream = space.StreamRequestsAsync().GetAsyncEnumerator();
        var next = stream.MoveNextAsync().AsTask();
        // The stream begins at some time after it was asked for, and an earlier call is not part of it.
        while (!next.IsCompleted) await CallAsync(5);
        Assert.True(await next);
        Assert.Equal("5", stream.Current.Arguments!["intEventID"].ToString());
    }

    Task<string> CallAsync(int id) => Http.GetStringAsync($"{space.Url}/SelectEvent?intEventID={id}&bolAsJSON=true");

    Task<string> JsonOfAsync(string path) => Http.GetStringAsync(new Uri(Control.Address, $"/test/spaces/{space.Name}/{path}"));

    /// <summary>Compares what the service says at a path of the space, whatever the order of the members.</summary>
    async Task IsAsync(string expected, string path)
    {
        var said = await JsonOfAsync(path);
        Assert.True(JsonNode.DeepEquals(JsonNode.Parse(expected), JsonNode.Parse(said)), said);
    }
}
