using System.Xml.Serialization;

namespace Events.Tests.Clients;

/// <summary>This is the service's namespace, unless <c>SERVICE_NAMESPACE</c> names another.</summary>
public static class Namespaces
{
    public const string Events = "http://tempuri.org/";
    public const string Soap11 = "http://schemas.xmlsoap.org/soap/envelope/";
    public const string Soap12 = "http://www.w3.org/2003/05/soap-envelope";
}

// The names are those of the WSDL's schema. A wrong namespace is no error: the element is then read as null.

[XmlType(Namespace = Namespaces.Events)]
public class SelectEventsRanged
{
    [XmlElement("from")] public long From { get; set; }
    [XmlElement("to")] public long To { get; set; }
}

[XmlType(Namespace = Namespaces.Events)]
public class SelectEvent
{
    [XmlElement("intEventID")] public int IntEventID { get; set; }
    [XmlElement("bolAsJSON")] public bool BolAsJSON { get; set; }
}

[XmlType(Namespace = Namespaces.Events)]
public class SelectEvents
{
    [XmlElement("month")] public int Month { get; set; }
    [XmlElement("year")] public int Year { get; set; }
}

/// <summary>Reads the result element of any operation's response.</summary>
[XmlType(Namespace = Namespaces.Events)]
public class Response
{
    [XmlElement("SelectEventsRangedResult", typeof(string))]
    [XmlElement("SelectEventResult", typeof(string))]
    [XmlElement("SelectEventsResult", typeof(string))]
    [XmlChoiceIdentifier(nameof(Name))]
    public string? Result { get; set; }

    [XmlIgnore] public ResultName Name { get; set; }
}

[XmlType(Namespace = Namespaces.Events, IncludeInSchema = false)]
public enum ResultName { SelectEventsRangedResult, SelectEventResult, SelectEventsResult }

/// <summary>Contains the call or its response, in the Body of both versions of SOAP.</summary>
public abstract class Body
{
    [XmlElement("SelectEventsRanged", typeof(SelectEventsRanged), Namespace = Namespaces.Events)]
    [XmlElement("SelectEvent", typeof(SelectEvent), Namespace = Namespaces.Events)]
    [XmlElement("SelectEvents", typeof(SelectEvents), Namespace = Namespaces.Events)]
    public object? Call { get; set; }

    [XmlElement("SelectEventsRangedResponse", Namespace = Namespaces.Events)]
    public Response? SelectEventsRangedResponse { get; set; }

    [XmlElement("SelectEventResponse", Namespace = Namespaces.Events)]
    public Response? SelectEventResponse { get; set; }

    [XmlElement("SelectEventsResponse", Namespace = Namespaces.Events)]
    public Response? SelectEventsResponse { get; set; }

    public string? Result =>
        (SelectEventsRangedResponse ?? SelectEventResponse ?? SelectEventsResponse)?.Result;
}
