using System.Web.Services;
using System.Web.Services.Protocols;

[WebService(Namespace = "http://tempuri.org/")]
public class Events : WebService
{
    static readonly string Tail = new string('x', 71);

    [WebMethod]
    public string SelectEventsRanged(long from, long to)
    {
        return "events from " + from + " to " + to + ": " + Tail;
    }
}
