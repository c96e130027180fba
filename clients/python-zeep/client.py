"""zeep, from the WSDL alone: the two SOAP ports and the two HTTP ports."""
import sys

import zeep
import zeep.exceptions

endpoint, plan = sys.argv[1:]

OPERATIONS = {
    "SelectEventsRanged": (("from", int), ("to", int)),
    "SelectEvent": (("intEventID", int), ("bolAsJSON", lambda text: text == "true")),
    "SelectEvents": (("month", int), ("year", int)),
}
PORTS = {"soap11": "EventsSoap", "soap12": "EventsSoap12", "httpget": "EventsHttpGet", "httppost": "EventsHttpPost"}


def escaped(field):
    return str(field).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def answer(port, binding, operation, values):
    soap = binding.startswith("soap")
    # In the WSDL the parts of the HTTP bindings are strings.
    parameters = {name: read(text) if soap else text for (name, read), text in zip(OPERATIONS[operation], values)}
    try:
        return ["result", port[operation](**parameters)]
    except zeep.exceptions.Fault as fault:
        # For an error of an HTTP binding zeep has the body, but not the status.
        return ["fault", fault.code, fault.message] if soap else ["fault", "500", fault.message.decode()]
    except Exception as error:  # the runner reports every unexpected error
        return ["error", f"{type(error).__name__}: {error}"]


client = zeep.Client(f"{endpoint}?WSDL")
calls = [line.rstrip("\n").split("\t") for line in open(plan, encoding="utf-8")]
for binding, port_name in PORTS.items():
    port = client.bind("Events", port_name)
    for case, operation, *values in calls:
        print(*map(escaped, [binding, case, *answer(port, binding, operation, values)]), sep="\t")
