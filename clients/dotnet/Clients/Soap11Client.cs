using System.Net.Http.Headers;
using System.Xml.Serialization;

namespace Events.Tests.Clients;

public sealed class Soap11Client(HttpClient http, Uri endpoint) : SoapClient<Soap11Client.Envelope>(http, endpoint)
{
    protected override Envelope Wrap(object call) => new() { Body = new Envelope.Content { Call = call } };

    protected override void SetAction(HttpRequestMessage request, string action)
    {
        request.Content!.Headers.ContentType = MediaTypeHeaderValue.Parse("text/xml; charset=utf-8");
        request.Headers.Add("SOAPAction", action);
    }

    protected override string? Unwrap(Envelope envelope) =>
        envelope.Body!.Fault is { } fault
            ? throw new EventsFaultException(fault.Code!.Name, fault.Message!)
            : envelope.Body.Result;

    [XmlRoot("Envelope", Namespace = Namespaces.Soap11)]
    public class Envelope
    {
        public Content? Body { get; set; }

        [XmlType("Body11")]
        public class Content : Body
        {
            [XmlElement(Namespace = Namespaces.Soap11)] public Fault11? Fault { get; set; }
        }
    }

    public class Fault11
    {
        // The serializer resolves this qualified name. Neither element has a namespace.
        [XmlElement("faultcode", Namespace = "")] public System.Xml.XmlQualifiedName? Code { get; set; }
        [XmlElement("faultstring", Namespace = "")] public string? Message { get; set; }
    }
}
