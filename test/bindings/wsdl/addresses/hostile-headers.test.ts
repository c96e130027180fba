import { RequestRejected } from '../../../../src/contract/fault';
import { endpointOf } from '../../../../src/server/public-address';
import { Random } from '../../../support/random';
import { addressOf, trust } from './rows';

const PIECES = [
  ...['\r\n', '\u0000', ' '],
  ...'<script> " \' & é ; , = : / // \\ % # ? @ [ ] a example.org 80 ::1 https host= proto= /p'.split(' '),
];
const NAMES = [
  ...['host', 'forwarded'],
  ...['x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-prefix'],
];

test('whatever the headers hold, an address is a plain URL, or the request is refused', () => {
  const random = new Random(1);
  let accepted = 0;
  let refused = 0;
  for (let round = 0; round < 4_000; round++) {
    const value = () => Array.from({ length: 1 + random.below(3) }, () => random.pick(PIECES)).join('');
    const headers: Record<string, string> = { host: 'inner:8080' };
    for (const name of NAMES) if (random.below(4) === 0) headers[name] = value();
    const url = `/Events.asmx${value()}`;
    let root: string;
    try {
      root = addressOf(headers, { trust, url }).root;
      accepted++;
    } catch (error) {
      if (!(error instanceof RequestRejected)) throw error;
      expect(error.message).toMatch(/^The [A-Za-z-]+ header [a-z A-Z]+\.$/);
      refused++;
      continue;
    }
    expect(root).toMatch(/^https?:\/\/[a-z0-9._:[\]-]+(?:\/[A-Za-z0-9._~!$()*+;=:@%-]+)*$/);
    const endpoint = endpointOf({ root }, url);
    expect(new URL(endpoint).origin).toBe(new URL(root).origin);
    expect(endpoint).toMatch(/^[!$&'()*+,./0-9:;=@A-Z[\]_a-z~%-]+$/);
  }
  expect(Math.min(accepted, refused)).toBeGreaterThan(400);
});
