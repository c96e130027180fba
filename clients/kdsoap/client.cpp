#include <QCoreApplication>
#include <QFile>
#include <iostream>
#include "events.h"

static std::string escaped(QString field) {
  return field.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r").toStdString();
}

template <class Proxy>
static QString ask(Proxy& proxy, const QStringList& call) {
  if (call[1] == "SelectEventsRanged") {
    TNS__SelectEventsRanged parameters;
    parameters.setFrom(call[2].toLongLong());
    parameters.setTo(call[3].toLongLong());
    return proxy.selectEventsRanged(parameters).selectEventsRangedResult();
  }
  if (call[1] == "SelectEvent") {
    TNS__SelectEvent parameters;
    parameters.setIntEventID(call[2].toInt());
    parameters.setBolAsJSON(call[3] == "true");
    return proxy.selectEvent(parameters).selectEventResult();
  }
  TNS__SelectEvents parameters;
  parameters.setMonth(call[2].toInt());
  parameters.setYear(call[3].toInt());
  return proxy.selectEvents(parameters).selectEventsResult();
}

template <class Proxy>
static void run(const char* binding, const QString& endpoint, const QString& plan) {
  Proxy proxy;
  proxy.setEndPoint(endpoint);
  QFile file(plan);
  file.open(QIODevice::ReadOnly);
  while (!file.atEnd()) {
    const QStringList call = QString::fromUtf8(file.readLine()).trimmed().split('\t');
    const QString result = ask(proxy, call);
    std::cout << binding << '\t' << call[0].toStdString() << '\t';
    // KDSoap has one text for a fault: "Fault code soap:Client: message", in SOAP 1.2 "Fault soap:Sender: message".
    const QString error = proxy.lastError();
    if (error.isEmpty()) {
      std::cout << "result\t" << escaped(result) << std::endl;
    } else {
      const int split = error.indexOf(": ");
      std::cout << "fault\t" << escaped(error.left(split)) << '\t' << escaped(error.mid(split + 2)) << std::endl;
    }
  }
}

int main(int argc, char* argv[]) {
  QCoreApplication application(argc, argv);
  run<Events::EventsSoap>("soap11", argv[1], argv[2]);
  run<Events::EventsSoap12>("soap12", argv[1], argv[2]);
}
