// Sends requests to a classic ASMX service in this process. Mono contains Microsoft's own System.Web.Services.
//   mono bin/Host.exe FOLDER REQUESTS
// Each line of REQUESTS is a method, and in Base64 a path info, a query, a Content-Type, a SOAPAction and a body; `-`
// stands for no header. Each line of the output is a status, a Content-Type and a body in Base64.
using System;
using System.IO;
using System.Text;
using System.Web;
using System.Web.Hosting;
using System.Web.Services;

[WebService(Namespace = "http://tempuri.org/")]
public class Events : WebService
{
    [WebMethod]
    public string SelectEventsRanged(long from, long to) { return "SelectEventsRanged|" + from + "|" + to; }

    [WebMethod]
    public string SelectEvent(int intEventID, bool bolAsJSON) { return "SelectEvent|" + intEventID + "|" + bolAsJSON; }

    [WebMethod]
    public string SelectEvents(int month, int year) { return "SelectEvents|" + month + "|" + year; }
}

public class Request : SimpleWorkerRequest
{
    const string Path = "/WebServices/Events.asmx";

    readonly string method, pathInfo, query, contentType, soapAction;
    readonly byte[] body;
    readonly MemoryStream answer = new MemoryStream();
    int status = 200;
    string answerType = "";

    public Request(string method, string pathInfo, string query, string contentType, string soapAction, byte[] body)
        : base(Path.Substring(1), query, null)
    {
        this.method = method;
        this.pathInfo = pathInfo;
        this.query = query;
        this.contentType = contentType;
        this.soapAction = soapAction;
        this.body = body;
    }

    public string Answer { get { return status + "\t" + answerType + "\t" + Convert.ToBase64String(answer.ToArray()); } }

    public override string GetHttpVerbName() { return method; }

    // The base class would treat the last part of the path as path info.
    public override string GetFilePath() { return Path; }

    public override string GetPathInfo() { return pathInfo; }

    public override string GetUriPath() { return Path + pathInfo; }

    public override string GetRawUrl() { return GetUriPath() + (query == "" ? "" : "?" + query); }

    // ASP.NET shows a remote client the short texts of errors.
    public override string GetRemoteAddress() { return "192.0.2.1"; }

    public override string GetKnownRequestHeader(int index)
    {
        if (index == HeaderContentType) return contentType;
        if (index == HeaderHost) return "localhost";
        return index == HeaderContentLength ? body.Length.ToString() : null;
    }

    public override string GetUnknownRequestHeader(string name)
    {
        return name.Equals("SOAPAction", StringComparison.OrdinalIgnoreCase) ? soapAction : null;
    }

    public override string[][] GetUnknownRequestHeaders()
    {
        return soapAction == null ? new string[0][] : new[] { new[] { "SOAPAction", soapAction } };
    }

    public override byte[] GetPreloadedEntityBody() { return body; }

    public override bool IsEntireEntityBodyIsPreloaded() { return true; }

    public override void SendStatus(int code, string description) { status = code; }

    public override void SendKnownResponseHeader(int index, string value)
    {
        if (index == HeaderContentType) answerType = value;
    }

    public override void SendResponseFromMemory(byte[] data, int length) { answer.Write(data, 0, length); }
}

public class Host : MarshalByRefObject
{
    public override object InitializeLifetimeService() { return null; }

    public string Answer(string line)
    {
        var fields = line.Split('\t');
        var body = Convert.FromBase64String(fields[5]);
        var request = new Request(
            fields[0], Text(fields[1]), Text(fields[2]), Text(fields[3]), Text(fields[4]), body);
        HttpRuntime.ProcessRequest(request);
        return request.Answer;
    }

    // Headers are bytes, each of which is one character.
    static string Text(string field)
    {
        return field == "-" ? null : Encoding.GetEncoding("iso-8859-1").GetString(Convert.FromBase64String(field));
    }

    static void Main(string[] arguments)
    {
        var host = (Host)ApplicationHost.CreateApplicationHost(typeof(Host), "/", arguments[0]);
        foreach (var line in File.ReadLines(arguments[1])) Console.WriteLine(host.Answer(line));
        Console.Out.Flush();
        Environment.Exit(0);
    }
}
