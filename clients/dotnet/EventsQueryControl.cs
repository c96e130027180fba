#nullable enable

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Threading;
using System.Threading.Tasks;

// This file has no dependencies. It is for .NET 8 and later (C# 12). Copy it into a test project, or use the package
// EventsQuery.Testing, which compiles it into one.

// The names and types are those of the interface's JSON.
#pragma warning disable CA1032, CA1054, CA1056, CA1716, CA1819
// A project that writes an XML documentation file wants a comment for every member.
#pragma warning disable CS1573, CS1591
// Without this, analyzers suggest internal types in a test project that is a program.
#pragma warning disable CA1515

namespace EventsQuery.Testing;

/// <summary>
/// Controls one space of a running Events Query Service (test control: <c>TEST_API=true</c>, on the admin port). Every
/// method throws <see cref="EventsControlException"/> if the service refuses the request.
/// </summary>
/// <example><code>
/// var control = new EventsQueryControl(new Uri("http://127.0.0.1:8081"));
/// await using var space = await control.CreateSpaceAsync(new NewSpace { Ttl = 600 });
/// await space.ReplaceEventsAsync([new TestEvent { Id = 7, Title = "Board meeting", Start = "today+1dT09:00" }]);
/// </code></example>
public class EventsQueryControl
{
    const string DefaultSpace = "default";

    static readonly HttpClient SharedHttp = new() { Timeout = Timeout.InfiniteTimeSpan };

    static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        // By default a quotation mark takes six bytes, and a result in JSON or XML is full of them.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        // 64-bit values are sent as decimal strings, which no JSON reader rounds.
        Converters = { new Int64AsString(), new OneOrSeveral() },
    };

    readonly HttpClient http;
    readonly string operatorRoot;
    readonly string root;

    /// <param name="address">is the address of the admin port: <c>http://HOST:PORT</c></param>
    /// <param name="space">is the name of a space; <c>default</c> is the service itself</param>
    /// <param name="http">for a handler of your own; its timeout must be longer than the longest wait</param>
    public EventsQueryControl(Uri address, string space = DefaultSpace, HttpClient? http = null)
    {
        ArgumentNullException.ThrowIfNull(address);
        this.http = http ?? SharedHttp;
        Address = address;
        operatorRoot = $"{address.ToString().TrimEnd('/')}/test";
        root = space == DefaultSpace ? operatorRoot : operatorRoot + SpacePath(space);
        Name = space;
    }

    /// <summary>Gets the address of the admin port.</summary>
    public Uri Address { get; }

    /// <summary>Gets the space's name.</summary>
    public string Name { get; }

    // ---- Spaces ------------------------------------------------------------------------------------------------

    /// <summary>Makes an isolated service under an address of its own.</summary>
    public async Task<SpaceControl> CreateSpaceAsync(NewSpace? space = null, CancellationToken cancel = default) =>
        new(Address, await SendAsync<SpaceInfo>(HttpMethod.Post, $"{operatorRoot}/spaces", JsonBody(space ?? new()), cancel).ConfigureAwait(false), http);

    /// <summary>Returns all spaces, <c>default</c> first.</summary>
    public Task<SpaceInfo[]> SpacesAsync(CancellationToken cancel = default) =>
        SendAsync<SpaceInfo[]>(HttpMethod.Get, $"{operatorRoot}/spaces", null, cancel);

    /// <summary>Returns the control of an existing space.</summary>
    public async Task<SpaceControl> SpaceAsync(string name, CancellationToken cancel = default) =>
        new(Address, await SendAsync<SpaceInfo>(HttpMethod.Get, operatorRoot + SpacePath(name), null, cancel).ConfigureAwait(false), http);

    /// <summary>Ends a space. From then on its address answers 404.</summary>
    public Task EndSpaceAsync(string name, CancellationToken cancel = default) =>
        DoneAsync(HttpMethod.Delete, operatorRoot + SpacePath(name), null, cancel);

    // ---- Events ------------------------------------------------------------------------------------------------

    /// <summary>Replaces all events of the space with these. If one is refused, all events stay the same.</summary>
    public Task<ImportCounts> ReplaceEventsAsync(IEnumerable<TestEvent> events, EventsOptions? options = null, CancellationToken cancel = default) =>
        SendAsync<ImportCounts>(HttpMethod.Put, EventsPath(options), JsonBody(events), cancel);

    /// <summary>Replaces all events of the space with those of a file's text.</summary>
    /// <param name="mediaType">application/json, application/x-ndjson, text/csv or text/calendar</param>
    public Task<ImportCounts> ReplaceEventsAsync(string text, string mediaType, EventsOptions? options = null, CancellationToken cancel = default) =>
        SendAsync<ImportCounts>(HttpMethod.Put, EventsPath(options), new StringContent(text, Encoding.UTF8, mediaType), cancel);

    /// <summary>Adds these events, or changes those with the same uid or id.</summary>
    public Task<ImportCounts> AddEventsAsync(IEnumerable<TestEvent> events, EventsOptions? options = null, CancellationToken cancel = default) =>
        SendAsync<ImportCounts>(HttpMethod.Post, EventsPath(options), JsonBody(events), cancel);

    /// <summary>Adds the events of a file's text, or changes those with the same uid or id.</summary>
    public Task<ImportCounts> AddEventsAsync(string text, string mediaType, EventsOptions? options = null, CancellationToken cancel = default) =>
        SendAsync<ImportCounts>(HttpMethod.Post, EventsPath(options), new StringContent(text, Encoding.UTF8, mediaType), cancel);

    /// <summary>Removes all events of the space.</summary>
    public Task ClearEventsAsync(CancellationToken cancel = default) =>
        DoneAsync(HttpMethod.Delete, $"{root}/events", null, cancel);

    /// <summary>Returns all events of the space by id, with all their fields.</summary>
    public Task<TestEvent[]> EventsAsync(CancellationToken cancel = default) =>
        SendAsync<TestEvent[]>(HttpMethod.Get, $"{root}/events", null, cancel);

    // ---- Rules -------------------------------------------------------------------------------------------------

    /// <summary>Adds a rule after the others. The first rule that matches replaces the service's answer.</summary>
    public Task<Rule> AddRuleAsync(NewRule rule, CancellationToken cancel = default) =>
        SendAsync<Rule>(HttpMethod.Post, $"{root}/rules", JsonBody(rule), cancel);

    /// <summary>Returns the rules in their order, each with the number of its uses.</summary>
    public Task<Rule[]> RulesAsync(CancellationToken cancel = default) =>
        SendAsync<Rule[]>(HttpMethod.Get, $"{root}/rules", null, cancel);

    /// <summary>Replaces a rule in its place. The number of its uses begins at 0 again.</summary>
    public Task<Rule> ReplaceRuleAsync(string id, NewRule rule, CancellationToken cancel = default) =>
        SendAsync<Rule>(HttpMethod.Put, RulePath(id), JsonBody(rule), cancel);

    public Task DeleteRuleAsync(string id, CancellationToken cancel = default) =>
        DoneAsync(HttpMethod.Delete, RulePath(id), null, cancel);

    /// <summary>Deletes all rules. The scenario begins again in the state <c>started</c>.</summary>
    public Task ClearRulesAsync(CancellationToken cancel = default) =>
        DoneAsync(HttpMethod.Delete, $"{root}/rules", null, cancel);

    // ---- Journal -----------------------------------------------------------------------------------------------

    /// <summary>Returns the requests to the space, newest last.</summary>
    public Task<JournalEntry[]> RequestsAsync(RequestFilter? filter = null, CancellationToken cancel = default) =>
        SendAsync<JournalEntry[]>(HttpMethod.Get, $"{root}/requests{QueryOf((filter ?? new()).Pairs())}", null, cancel);

    /// <summary>Empties the journal.</summary>
    public Task ClearRequestsAsync(CancellationToken cancel = default) =>
        DoneAsync(HttpMethod.Delete, $"{root}/requests", null, cancel);

    /// <summary>Throws unless exactly <paramref name="count"/> such requests came.</summary>
    public Task VerifyAsync(When where, int count, CancellationToken cancel = default) =>
        DoneAsync(HttpMethod.Post, $"{root}/requests/verify", JsonBody(new { where, count }), cancel);

    /// <summary>Throws unless the number of such requests is within the bounds, by default at least 1.</summary>
    public Task VerifyAsync(When where, int? atLeast = null, int? atMost = null, CancellationToken cancel = default) =>
        DoneAsync(HttpMethod.Post, $"{root}/requests/verify", JsonBody(new { where, count = new { atLeast = atLeast ?? (atMost is null ? 1 : null), atMost } }), cancel);

    /// <summary>
    /// Returns such requests as soon as there are <paramref name="count"/> of them. Throws if there are fewer after the
    /// timeout, which is 5 seconds unless given, and at most 10 minutes.
    /// </summary>
    public Task<JournalEntry[]> WaitForRequestsAsync(RequestFilter filter, int count = 1, TimeSpan? timeout = null, CancellationToken cancel = default)
    {
        ArgumentNullException.ThrowIfNull(filter);
        var limit = (int)(timeout ?? TimeSpan.FromSeconds(5)).TotalMilliseconds;
        var query = QueryOf([.. filter.Pairs(), ("count", $"{count}"), ("timeout", $"{limit}")]);
        return SendAsync<JournalEntry[]>(HttpMethod.Get, $"{root}/requests/wait{query}", null, cancel);
    }

    /// <summary>Yields each request from now on, until the loop ends.</summary>
    public async IAsyncEnumerable<JournalEntry> StreamRequestsAsync([EnumeratorCancellation] CancellationToken cancel = default)
    {
        using var response = await AnswerAsync(HttpMethod.Get, $"{root}/requests/stream", null, cancel).ConfigureAwait(false);
        using var reader = new StreamReader(await response.Content.ReadAsStreamAsync(cancel).ConfigureAwait(false));
        while (await reader.ReadLineAsync(cancel).ConfigureAwait(false) is { } line)
        {
            if (line.StartsWith("data:", StringComparison.Ordinal))
                yield return JsonSerializer.Deserialize<JournalEntry>(line["data:".Length..], Json)!;
        }
    }

    // ---- HTTP --------------------------------------------------------------------------------------------------

    async Task<T> SendAsync<T>(HttpMethod method, string url, HttpContent? body, CancellationToken cancel)
    {
        using var response = await AnswerAsync(method, url, body, cancel).ConfigureAwait(false);
        var answer = await response.Content.ReadAsStreamAsync(cancel).ConfigureAwait(false);
        return (await JsonSerializer.DeserializeAsync<T>(answer, Json, cancel).ConfigureAwait(false))!;
    }

    async Task DoneAsync(HttpMethod method, string url, HttpContent? body, CancellationToken cancel)
    {
        using var response = await AnswerAsync(method, url, body, cancel).ConfigureAwait(false);
    }

    async Task<HttpResponseMessage> AnswerAsync(HttpMethod method, string url, HttpContent? body, CancellationToken cancel)
    {
        using var request = new HttpRequestMessage(method, url) { Content = body };
        var response = await http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancel).ConfigureAwait(false);
        var type = response.Content.Headers.ContentType?.MediaType;
        // A development server or a proxy may answer every path with a page and success.
        var isOfTestControl = response.StatusCode == HttpStatusCode.NoContent || type is "application/json" or "text/event-stream";
        if (response.IsSuccessStatusCode && isOfTestControl) return response;
        using (response)
        {
            var text = await response.Content.ReadAsStringAsync(cancel).ConfigureAwait(false);
            // A proxy, or a service without test control, sends no problem details.
            var problem = type == "application/problem+json"
                ? JsonSerializer.Deserialize<Problem>(text, Json)!
                : new Problem { Status = (int)response.StatusCode, Detail = $"{method} {url} was answered with {(int)response.StatusCode}, and not by test control (is TEST_API=true set?): {text.Trim()}" };
            throw new EventsControlException(problem);
        }
    }

    static ByteArrayContent JsonBody<T>(T value)
    {
        var content = new ByteArrayContent(JsonSerializer.SerializeToUtf8Bytes(value, Json));
        content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        return content;
    }

    static string SpacePath(string name) => $"/spaces/{Uri.EscapeDataString(name)}";
    string RulePath(string id) => $"{root}/rules/{Uri.EscapeDataString(id)}";
    string EventsPath(EventsOptions? options) => $"{root}/events{QueryOf((options ?? new()).Pairs())}";

    static string QueryOf(IEnumerable<(string Name, string? Value)> pairs)
    {
        var given = pairs.Where(pair => pair.Value is not null)
            .Select(pair => $"{Uri.EscapeDataString(pair.Name)}={Uri.EscapeDataString(pair.Value!)}");
        var query = string.Join('&', given);
        return query.Length == 0 ? "" : $"?{query}";
    }

    // A rule that was not made by this client may have a string instead of a list.
    sealed class OneOrSeveral : JsonConverter<string[]>
    {
        public override string[]? Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) =>
            reader.TokenType == JsonTokenType.String ? [reader.GetString()!] : JsonSerializer.Deserialize<string[]>(ref reader);

        public override void Write(Utf8JsonWriter writer, string[] value, JsonSerializerOptions options) =>
            JsonSerializer.Serialize(writer, value);
    }

    sealed class Int64AsString : JsonConverter<long>
    {
        public override long Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) =>
            reader.TokenType == JsonTokenType.String
                ? long.Parse(reader.GetString()!, System.Globalization.CultureInfo.InvariantCulture)
                : reader.GetInt64();

        public override void Write(Utf8JsonWriter writer, long value, JsonSerializerOptions options) =>
            writer.WriteStringValue(value.ToString(System.Globalization.CultureInfo.InvariantCulture));
    }
}

/// <summary>Controls a space whose addresses are known, and ends the space when it is disposed of.</summary>
public sealed class SpaceControl(Uri address, SpaceInfo info, HttpClient? http = null)
    : EventsQueryControl(address, info.Name, http), IAsyncDisposable
{
    /// <summary>Gets the address of its <c>.asmx</c>, which clients call.</summary>
    public Uri Url { get; } = new(info.Url);

    public Uri Wsdl { get; } = new(info.Wsdl);

    /// <summary>Gets the time at which the space ends by itself.</summary>
    public DateTimeOffset? Expires { get; } = info.Expires;

    public Task EndAsync(CancellationToken cancel = default) => EndSpaceAsync(Name, cancel);

    /// <summary>Ends the space. A space that has already ended is not an error.</summary>
    public async ValueTask DisposeAsync()
    {
        try
        {
            await EndAsync().ConfigureAwait(false);
        }
        catch (EventsControlException error) when (error.Status is HttpStatusCode.NotFound or HttpStatusCode.Gone)
        {
        }
    }
}

/// <summary>Reports a refused request or a failed expectation. The message contains all details.</summary>
public sealed class EventsControlException(Problem problem) : Exception(problem.ToString())
{
    public Problem Problem { get; } = problem;

    public HttpStatusCode Status => (HttpStatusCode)Problem.Status;
}

/// <summary>Describes a problem (RFC 9457). <c>Field</c> is a JSON Pointer or a query parameter's name.</summary>
public sealed record Problem
{
    public string Type { get; init; } = "about:blank";
    public string Title { get; init; } = "";
    public int Status { get; init; }
    public string Detail { get; init; } = "";
    public string? Field { get; init; }
    public string[]? Allowed { get; init; }

    /// <summary>Lists all that is wrong with a body or its parameters.</summary>
    public Mistake[] Errors { get; init; } = [];

    public NearMiss[] Nearest { get; init; } = [];

    public override string ToString() =>
        (Detail.Length == 0 ? Title : Detail) + string.Concat(Errors.Skip(1).Select(mistake => $"\n  {mistake.Detail}")) +
        string.Join("", Nearest.Select(miss =>
            $"\n  {miss.Request.Id} {miss.Request.Operation ?? miss.Request.Request.Line}: {string.Join("; ", miss.Differences)}"));
}

public sealed record Mistake(string Field, string Detail, string[]? Allowed);

public sealed record NearMiss(JournalEntry Request, string[] Differences);

public static class Operations
{
    public const string SelectEventsRanged = nameof(SelectEventsRanged);
    public const string SelectEvent = nameof(SelectEvent);
    public const string SelectEvents = nameof(SelectEvents);
}

public static class Bindings
{
    public const string Soap11 = "soap11";
    public const string Soap12 = "soap12";
    public const string HttpGet = "httpget";
    public const string HttpPost = "httppost";
}

public sealed record NewSpace
{
    /// <summary>The name has 1 to 64 letters, digits, <c>-</c> and <c>_</c>. If it is null, the service chooses one.</summary>
    public string? Name { get; init; }

    /// <summary>The space ends by itself after this many seconds.</summary>
    public int? Ttl { get; init; }

    /// <summary>The space begins with the events and settings of this one.</summary>
    public string? From { get; init; }

    /// <summary>The names are those of environment variables: <c>["TIME_ZONE"] = "Europe/Berlin"</c>.</summary>
    public Dictionary<string, string>? Settings { get; init; }
}

public sealed record SpaceInfo(string Name, string Url, string Wsdl, DateTimeOffset? Expires);

/// <summary>
/// Represents an event. Times are ISO 8601, dates for all-day events, or relative to now: <c>now+30m</c>,
/// <c>today-1dT09:00</c>, <c>month-start+1mo</c>.
/// </summary>
public sealed record TestEvent
{
    public int? Id { get; init; }
    public string? Uid { get; init; }
    public required string Title { get; init; }
    public string? Description { get; init; }
    public string? Location { get; init; }
    public string? Url { get; init; }
    public string? Category { get; init; }
    public required string Start { get; init; }
    public string? End { get; init; }
    public bool? AllDay { get; init; }

    /// <summary>The service keeps further fields, for format files.</summary>
    [JsonExtensionData] public Dictionary<string, JsonElement>? Extra { get; init; }
}

/// <summary>Contains the options of an import (docs/events.md).</summary>
public sealed record EventsOptions
{
    /// <summary>Times without an offset are in this zone. The default is the space's <c>TIME_ZONE</c>.</summary>
    public string? Zone { get; init; }

    /// <summary>A date that is an end is <c>exclusive</c>, which is the default, or <c>inclusive</c>.</summary>
    public string? EndDates { get; init; }

    /// <summary>The file calls the fields by these names: <c>["title"] = "name"</c>.</summary>
    public Dictionary<string, string>? Map { get; init; }

    /// <summary>Relative times count from this time, instead of now.</summary>
    public DateTimeOffset? At { get; init; }

    internal IEnumerable<(string, string?)> Pairs() =>
    [
        ("zone", Zone),
        ("endDates", EndDates),
        ("map", Map is { Count: > 0 } ? string.Join(',', Map.Select(pair => $"{pair.Key}={pair.Value}")) : null),
        ("at", At?.UtcDateTime.ToString("O")),
    ];
}

public sealed record ImportCounts(int Read, int Added, int Changed, int Unchanged, int Removed);

/// <summary>Matches calls or refused requests. Parts that are null match any.</summary>
public sealed record When
{
    public string[]? Operation { get; init; }
    public string[]? Binding { get; init; }

    /// <summary>Maps parameters to a value, <see cref="Arg.Range"/> or <see cref="Arg.In"/>.</summary>
    public Dictionary<string, object>? Arguments { get; init; }

    /// <summary>Maps headers to a value, <see cref="Header.Matches"/> or <see cref="Header.Absent"/>.</summary>
    public Dictionary<string, object>? Headers { get; init; }

    /// <summary>True matches requests that never became a call.</summary>
    public bool? Refused { get; init; }
}

/// <summary>Makes conditions on a header other than its value.</summary>
public static class Header
{
    /// <summary>Matches if the header was not sent.</summary>
    public static object Absent { get; } = new { absent = true };

    /// <summary>Matches if a regular expression of JavaScript is found in the header. It has no look-arounds.</summary>
    public static object Matches(string pattern) => new { matches = pattern };
}

/// <summary>Makes conditions on an argument other than its value.</summary>
public static class Arg
{
    /// <summary>Matches values from one bound to the other, both included. <c>null</c> is no bound.</summary>
    public static object Range(long? from, long? to) => new ArgumentRange(from, to);

    public static object In(params object[] values) => new ArgumentList(values);

    sealed record ArgumentRange(long? From, long? To);

    sealed record ArgumentList(object[] In);
}

public record NewRule
{
    public When? When { get; init; }

    /// <summary>The rule lets this many matching requests through first.</summary>
    public int? After { get; init; }

    /// <summary>The rule is then used for this many requests, or for all if this is null.</summary>
    public int? Times { get; init; }

    /// <summary>The rule is active only in this state of the scenario, which begins with <c>started</c>.</summary>
    public string? InState { get; init; }

    /// <summary>After the rule is used, the scenario is in this state.</summary>
    public string? ThenState { get; init; }

    public required Then Then { get; init; }
}

public sealed record Rule : NewRule
{
    public required string Id { get; init; }

    /// <summary>This is the number of answers that the rule has made.</summary>
    public int Used { get; init; }
}

/// <summary>Replaces the service's answer with one of these, after an optional delay.</summary>
public sealed record Then
{
    /// <summary>As <see cref="Result"/> this makes the service's result null.</summary>
    public static readonly object Null = JsonDocument.Parse("null").RootElement;

    public Delay? Delay { get; init; }
    public FaultAction? Fault { get; init; }

    /// <summary>This string, or <see cref="Null"/>, takes the place of the service's result.</summary>
    public object? Result { get; init; }

    /// <summary>This is an HTTP status. <see cref="Headers"/> and <see cref="Body"/> need it.</summary>
    public int? Status { get; init; }

    public Dictionary<string, string>? Headers { get; init; }
    public string? Body { get; init; }

    /// <summary>True makes the service answer as if the database were not available.</summary>
    public bool? Unavailable { get; init; }

    /// <summary>The connection is reset after this many bytes of the answer.</summary>
    public int? Cut { get; init; }

    /// <summary>The connection is reset <c>before</c> the answer or <c>after-headers</c>.</summary>
    public string? Reset { get; init; }

    /// <summary>
    /// This is <c>truncated</c>, <c>unescaped</c>, <c>wrong-version</c>, <c>wrong-content-type</c> or
    /// <c>wrong-namespace</c>.
    /// </summary>
    public string? Malformed { get; init; }

    /// <summary>The answer is sent at this many bytes a second.</summary>
    public int? Trickle { get; init; }
}

/// <summary>Delays an answer by <c>Ms</c> and a random part of <c>Spread</c>, or by percentiles, in milliseconds.</summary>
public sealed record Delay(int? Ms = null, int? Spread = null)
{
    public Dictionary<string, int>? Percentiles { get; init; }
}

/// <summary>Describes a fault. <c>Code</c> is <c>Client</c> or <c>Server</c>, <c>Detail</c> is XML.</summary>
public sealed record FaultAction(string Code, string Text, string? Actor = null, string? Detail = null);

/// <summary>Selects requests of the journal. Parts that are null match any.</summary>
public sealed record RequestFilter
{
    public string? Operation { get; init; }
    public string? Binding { get; init; }

    /// <summary>This is <c>ok</c>, <c>fault</c>, <c>error</c> or <c>refused</c>.</summary>
    public string? Outcome { get; init; }

    /// <summary>Only entries after the one with this id, or from this time on, are selected.</summary>
    public string? Since { get; init; }

    public Dictionary<string, object>? Arguments { get; init; }

    /// <summary>Selects only this many of the newest entries.</summary>
    public int? Limit { get; init; }

    internal IEnumerable<(string, string?)> Pairs() =>
    [
        ("operation", Operation),
        ("binding", Binding),
        ("outcome", Outcome),
        ("since", Since),
        ("limit", Limit?.ToString(System.Globalization.CultureInfo.InvariantCulture)),
        .. (Arguments ?? []).Select(pair => ($"arg.{pair.Key}", (string?)Written(pair.Value))),
    ];

    static string Written(object value) => value is bool flag
        ? (flag ? "true" : "false")
        : Convert.ToString(value, System.Globalization.CultureInfo.InvariantCulture)!;
}

/// <summary>Describes a request and its answer. A refused request has no operation and no arguments.</summary>
public sealed record JournalEntry
{
    public required string Id { get; init; }

    /// <summary>This is the time at which the request was answered.</summary>
    public DateTimeOffset At { get; init; }

    public double Ms { get; init; }
    public string Client { get; init; } = "";
    public string? Binding { get; init; }
    public string? Operation { get; init; }

    /// <summary>The arguments are typed. 64-bit values are strings.</summary>
    public Dictionary<string, JsonElement>? Arguments { get; init; }

    /// <summary>This is <c>ok</c>, <c>fault</c>, <c>error</c> or <c>refused</c>.</summary>
    public string Outcome { get; init; } = "";

    public int? Status { get; init; }

    /// <summary>This is the id of the rule that made the answer.</summary>
    public string? Rule { get; init; }

    public string? Traceparent { get; init; }
    public required JournalMessage Request { get; init; }
    public required JournalMessage Response { get; init; }
}

public sealed record JournalMessage
{
    /// <summary>This is the request line, or null in an answer.</summary>
    public string? Line { get; init; }

    public Dictionary<string, string> Headers { get; init; } = [];

    /// <summary>This is a string, or an object whose <c>base64</c> has the bytes that are not UTF-8.</summary>
    public JsonElement Body { get; init; }

    public bool Truncated { get; init; }

    [JsonIgnore]
    public string Text => Body.ValueKind == JsonValueKind.String
        ? Body.GetString()!
        : Encoding.Latin1.GetString(Body.GetProperty("base64").GetBytesFromBase64());
}
