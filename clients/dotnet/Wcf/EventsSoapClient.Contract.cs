using Events.Tests.Wcf;

namespace Events.Client;

/// <summary>The generated proxy has the methods of the handwritten contract, so that one test calls both.</summary>
public partial class EventsSoapClient : IEvents;
