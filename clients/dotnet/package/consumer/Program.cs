using System;
using System.Net.Http;
using System.Threading.Tasks;
using EventsQuery.Testing;

// This program uses each HTTP method once. The first argument is the address of the service's admin port.
var control = new EventsQueryControl(new Uri(args[0]));
var space = await control.CreateSpaceAsync(new NewSpace { Ttl = 60 }).ConfigureAwait(false);
await using (space.ConfigureAwait(false))
{
    TestEvent[] events = [new TestEvent { Id = 7, Title = "Board meeting", Start = "today+1dT09:00" }];
    await space.ReplaceEventsAsync(events).ConfigureAwait(false);
    await space.AddRuleAsync(new NewRule { After = 1, Then = new() { Delay = new() { Percentiles = new() { ["99"] = 5 } } } }).ConfigureAwait(false);
    using var http = new HttpClient();
    // A rule that a user made on the page may have a string instead of a list.
    using var byHand = new StringContent("{\"when\":{\"operation\":\"SelectEvents\"},\"then\":{\"result\":\"x\"}}", null, "application/json");
    using var made = await http.PostAsync(new Uri($"{args[0]}/test/spaces/{space.Name}/rules"), byHand).ConfigureAwait(false);
    var rules = await space.RulesAsync().ConfigureAwait(false);
    var answer = await http.GetStringAsync(new Uri($"{space.Url}/SelectEvent?intEventID=7&bolAsJSON=true")).ConfigureAwait(false);
    var where = new When
    {
        Operation = [Operations.SelectEvent],
        Binding = [Bindings.HttpGet],
        Headers = new() { ["Authorization"] = Header.Absent, ["Host"] = Header.Matches(":\\d+$") },
    };
    await space.VerifyAsync(where, 1).ConfigureAwait(false);
    var isRead = rules[1].When?.Operation is [Operations.SelectEvents];
    Console.WriteLine(isRead && answer.Contains("Board meeting", StringComparison.Ordinal) ? "consumed" : $"not the event: {answer}");
}
