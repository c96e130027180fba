// gSOAP's stand-alone server as its guide has it: one thread a kept connection.
#include <cstdlib>
#include <string>
#include <thread>
#include "soapH.h"
#include "Events.nsmap"

int ns__SelectEventsRanged(struct soap *soap, LONG64 from, LONG64 to, ns__SelectEventsRangedResponse *response) {
  static const std::string tail(71, 'x');
  std::string text = "events from " + std::to_string(from) + " to " + std::to_string(to) + ": " + tail;
  response->SelectEventsRangedResult = soap_strdup(soap, text.c_str());
  return SOAP_OK;
}

int main() {
  struct soap *listener = soap_new1(SOAP_C_UTFSTRING | SOAP_IO_KEEPALIVE);
  listener->max_keep_alive = 0;
  listener->bind_flags = SO_REUSEADDR;
  if (!soap_valid_socket(soap_bind(listener, "127.0.0.1", std::atoi(std::getenv("PORT")), 128))) return 1;
  while (soap_valid_socket(soap_accept(listener))) {
    struct soap *connection = soap_copy(listener);
    std::thread([connection] {
      soap_serve(connection);
      soap_destroy(connection);
      soap_end(connection);
      soap_free(connection);
    }).detach();
  }
  return 1;
}
