import { createHash } from 'node:crypto';
import { type DescriptionValues, renderDisco, renderWsdl } from '../../../src/bindings/wsdl';

const DEFAULTS = { namespace: 'http://tempuri.org/', endpoint: 'http://localhost/WebServices/Events.asmx' };
const RENDERERS = { 'Events.wsdl': renderWsdl, 'Events.disco': renderDisco };
const names = ['Events.wsdl', 'Events.disco'] as const;

// The namespaces stand in the order of a 64-bit server (contract 6.4); the length is that of contract 6.1.
test('the default settings give exactly the bytes of the WSDL of ASMX', () => {
  const document = renderWsdl(DEFAULTS);
  expect(Buffer.byteLength(document)).toBe(11_791);
  expect(createHash('sha256').update(document).digest('hex')).toBe(
    'd4b6eeb80faa7b0718c551d61b05b36178c4169d8cf5af16870e5dbc7af6353d',
  );
});

const DESCRIPTIONS: readonly DescriptionValues[] = [
  { namespace: 'http://example.org/events', endpoint: 'https://example.org/WebServices/Events.asmx' },
  { namespace: 'urn:events', endpoint: 'http://[::1]:8080/webservices/EVENTS.asmx' },
  { namespace: 'http://example.org/?a=1&b=2', endpoint: 'https://example.org/a&b/WebServices/Events.asmx' },
  { namespace: `urn:it's"<quoted>"`, endpoint: `https://example.org/it's/"<>/Events.asmx` },
  { namespace: 'http://exämple.org/日本/', endpoint: 'http://example.org/%C3%A9/WebServices/Events.asmx' },
  { namespace: 'http://tempuri.org/events', endpoint: 'http://tempuri.org/WebServices/Events.asmx' },
  { namespace: DEFAULTS.endpoint, endpoint: DEFAULTS.namespace },
  { namespace: `${DEFAULTS.endpoint}/`, endpoint: 'https://example.org/http://tempuri.org/Events.asmx' },
  { namespace: 'urn:$&$1$$`', endpoint: 'https://example.org/$&/$1/$$' },
  { namespace: '{ns}', endpoint: '{base}' },
];

describe.each(DESCRIPTIONS)('namespace $namespace at $endpoint', (description) => {
  const { namespace, endpoint } = description;
  const actionBase = namespace.endsWith('/') ? namespace : `${namespace}/`;

  test.each(names)('%s differs from the document of the default settings only in these values', (name) => {
    // Private-use characters mark the placeholders, so that no value can look like another placeholder.
    const expected = RENDERERS[name](DEFAULTS)
      .replaceAll(DEFAULTS.endpoint, '\ue000')
      .replaceAll(`soapAction="${DEFAULTS.namespace}`, 'soapAction="\ue001')
      .replaceAll(DEFAULTS.namespace, '\ue002')
      .replaceAll('\ue000', () => escaped(endpoint))
      .replaceAll('\ue001', () => escaped(actionBase))
      .replaceAll('\ue002', () => escaped(namespace));
    expect(RENDERERS[name](description)).toBe(expected);
  });
});

function escaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
