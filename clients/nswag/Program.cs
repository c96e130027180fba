// NSwag has generated `ControlClient` from /test/openapi.json. It creates a space, calls it, and checks its journal.
using System.Text.Json;
using System.Text.Json.Serialization;
using Generated;

using var http = new HttpClient { BaseAddress = new Uri(args[0]) };
var control = new ControlClient(http);
var space = await control.CreateSpaceAsync(new NewSpace { Ttl = 60 });
Event[] events = [new() { Id = 7, Title = "Board meeting", Start = "today+1dT09:00" }];
var counts = await control.ReplaceEventsAsync(space.Name, zone: null, EndDates.Exclusive, map: null, at: null, events);
Equal(1, counts.Added);

var when = new When { Operation = "SelectEvent", Arguments = new() { IntEventID = 7 } };
var then = new Then
{
    Delay = new() { Percentiles = new Dictionary<string, int> { ["99"] = 5 } },
    Fault = new() { Code = FaultCode.Server, Text = "on demand" },
};
var rule = await control.AddRuleAsync(space.Name, new NewRule { When = when, Times = 1, Then = then });
Equal(0, rule.Used);

async Task<HttpResponseMessage> Ask() => await http.GetAsync($"{space.Url}/SelectEvent?intEventID=7&bolAsJSON=true");
Equal(500, (int)(await Ask()).StatusCode);
Equal(true, (await (await Ask()).Content.ReadAsStringAsync()).Contains("Board meeting"));

Equal(2, (await control.VerifyRequestsAsync(space.Name, new Verification { Where = when, Count = 2 })).Count);
var failed = await Fails(() => control.VerifyRequestsAsync(space.Name, new Verification { Where = when, Count = 3 }));
Equal(true, failed.Detail.Contains("came 2 times"));
var faults = await control.WaitForRequestsAsync(
    space.Name, operation: null, [Binding.Httpget], [Outcome.Fault], since: null, limit: 5, null, null, null, null, null, null, count: 1, timeout: 1000);
Equal($"{rule.Id} 500", string.Join(", ", faults.Select(entry => $"{entry.Rule} {entry.Status}")));
await control.EndSpaceAsync(space.Name);
Equal(410, (await Fails(() => control.GetSpaceAsync(space.Name))).Status);

static void Equal<T>(T expected, T given)
{
    if (!Equals(expected, given)) throw new InvalidOperationException($"{expected} was expected, not {given}.");
}

static async Task<Problem> Fails(Func<Task> call)
{
    try
    {
        await call();
    }
    catch (ApiException<Problem> problem)
    {
        return problem.Result;
    }
    throw new InvalidOperationException("The call succeeded.");
}

namespace Generated
{
    public partial class ControlClient
    {
        // Test control refuses null for a member that may be left out.
        static partial void UpdateJsonSerializerSettings(JsonSerializerOptions settings) =>
            settings.DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull;
    }
}
