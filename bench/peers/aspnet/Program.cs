var builder = WebApplication.CreateSlimBuilder(args);
builder.Logging.ClearProviders();
var app = builder.Build();
var tail = new string('x', 71);

app.MapGet("/WebServices/Events.asmx/SelectEventsRanged", (long from, long to) => Results.Text(
    $"<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<string xmlns=\"http://tempuri.org/\">events from {from} to {to}: {tail}</string>",
    "text/xml; charset=utf-8"));

app.Run($"http://127.0.0.1:{Environment.GetEnvironmentVariable("PORT")}");
