using System;
using System.Net.Http;
using EventsQuery.Testing;

// Every kind of verb once, against the service whose operator's port is the first argument.
var control = new EventsQueryControl(new Uri(args[0]));
await using var space = await control.CreateSpaceAsync(new NewSpace { Ttl = 60 });
await space.ReplaceEventsAsync([new TestEvent { Id = 7, Title = "Board meeting", Start = "today+1dT09:00" }]);

using var http = new HttpClient();
var answer = await http.GetStringAsync($"{space.Url}/SelectEvent?intEventID=7&bolAsJSON=true");
await space.VerifyAsync(new When { Operation = [Operations.SelectEvent], Binding = [Bindings.HttpGet] }, 1);
Console.WriteLine(answer.Contains("Board meeting") ? "consumed" : $"not the event: {answer}");
