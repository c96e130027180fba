import { Server, WSDL } from 'soap';
import { createEnvelopes } from '../../src/bindings/soap/envelopes';
import { faultOf } from '../../src/contract/fault';

const VERSIONS = ['1.1', '1.2'] as const;
const made = () => createEnvelopes({ serviceNamespace: 'urn:$&b<c>"d', errorDetail: 'short' });

test.each(VERSIONS)('SOAP %s: a namespace with markup in it stays an attribute value', async (version) => {
  const { prefix } = await made().envelope(version, 'SelectEvents', 'text');
  expect(prefix).toContain('<SelectEventsResponse xmlns="urn:$&amp;b&lt;c&gt;&quot;d"><SelectEventsResult>');
});

test('node-soap reads the WSDL once for each version, and writes each envelope once', async () => {
  const read = jest.spyOn(WSDL.prototype, 'onReady');
  const written = jest.spyOn(Server.prototype, 'processRequest');
  const own = made();
  for (const version of [...VERSIONS, ...VERSIONS]) {
    await own.envelope(version, 'SelectEvents', 'text');
    await own.fault(version, faultOf(new Error('no')));
  }
  expect(read).toHaveBeenCalledTimes(2);
  expect(written).toHaveBeenCalledTimes(4);
  jest.restoreAllMocks();
});
