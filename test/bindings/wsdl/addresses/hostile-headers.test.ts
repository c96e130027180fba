import { renderDisco, renderWsdl } from '../../../../src/bindings/wsdl';
import { RequestRejected } from '../../../../src/contract/fault';
import { endpointOf } from '../../../../src/server/public-address';
import { Random } from '../../../support/random';
import { parseXml, walk } from '../xml-tree';
import { addressOf, trust } from './rows';

describe('whatever the headers hold', () => {
  const PIECES = [
    '<script>',
    '"',
    "'",
    '&',
    '\r\n',
    '\u0000',
    'é',
    ' ',
    ';',
    ',',
    '=',
    ':',
    '/',
    '//',
    '\\',
    '%',
    '#',
    '?',
    '@',
    '[',
    ']',
    'a',
    'example.org',
    '80',
    '::1',
    'https',
    'host=',
    'proto=',
    '/p',
  ];
  const NAMES = [
    'host',
    'forwarded',
    'x-forwarded-proto',
    'x-forwarded-host',
    'x-forwarded-port',
    'x-forwarded-prefix',
  ];

  test('an address is a plain URL that documents carry unchanged, or the request is refused', () => {
    const random = new Random(1);
    let accepted = 0;
    let refused = 0;
    for (let round = 0; round < 4_000; round++) {
      const value = () => Array.from({ length: 1 + random.below(3) }, () => random.pick(PIECES)).join('');
      const headers: Record<string, string> = { host: 'inner:8080' };
      for (const name of NAMES) if (random.below(4) === 0) headers[name] = value();
      const row = { name: '', headers, trust, url: `/Events.asmx${value()}`, expected: '' };
      let root: string;
      try {
        root = addressOf(row).root;
        accepted++;
      } catch (error) {
        if (!(error instanceof RequestRejected)) throw error;
        expect(error.message).toMatch(/^The [A-Za-z-]+ header [a-z A-Z]+\.$/);
        refused++;
        continue;
      }
      expect(root).toMatch(/^https?:\/\/[a-z0-9._:[\]-]+(?:\/[A-Za-z0-9._~!$()*+;=:@%-]+)*$/);
      const endpoint = endpointOf({ root }, row.url);
      expect(new URL(endpoint).origin).toBe(new URL(root).origin);
      expect(endpoint).toMatch(/^[!$&'()*+,./0-9:;=@A-Z[\]_a-z~%-]+$/);
      if (round % 20 !== 0) continue;
      for (const document of [renderWsdl, renderDisco]) {
        const tree = parseXml(document({ namespace: 'urn:a', endpoint }));
        const named = walk(tree).flatMap(({ local, attributes }) =>
          local === 'operation' ? [] : (attributes.location ?? attributes.address ?? []),
        );
        expect(new Set(named)).toEqual(new Set([endpoint]));
      }
    }
    expect(Math.min(accepted, refused)).toBeGreaterThan(400);
  });
});
