using System;
using System.Net;
using System.Web.Services.Protocols;

public static class Client
{
	public static void Main(string[] args)
	{
		var soap = new ProxySoap.Events();
		var soap12 = new ProxySoap12.Events();
		var httpGet = new ProxyHttpGet.Events();
		var httpPost = new ProxyHttpPost.Events();
		foreach (var call in Plan.Read(args[0])) {
			string first = call.First, second = call.Second;
			switch (call.Operation) {
			case "SelectEventsRanged":
				Report("soap11", call, () => soap.SelectEventsRanged(long.Parse(first), long.Parse(second)));
				Report("soap12", call, () => soap12.SelectEventsRanged(long.Parse(first), long.Parse(second)));
				Report("httpget", call, () => httpGet.SelectEventsRanged(first, second));
				Report("httppost", call, () => httpPost.SelectEventsRanged(first, second));
				break;
			case "SelectEvent":
				Report("soap11", call, () => soap.SelectEvent(int.Parse(first), bool.Parse(second)));
				Report("soap12", call, () => soap12.SelectEvent(int.Parse(first), bool.Parse(second)));
				Report("httpget", call, () => httpGet.SelectEvent(first, second));
				Report("httppost", call, () => httpPost.SelectEvent(first, second));
				break;
			case "SelectEvents":
				Report("soap11", call, () => soap.SelectEvents(int.Parse(first), int.Parse(second)));
				Report("soap12", call, () => soap12.SelectEvents(int.Parse(first), int.Parse(second)));
				Report("httpget", call, () => httpGet.SelectEvents(first, second));
				Report("httppost", call, () => httpPost.SelectEvents(first, second));
				break;
			}
		}
		Plan.Leave();
	}

	static void Report(string binding, Call call, Func<string> ask)
	{
		Plan.Report(binding, call, () => {
			try { return ask(); }
			catch (SoapException fault) { throw new FaultSeen(fault.Code.Name, fault.Message); }
			catch (WebException error) {
				var response = (HttpWebResponse) error.Response;
				if (response == null) throw;
				// The message is "The request failed with the error message: -- TEXT --."
				var text = error.Message.Split(new[] { "--" }, StringSplitOptions.None)[1];
				throw new FaultSeen(((int) response.StatusCode).ToString(), text);
			}
		});
	}
}
