import { parsePublicUrl } from '../../../../src/config/checks';
import { createAddressOf } from '../../../../src/server/public-address';

type Headers = Readonly<Record<string, string | string[]>>;

/** Contains the settings and the connection of a row. Its headers are separate. */
interface Setup {
  readonly publicUrl?: readonly string[];
  readonly trust?: readonly string[];
  readonly peer?: string;
  readonly tls?: boolean;
  readonly url?: string;
  readonly baseUrl?: string;
}

/** `expected` is the root of the address in the documents, or `400`. */
export type Row = readonly [name: string, headers: Headers, expected: string, setup?: Setup];

const PROXY = '10.0.0.1';
export const trust = [PROXY];

function addressOf(
  headers: Headers,
  { publicUrl = [], trust: trustProxy = [], peer = PROXY, tls, url, baseUrl }: Setup = {},
) {
  const find = createAddressOf({ publicUrls: publicUrl.map(parsePublicUrl), trustProxy });
  return find({
    headers,
    socket: { remoteAddress: peer, ...(tls === undefined ? {} : { encrypted: tls }) },
    url: url ?? '/WebServices/Events.asmx?wsdl',
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
}

/** Writes the headers of a proxy: its own Host, and these X-Forwarded headers. */
export const xForwarded = (values: Readonly<Record<string, string>>) => ({
  host: 'inner:8080',
  ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`x-forwarded-${name}`, value])),
});

/** Makes a test of each row. @param usual the setup of rows that have no setup */
export function testRows(rows: readonly Row[], usual: Setup = {}): void {
  for (const [name, headers, expected, setup = usual] of rows) {
    test(`${name}: ${JSON.stringify(headers)} is ${expected}`, () => {
      if (expected === '400') {
        // The wrong header is the last header, because a proxy's headers come after Host.
        const wrong = Object.keys(headers).at(-1) ?? 'host';
        expect(() => addressOf(headers, setup)).toThrow(new RegExp(`^The ${wrong} header `, 'i'));
        return;
      }
      expect(addressOf(headers, setup)).toBe(expected);
    });
  }
}
