using System;
using System.ServiceModel;

public static class Client
{
	public static void Main(string[] args)
	{
		var binding = new BasicHttpBinding {
			// The default is 64 KB, and a list of a year's events may be longer.
			MaxReceivedMessageSize = int.MaxValue,
			MaxBufferSize = int.MaxValue,
		};
		// Mono, unlike .NET, also limits the length of a string by this value.
		binding.ReaderQuotas.MaxStringContentLength = int.MaxValue;
		var proxy = new EventsSoapClient(binding, new EndpointAddress(args[0]));
		foreach (var call in Plan.Read(args[1]))
			Plan.Report("soap11", call, () => {
				try { return Ask(proxy, call); }
				catch (FaultException fault) {
					throw new FaultSeen(fault.Code.Name, fault.Reason.GetMatchingTranslation().Text);
				}
			});
		Plan.Leave();
	}

	static string Ask(EventsSoapClient proxy, Call call)
	{
		switch (call.Operation) {
		case "SelectEventsRanged": return proxy.SelectEventsRanged(long.Parse(call.First), long.Parse(call.Second));
		case "SelectEvent": return proxy.SelectEvent(int.Parse(call.First), bool.Parse(call.Second));
		default: return proxy.SelectEvents(int.Parse(call.First), int.Parse(call.Second));
		}
	}
}
