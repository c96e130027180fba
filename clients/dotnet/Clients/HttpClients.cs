using System.Globalization;
using System.Net;
using System.Xml.Serialization;

namespace Events.Tests.Clients;

/// <summary>Calls with a query or a form. The answer is one <c>string</c> element.</summary>
public abstract class HttpBindingClient : IEventsClient
{
    static readonly XmlSerializer Serializer =
        new(typeof(string), new XmlRootAttribute("string") { Namespace = Namespaces.Events });

    // The culture is invariant, because in some, such as fi-FI, a minus is not the character "-".

    public Task<string?> SelectEventsRangedAsync(long from, long to) =>
        CallAsync("SelectEventsRanged", Pair("from", from), Pair("to", to));

    public Task<string?> SelectEventAsync(int intEventID, bool bolAsJSON) =>
        CallAsync("SelectEvent", Pair("intEventID", intEventID), Pair("bolAsJSON", bolAsJSON));

    public Task<string?> SelectEventsAsync(int month, int year) =>
        CallAsync("SelectEvents", Pair("month", month), Pair("year", year));

    protected abstract Task<HttpResponseMessage> SendAsync(string operation, FormUrlEncodedContent parameters);

    async Task<string?> CallAsync(string operation, params KeyValuePair<string, string>[] parameters)
    {
        using var response = await SendAsync(operation, new FormUrlEncodedContent(parameters));
        // GetStringAsync would throw on 500 and hide the text, which says what was wrong.
        if (response.StatusCode != HttpStatusCode.OK)
            throw new EventsFaultException(
                ((int)response.StatusCode).ToString(CultureInfo.InvariantCulture),
                (await response.Content.ReadAsStringAsync()).Trim());
        using var stream = await response.Content.ReadAsStreamAsync();
        return (string?)Serializer.Deserialize(stream);
    }

    static KeyValuePair<string, string> Pair<T>(string name, T value) where T : IConvertible =>
        new(name, value.ToString(CultureInfo.InvariantCulture));
}

public sealed class HttpGetClient(HttpClient http, Uri endpoint) : HttpBindingClient
{
    protected override async Task<HttpResponseMessage> SendAsync(string operation, FormUrlEncodedContent parameters) =>
        await http.GetAsync($"{endpoint}/{operation}?{await parameters.ReadAsStringAsync()}");
}

public sealed class HttpPostClient(HttpClient http, Uri endpoint) : HttpBindingClient
{
    protected override Task<HttpResponseMessage> SendAsync(string operation, FormUrlEncodedContent parameters) =>
        http.PostAsync($"{endpoint}/{operation}", parameters);
}
