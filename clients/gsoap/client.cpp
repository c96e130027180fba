#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>
#include "EventsSoap.nsmap"
#include "soapEventsSoapProxy.h"

static std::string escaped(const std::string& field) {
  std::string text;
  for (char c : field) {
    if (c == '\\') text += "\\\\";
    else if (c == '\t') text += "\\t";
    else if (c == '\n') text += "\\n";
    else if (c == '\r') text += "\\r";
    else text += c;
  }
  return text;
}

/// Makes a call, sets `result` to the result string, and returns gSOAP's error number.
static int ask(EventsSoapProxy& proxy, const std::vector<std::string>& call, std::string*& result) {
  const std::string& operation = call[1];
  if (operation == "SelectEventsRanged") {
    _tempuri__SelectEventsRanged request;
    request.from = std::stoll(call[2]);
    request.to = std::stoll(call[3]);
    _tempuri__SelectEventsRangedResponse response;
    int error = proxy.SelectEventsRanged(&request, response);
    result = response.SelectEventsRangedResult;
    return error;
  }
  if (operation == "SelectEvent") {
    _tempuri__SelectEvent request;
    request.intEventID = std::stoi(call[2]);
    request.bolAsJSON = call[3] == "true";
    _tempuri__SelectEventResponse response;
    int error = proxy.SelectEvent(&request, response);
    result = response.SelectEventResult;
    return error;
  }
  _tempuri__SelectEvents request;
  request.month = std::stoi(call[2]);
  request.year = std::stoi(call[3]);
  _tempuri__SelectEventsResponse response;
  int error = proxy.SelectEvents(&request, response);
  result = response.SelectEventsResult;
  return error;
}

int main(int, char* argv[]) {
  // Without this flag gSOAP keeps only Latin-1 in a std::string.
  EventsSoapProxy proxy(argv[2], SOAP_C_UTFSTRING);
  std::ifstream plan(argv[3]);
  for (std::string line; std::getline(plan, line);) {
    std::vector<std::string> call;
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, '\t');) call.push_back(field);
    std::cout << argv[1] << '\t' << call[0] << '\t';
    std::string* result = nullptr;
    if (ask(proxy, call, result) == SOAP_OK) {
      std::cout << "result\t" << (result ? escaped(*result) : "(null)") << '\n';
    } else {
      soap_set_fault(proxy.soap);
      const char* code = *soap_faultcode(proxy.soap);
      const char* text = *soap_faultstring(proxy.soap);
      std::cout << "fault\t" << (code ? code : "") << '\t' << escaped(text ? text : "") << '\n';
    }
    proxy.destroy();
  }
}
