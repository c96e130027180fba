import { type IServices, Server, WSDL } from 'soap';
import { createSoapEngine as createEngine, type SoapEngine } from '../../src/bindings/soap/engine';
import { SoapException } from '../../src/contract/errors';
import { faultOf } from '../../src/contract/fault';
import { type Call, type EventsPortType, invoke, OPERATIONS } from '../../src/contract/operations';
import type { SoapVersion } from '../../src/contract/soap-version';
import { renderWsdl } from '../../src/discovery/wsdl';
import { echoService } from '../support/echo-service';

const namespace = 'http://example.org/events';
const wsdl = renderWsdl({ namespace, endpoint: 'http://localhost/WebServices/Events.asmx' });

function createSoapEngine(document: string, service: EventsPortType): SoapEngine {
  const perform = (_version: SoapVersion, call: Call) => invoke(service, call);
  return createEngine({ wsdl: document, errorDetail: 'short', perform });
}

const CALLS: readonly Call[] = [
  { operation: 'SelectEventsRanged', args: { from: -1n, to: 9007199254740993n } },
  { operation: 'SelectEvent', args: { intEventID: 7, bolAsJSON: true } },
  { operation: 'SelectEvents', args: { month: 1, year: 2 } },
];

/** node-soap as it comes: its own reader and writer, given the options that ASMX's envelopes need. */
async function untouched(version: SoapVersion, call: Call, answer: object): Promise<string> {
  const options = { forceSoap12Headers: version === '1.2', useEmptyTag: true };
  const definition = new WSDL(wsdl, '', options);
  const port = { [call.operation]: () => answer };
  const services: IServices = { Events: { EventsSoap: port, EventsSoap12: port } };
  const server = await new Promise<Server>((resolve, reject) => {
    new Server(null, '/', services, definition, {
      path: '/',
      services,
      callback: (error, made) => (error ? reject(error) : resolve(made)),
    });
  });
  definition.xmlnsInEnvelope =
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
  const args = Object.entries(call.args).map(([name, value]) => `<${name}>${value}</${name}>`);
  const request =
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
    `<${call.operation} xmlns="${namespace}">${args.join('')}</${call.operation}></s:Body></s:Envelope>`;
  return String((await server.processRequest(request)).body);
}

test('the calls here are the whole table of operations', () => {
  expect(CALLS.map(({ operation }) => operation)).toEqual(OPERATIONS.map(({ name }) => name));
});

describe.each(['1.1', '1.2'] as const)('SOAP %s', (version) => {
  describe.each(CALLS)('$operation', (call) => {
    test.each([
      ['a text', 'plain text', { [`${call.operation}Result`]: 'plain text' }],
      ['an empty text', '', { [`${call.operation}Result`]: '' }],
      ['null', null, {}],
    ])('%s is in the very envelope that node-soap itself writes', async (_name, result, answer) => {
      const engine = createSoapEngine(
        wsdl,
        echoService(() => Promise.resolve(result)),
      );
      const { envelope, isFault } = await engine.call(version, call);
      const { head, text, tail } = envelope;
      expect(isFault).toBe(false);
      expect(head + text + tail).toBe(await untouched(version, call, answer));
    });

    test('node-soap hands the typed arguments to the method, every digit kept', async () => {
      const { envelope } = await createSoapEngine(wsdl, echoService()).call(version, call);
      expect(envelope.text).toContain(String(Object.values(call.args)[0]));
    });
  });

  test('an error of the service is the fault that node-soap writes of it', async () => {
    const error = new SoapException('<no>', { code: 'Client', actor: 'urn:a' });
    const engine = createSoapEngine(
      wsdl,
      echoService(() => Promise.reject(error)),
    );
    const { isFault, envelope } = await engine.call(version, CALLS[2] as Call);
    expect(isFault).toBe(true);
    expect(envelope).toEqual({ head: await engine.fault(version, faultOf(error)), text: '', tail: '' });
  });

  test('the same fault twice is the same envelope twice', async () => {
    const engine = createSoapEngine(wsdl, echoService());
    const fault = faultOf(
      Object.freeze(new SoapException('<no>', { code: 'Client', actor: 'http://a/?b&c' })),
    );
    const first = await engine.fault(version, fault);
    expect(first).toContain('&lt;no&gt;');
    expect(first).toContain('http://a/?b&amp;c');
    expect(await engine.fault(version, fault)).toBe(first);
  });

  test('a namespace with markup in it stays an attribute value', async () => {
    const odd = renderWsdl({
      namespace: 'urn:a&b<c>"d',
      endpoint: 'http://localhost/WebServices/Events.asmx',
    });
    const { envelope } = await createSoapEngine(odd, echoService()).call(version, CALLS[2] as Call);
    expect(envelope.head).toContain(
      '<SelectEventsResponse xmlns="urn:a&amp;b&lt;c&gt;&quot;d"><SelectEventsResult>',
    );
  });
});
