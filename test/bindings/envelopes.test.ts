import { createEnvelopes } from '../../src/bindings/soap/envelopes';

test.each(['1.1', '1.2'] as const)(
  'SOAP %s: a namespace that contains markup stays an attribute value',
  async (version) => {
    const made = createEnvelopes({ serviceNamespace: 'urn:$&b<c>"d', errorDetail: 'short' });
    const { prefix } = await made.envelope(version, 'SelectEvents', 'text');
    expect(prefix).toContain(
      '<SelectEventsResponse xmlns="urn:$&amp;b&lt;c&gt;&quot;d"><SelectEventsResult>',
    );
  },
);
