using System.Net;
using System.Text;
using System.Xml;
using System.Xml.Serialization;

namespace Events.Tests.Clients;

/// <summary>Sends SOAP with HttpClient and XmlSerializer, without WCF. Both versions of SOAP use this class.</summary>
public abstract class SoapClient<TEnvelope>(HttpClient http, Uri endpoint) : IEventsClient
    where TEnvelope : class
{
    static readonly XmlSerializer Serializer = new(typeof(TEnvelope));

    public Task<string?> SelectEventsRangedAsync(long from, long to) =>
        CallAsync(nameof(SelectEventsRanged), new SelectEventsRanged { From = from, To = to });

    public Task<string?> SelectEventAsync(int intEventID, bool bolAsJSON) =>
        CallAsync(nameof(SelectEvent), new SelectEvent { IntEventID = intEventID, BolAsJSON = bolAsJSON });

    public Task<string?> SelectEventsAsync(int month, int year) =>
        CallAsync(nameof(SelectEvents), new SelectEvents { Month = month, Year = year });

    protected abstract TEnvelope Wrap(object call);
    protected abstract void SetAction(HttpRequestMessage request, string action);

    /// <summary>Returns the result, or throws the fault as an exception.</summary>
    protected abstract string? Unwrap(TEnvelope envelope);

    async Task<string?> CallAsync(string operation, object call)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, endpoint) { Content = Serialize(Wrap(call)) };
        SetAction(request, $"\"{Namespaces.Events}{operation}\"");
        using var response = await http.SendAsync(request);
        // Faults come with 500 and an envelope; EnsureSuccessStatusCode would hide them.
        if (response.StatusCode is not (HttpStatusCode.OK or HttpStatusCode.InternalServerError))
            response.EnsureSuccessStatusCode();
        using var stream = await response.Content.ReadAsStreamAsync();
        return Unwrap((TEnvelope)Serializer.Deserialize(stream)!);
    }

    static ByteArrayContent Serialize(TEnvelope envelope)
    {
        var bytes = new MemoryStream();
        // A StringWriter would write encoding="utf-16" into the declaration of what is then sent as UTF-8.
        using (var writer = XmlWriter.Create(bytes, new XmlWriterSettings { Encoding = new UTF8Encoding(false) }))
            Serializer.Serialize(writer, envelope);
        return new ByteArrayContent(bytes.ToArray());
    }
}
