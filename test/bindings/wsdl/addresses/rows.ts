import { parsePublicUrl } from '../../../../src/config/checks';
import { RequestRejected } from '../../../../src/contract/fault';
import { publicAddresses } from '../../../../src/server/public-address';

/** Has a request, the settings, and the address that the documents name. */
export interface Row {
  readonly name: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly publicUrl?: readonly string[];
  readonly trust?: readonly string[];
  readonly peer?: string;
  readonly tls?: boolean;
  readonly url?: string;
  /** This is the root, or `400`. */
  readonly expected: string;
}

const PROXY = '10.0.0.1';
/** Settings under which the rows' peer is a trusted proxy. */
export const trust = [PROXY];

export function addressOf({
  headers = {},
  publicUrl = [],
  trust: trustProxy = [],
  peer = PROXY,
  tls,
  url,
}: Row) {
  const find = publicAddresses({ publicUrls: publicUrl.map(parsePublicUrl), trustProxy });
  return find({
    headers,
    socket: { remoteAddress: peer, ...(tls === undefined ? {} : { encrypted: tls }) },
    url: url ?? '/WebServices/Events.asmx?wsdl',
  });
}

/** Writes the headers of a proxy: its own Host, and these X-Forwarded headers. */
export const xForwarded = (values: Readonly<Record<string, string>>) => ({
  host: 'inner:8080',
  ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`x-forwarded-${name}`, value])),
});

/** Each row is one test. */
export function testRows(rows: readonly Row[]): void {
  test.each(rows)('$name: $expected', (row) => {
    if (row.expected === '400') {
      expect(() => addressOf(row)).toThrow(RequestRejected);
      return;
    }
    const { root, host: shown, scheme } = addressOf(row);
    expect(root).toBe(row.expected);
    expect(`${scheme}://${shown}`).toBe(/^https?:\/\/[^/]+/.exec(row.expected)?.[0]);
  });
}
