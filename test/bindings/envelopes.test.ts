import { type IServices, Server, WSDL } from 'soap';
import { createEnvelopes } from '../../src/bindings/soap/envelopes';
import { renderWsdl } from '../../src/bindings/wsdl';
import { SoapException } from '../../src/contract/errors';
import { faultOf } from '../../src/contract/fault';
import { type Call, OPERATIONS } from '../../src/contract/operations';
import type { SoapVersion } from '../../src/contract/soap-version';

const namespace = 'http://example.org/events';
const wsdl = renderWsdl({ namespace, endpoint: 'http://localhost/WebServices/Events.asmx' });

const envelopes = createEnvelopes({ serviceNamespace: namespace, errorDetail: 'short' });

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
      ['text', 'plain text', { [`${call.operation}Result`]: 'plain text' }],
      ['empty', '', { [`${call.operation}Result`]: '' }],
      ['null', '', {}],
    ] as const)('%s is in the very envelope that node-soap itself writes', async (kind, result, answer) => {
      const { prefix, suffix } = await envelopes.envelope(version, call.operation, kind);
      expect(prefix + result + suffix).toBe(await untouched(version, call, answer));
    });
  });

  test('an error of the service is the fault that node-soap writes of it', async () => {
    const [call] = CALLS;
    const fault = faultOf(new SoapException('no', { code: 'Client', actor: 'urn:a' }));
    const thrown =
      version === '1.1'
        ? { faultcode: 'soap:Client', faultstring: 'no', faultactor: 'urn:a', detail: '' }
        : {
            Code: { Value: 'soap:Sender' },
            Reason: { Text: { attributes: { 'xml:lang': 'en' }, $xml: 'no' } },
            Node: 'urn:a',
            Detail: '',
          };
    const written = await untouched(version, call as Call, Promise.reject({ Fault: thrown }));
    expect(await envelopes.fault(version, fault)).toBe(written);
  });

  test('a namespace with markup in it stays an attribute value', async () => {
    const made = createEnvelopes({ serviceNamespace: 'urn:$&b<c>"d', errorDetail: 'short' });
    const { prefix } = await made.envelope(version, 'SelectEvents', 'text');
    expect(prefix).toContain(
      '<SelectEventsResponse xmlns="urn:$&amp;b&lt;c&gt;&quot;d"><SelectEventsResult>',
    );
  });
});

test('node-soap reads the WSDL once for each version, and writes each envelope once', async () => {
  const [read, written] = [
    jest.spyOn(WSDL.prototype, 'onReady'),
    jest.spyOn(Server.prototype, 'processRequest'),
  ];
  const own = createEnvelopes({ serviceNamespace: namespace, errorDetail: 'short' });
  for (const version of ['1.1', '1.2', '1.1', '1.2'] as const) {
    await own.envelope(version, 'SelectEvents', 'text');
    await own.fault(version, faultOf(new Error('no')));
  }
  expect(read).toHaveBeenCalledTimes(2);
  expect(written).toHaveBeenCalledTimes(4);
  jest.restoreAllMocks();
});
