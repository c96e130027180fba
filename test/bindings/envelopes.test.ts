import { WSDL } from 'soap';
import { createEnvelopes } from '../../src/bindings/soap/envelopes';
import { clientFault } from '../../src/contract/fault';

test.each(['1.1', '1.2'] as const)('SOAP %s: a namespace with markup stays an attribute', async (version) => {
  const made = createEnvelopes({ serviceNamespace: 'urn:$&b<c>"d', errorDetail: 'short' });
  const { prefix } = await made.envelope(version, 'SelectEvents', 'text');
  expect(prefix).toContain('<SelectEventsResponse xmlns="urn:$&amp;b&lt;c&gt;&quot;d"><SelectEventsResult>');
});

test('the WSDL is read once for each version of SOAP, however many faults are written', async () => {
  const read = jest.spyOn(WSDL.prototype, 'onReady');
  const made = createEnvelopes({ serviceNamespace: 'urn:x', errorDetail: 'short' });
  const fault = clientFault({ type: '', message: 'm' });
  for (const version of ['1.1', '1.2', '1.1', '1.2'] as const) await made.fault(version, fault);
  expect(read).toHaveBeenCalledTimes(2);
});

test('an envelope is written once for all answers of its kind', async () => {
  const made = createEnvelopes({ serviceNamespace: 'urn:x', errorDetail: 'short' });
  const written = await made.envelope('1.1', 'SelectEvents', 'text');
  expect(await made.envelope('1.1', 'SelectEvents', 'text')).toBe(written);
});

test.each(['null', 'empty', 'text'] as const)(
  'an operation that the WSDL lacks is an error and no answer: %s',
  async (kind) => {
    const made = createEnvelopes({ serviceNamespace: 'urn:x', errorDetail: 'short' });
    const missing = 'CountEvents' as 'SelectEvents';
    await expect(made.envelope('1.1', missing, kind)).rejects.toThrow('node-soap wrote no response');
  },
);
