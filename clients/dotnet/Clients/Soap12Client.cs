using System.Net.Http.Headers;
using System.Xml.Serialization;

namespace Events.Tests.Clients;

public sealed class Soap12Client(HttpClient http, Uri endpoint)
    : SoapClient<Soap12Client.Envelope>(http, endpoint)
{
    protected override Envelope Wrap(object call) => new() { Body = new Envelope.Content { Call = call } };

    // The action is a parameter of the media type; there is no SOAPAction header.
    protected override void SetAction(HttpRequestMessage request, string action) =>
        request.Content!.Headers.ContentType =
            MediaTypeHeaderValue.Parse($"application/soap+xml; charset=utf-8; action={action}");

    protected override string? Unwrap(Envelope envelope) =>
        envelope.Body!.Fault is { } fault
            ? throw new EventsFaultException(fault.Code!.Value!.Name, fault.Reason!.Text!)
            : envelope.Body.Result;

    [XmlRoot("Envelope", Namespace = Namespaces.Soap12)]
    public class Envelope
    {
        public Content? Body { get; set; }

        [XmlType("Body12")]
        public class Content : Body
        {
            [XmlElement(Namespace = Namespaces.Soap12)] public Fault12? Fault { get; set; }
        }
    }

    [XmlType(Namespace = Namespaces.Soap12)]
    public class Fault12
    {
        public FaultCode? Code { get; set; }
        public FaultReason? Reason { get; set; }
    }

    [XmlType(Namespace = Namespaces.Soap12)]
    public class FaultCode
    {
        public System.Xml.XmlQualifiedName? Value { get; set; }
    }

    [XmlType(Namespace = Namespaces.Soap12)]
    public class FaultReason
    {
        public string? Text { get; set; }
    }
}
