// These are the examples in C#. EVENTS_CONTROL is the address of the admin port: dotnet run --project examples/testing
using System.Net;
using System.Text;
using System.Text.Json;
using System.Xml.Linq;
using EventsQuery.Testing;

var control = new EventsQueryControl(new Uri(Environment.GetEnvironmentVariable("EVENTS_CONTROL") ?? "http://127.0.0.1:8081"));
using var http = new HttpClient();
(string Name, Func<Task> Run)[] examples =
[
    ("A client's timeout ends a call with a slow answer", SlowAnswer),
    ("A SOAP 1.2 client reads a fault", Soap12Fault),
    ("A client tries again after its connection was reset", RetryAfterReset),
    ("In another zone a month begins at another time", MonthEndInAnotherZone),
    ("Tests in their own spaces can run in parallel", ParallelSpaces),
    ("The client calls the service exactly once", CalledOnce),
    ("Events can have times relative to now", RelativeEvents),
    ("Rules replay the recorded answers of an old service", RecordedLegacy),
    ("A client receives an answer of 10 MB", LargeAnswer),
    ("The third call fails", ThirdCallFails),
    ("The journal contains a refused request", RefusedRequest),
    ("The tests use a service that runs elsewhere", SharedStack),
];
var failures = 0;
foreach (var (name, run) in examples)
{
    try
    {
        await run();
        Console.WriteLine($"passed\t{name}");
    }
    catch (Exception error)
    {
        failures++;
        Console.WriteLine($"failed\t{name}\t{error.GetType().Name}: {error.Message.ReplaceLineEndings(" ")}");
    }
}
return failures;

static void Check(bool holds)
{
    if (!holds) throw new InvalidOperationException("It does not hold.");
}

async Task SlowAnswer()
{
    await using var space = await control.CreateSpaceAsync(new NewSpace { Ttl = 60 });
    await space.AddRuleAsync(new NewRule { When = new() { Operation = [Operations.SelectEvents] }, Then = new() { Delay = new(2000) } });
    using var impatient = new HttpClient { Timeout = TimeSpan.FromMilliseconds(100) };
    try
    {
        await impatient.GetStringAsync($"{space.Url}/SelectEvents?month=3&year=2026");
        throw new Exception("The answer came.");
    }
    catch (TaskCanceledException)
    {
    }
}

async Task Soap12Fault()
{
    await using var space = await control.CreateSpaceAsync(new NewSpace { Ttl = 60 });
    await space.AddRuleAsync(new NewRule { Then = new() { Fault = new("Server", "The calendar is closed.", Detail: "<closed xmlns='urn:x'>today</closed>") } });
    const string Soap12 = "http://www.w3.org/2003/05/soap-envelope";
    var call = new StringContent(
        $"<s:Envelope xmlns:s='{Soap12}'><s:Body><SelectEvents xmlns='http://tempuri.org/'><month>3</month><year>2026</year></SelectEvents></s:Body></s:Envelope>",
        Encoding.UTF8, "application/soap+xml");
    using var answer = await http.PostAsync(space.Url, call);
    var fault = XDocument.Parse(await answer.Content.ReadAsStringAsync()).Descendants(XName.Get("Fault", Soap12)).Single();
    Check(answer.StatusCode == HttpStatusCode.InternalServerError);
    Check(fault.Element(XName.Get("Code", Soap12))!.Value == "soap:Receiver");
    Check(fault.Element(XName.Get("Reason", Soap12))!.Value == "The calendar is closed.");
    Check(fault.Descendants("{urn:x}closed").Single().Value == "today");
}

async Task RetryAfterReset()
{
    await using var space = await control.CreateSpaceAsync(new NewSpace { Ttl = 60 });
    await space.ReplaceEventsAsync([new TestEvent { Id = 7, Title = "Board meeting", Start = "2026-03-01T09:00:00Z" }]);
    await space.AddRuleAsync(new NewRule { Times = 1, Then = new() { Reset = "before" } });
    async Task<string> Ask() => await http.GetStringAsync($"{space.Url}/SelectEvent?intEventID=7&bolAsJSON=true");
    string answer;
    try { answer = await Ask(); }
    catch (HttpRequestException) { answer = await Ask(); }
    Check(answer.Contains("Board meeting"));
}

async Task MonthEndInAnotherZone()
{
    await using var space = await control.CreateSpaceAsync(new NewSpace { Ttl = 60, Settings = new() { ["TIME_ZONE"] = "Asia/Tokyo" } });
    await space.ReplaceEventsAsync(
        [new TestEvent { Id = 1, Title = "Now", Start = "now" }, new TestEvent { Id = 2, Title = "Today", Start = "today" }],
        new EventsOptions { At = new DateTimeOffset(2026, 2, 28, 23, 30, 0, TimeSpan.Zero) });
    Check(!(await http.GetStringAsync($"{space.Url}/SelectEvents?month=2&year=2026")).Contains("title"));
    var march = await http.GetStringAsync($"{space.Url}/SelectEvents?month=3&year=2026");
    Check(march.IndexOf("Today") is >= 0 and var today && today < march.IndexOf("Now"));
}

async Task ParallelSpaces()
{
    await Task.WhenAll(Enumerable.Range(1, 5).Select(async id =>
    {
        await using var space = await control.CreateSpaceAsync(new NewSpace { Ttl = 60 });
        await space.ReplaceEventsAsync([new TestEvent { Id = id, Title = $"Of test {id}", Start = "today" }]);
        var answer = await http.GetStringAsync($"{space.Url}/SelectEventsRanged?from=0&to=9007199254740992");
        Check(answer.Contains($"Of test {id}") && answer.Split("Of test").Length == 2);
        Check((await space.RequestsAsync()).Length == 1);
    }));
}

async Task CalledOnce()
{
    await using var space = await control.CreateSpaceAsync(new NewSpace { Ttl = 60 });
    await http.GetStringAsync($"{space.Url}/SelectEvent?intEventID=8&bolAsJSON=true");
    When For(int id) => new() { Operation = [Operations.SelectEvent], Arguments = new() { ["intEventID"] = id } };
    await space.VerifyAsync(For(8), 1);
    try
    {
        await space.VerifyAsync(For(7), 1);
        throw new Exception("It was called.");
    }
    catch (EventsControlException failure)
    {
        Check(failure.Status == HttpStatusCode.ExpectationFailed && failure.Message.Contains("intEventID"));
    }
}

async Task RelativeEvents()
{
    await using var space = await control.CreateSpaceAsync(new NewSpace { Ttl = 60 });
    await space.ReplaceEventsAsync([
        new TestEvent { Id = 1, Title = "Running", Start = "now-1h", End = "now+1h" },
        new TestEvent { Id = 2, Title = "Tomorrow at nine", Start = "today+1dT09:00" },
    ]);
    var now = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds();
    var running = await http.GetStringAsync($"{space.Url}/SelectEventsRanged?from={now}&to={now + 1}");
    Check(running.Contains("Running") && !running.Contains("Tomorrow"));
}

async Task RecordedLegacy()
{
    await using var space = await control.CreateSpaceAsync(new NewSpace { Ttl = 60 });
    foreach (var file in Directory.GetFiles("recorded", "Select*.json"))
    {
        var recorded = JsonDocument.Parse(await File.ReadAllTextAsync(file)).RootElement;
        await space.AddRuleAsync(new NewRule
        {
            When = new()
            {
                Operation = [recorded.GetProperty("operation").GetString()!],
                Arguments = recorded.GetProperty("arguments").EnumerateObject().ToDictionary(one => one.Name, one => (object)one.Value),
            },
            Then = recorded.TryGetProperty("result", out var result)
                ? new() { Result = result }
                : new() { Fault = recorded.GetProperty("fault").Deserialize<FaultAction>(new JsonSerializerOptions(JsonSerializerDefaults.Web)) },
        });
    }
    Check((await http.GetStringAsync($"{space.Url}/SelectEvents?month=3&year=2026")).Contains("as the legacy said"));
}

async Task LargeAnswer()
{
    await using var space = await control.CreateSpaceAsync(new NewSpace { Ttl = 60 });
    await space.ReplaceEventsAsync(Enumerable.Range(1, 2600).Select(id => new TestEvent { Id = id, Title = new string('x', 4000), Start = "2026-03-01" }));
    Check((await http.GetStringAsync($"{space.Url}/SelectEvents?month=3&year=2026")).Length > 10_000_000);
}

async Task ThirdCallFails()
{
    await using var space = await control.CreateSpaceAsync(new NewSpace { Ttl = 60 });
    await space.AddRuleAsync(new NewRule { After = 2, Times = 1, Then = new() { Unavailable = true } });
    var statuses = new List<int>();
    for (var call = 0; call < 4; call++)
    {
        using var answer = await http.GetAsync($"{space.Url}/SelectEvent?intEventID=1&bolAsJSON=true");
        statuses.Add((int)answer.StatusCode);
    }
    Check(statuses.SequenceEqual([200, 200, 503, 200]));
}

async Task RefusedRequest()
{
    await using var space = await control.CreateSpaceAsync(new NewSpace { Ttl = 60 });
    using var answer = await http.GetAsync($"{space.Url}/selectevent?intEventID=1&bolAsJSON=true");
    var refused = (await space.RequestsAsync(new() { Outcome = "refused" })).Single();
    Check(refused.Request.Line!.Contains("/selectevent?intEventID=1"));
    Check(refused.Response.Text.Contains("selectevent"));
}

async Task SharedStack()
{
    await using var space = await control.CreateSpaceAsync(new NewSpace { Ttl = 60 });
    await space.ReplaceEventsAsync([new TestEvent { Id = 7, Title = "Board meeting", Start = "today" }]);
    Check((await http.GetStringAsync($"{space.Url}/SelectEvent?intEventID=7&bolAsJSON=true")).Contains("Board meeting"));
}
