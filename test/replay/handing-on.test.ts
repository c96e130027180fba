import { handedBack, handedOn } from '../../src/replay/handing-on';

test('headers that Connection names are of one connection, both ways (RFC 9110 7.6.1)', () => {
  const headers = { connection: 'X-Hop, close', 'x-hop': '1', 'x-kept': '2', host: 'h' };
  expect(handedOn(headers)).toEqual({ 'x-kept': '2', 'accept-encoding': 'identity' });
  expect(handedBack(headers)).toEqual({ 'x-kept': '2', host: 'h' });
});
