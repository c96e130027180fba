namespace Events.Tests.Clients;

/// <summary>Declares the three operations, which every binding has.</summary>
public interface IEventsClient
{
    Task<string?> SelectEventsRangedAsync(long from, long to);
    Task<string?> SelectEventAsync(int intEventID, bool bolAsJSON);
    Task<string?> SelectEventsAsync(int month, int year);
}

/// <summary>
/// Reports a fault. Its code is <c>Client</c> or <c>Server</c> in SOAP 1.1, <c>Sender</c> or <c>Receiver</c> in
/// SOAP 1.2, and the status in the HTTP bindings.
/// </summary>
public sealed class EventsFaultException(string code, string message) : Exception(message)
{
    public string Code { get; } = code;
}
