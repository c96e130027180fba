"""suds, from the WSDL alone: the SOAP 1.1 port (suds writes no SOAP 1.2)."""
import sys

import suds.client

endpoint, plan = sys.argv[1:]

READERS = {
    "SelectEventsRanged": (int, int),
    "SelectEvent": (int, lambda text: text == "true"),
    "SelectEvents": (int, int),
}


def escaped(field):
    return str(field).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def answer(client, operation, values):
    method = client.service["EventsSoap"][operation]
    try:
        return ["result", method(*[read(text) for read, text in zip(READERS[operation], values)])]
    except suds.WebFault as error:
        return ["fault", error.fault.faultcode, error.fault.faultstring]
    except Exception as error:  # the runner reports every unexpected error
        return ["error", f"{type(error).__name__}: {error}"]


client = suds.client.Client(f"{endpoint}?WSDL", cache=None)
calls = [line.rstrip("\n").split("\t") for line in open(plan, encoding="utf-8")]
for case, operation, *values in calls:
    print(*map(escaped, ["soap11", case, *answer(client, operation, values)]), sep="\t")
