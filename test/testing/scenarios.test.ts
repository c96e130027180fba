/** Rules can match headers and the state of a scenario, delay answers and reset connections. */
import { Socket } from 'node:net';
import { millisecondsOf } from '../../src/testing/rules/act';
import { ENDPOINT, startTestControl, titlesAt } from './support';

const ASK = `${ENDPOINT}/SelectEvent?intEventID=1&bolAsJSON=true`;

const BEARER = { authorization: 'Bearer x' };
const LONG = { a: `${'a'.repeat(9000)}!` };

test.each<[string, object, Record<string, string>, boolean]>([
  ['a value must be equal in every character', { 'X-Tenant': 'a' }, { 'x-tenant': 'a' }, true],
  ['another value does not match', { 'X-Tenant': { equals: 'a' } }, { 'x-tenant': 'ab' }, false],
  ['a pattern is found anywhere', { Authorization: { matches: '^Bearer ' } }, BEARER, true],
  ['a pattern is not found', { Authorization: { matches: '^Basic ' } }, BEARER, false],
  ['a header that was not sent is absent', { Authorization: { absent: true } }, {}, true],
  ['a header that was sent is not absent', { Authorization: { absent: true } }, BEARER, false],
  ['a pattern that could backtrack for very long does not match', { a: { matches: '^(a+)+$' } }, LONG, false],
  ['a pattern does not match a missing header', { traceparent: { matches: '' } }, {}, false],
  ['every header of several must match', { a: '1', b: { matches: '2' } }, { a: '1', b: '3' }, false],
])('headers: %s', async (_what, headers, sent, isMatch) => {
  const { api, url } = await startTestControl();
  await api('POST', '/rules', { when: { headers }, then: { result: 'hit' } });
  const text = await (await fetch(url + ASK, { headers: sent })).text();
  expect(text.includes('>hit<')).toBe(isMatch);
  const { status, json } = await api('POST', '/requests/verify', { where: { headers }, count: 1 });
  expect(status).toBe(isMatch ? 200 : 417);
  if (!isMatch) expect(json.nearest[0].differences[0]).toMatch(/ is .*, not /);
});

test('a scenario goes from state to state, separately in each space, and begins anew with its rules', async () => {
  const { api, url, space } = await startTestControl();
  const rules = [
    { thenState: 'locked', then: { result: 'first' }, inState: 'started' },
    { thenState: 'open', then: { result: 'second' }, inState: 'locked', times: 1 },
    { then: { result: 'third' }, inState: 'open' },
  ];
  const { root } = await space({ name: 'other' });
  for (const rule of rules) {
    expect((await api('POST', '/rules', rule)).status).toBe(201);
    await api('POST', '/spaces/other/rules', rule);
  }
  const ask = async (site: string) => />([^<>]*)<\/string>/.exec(await (await fetch(site + ASK)).text())?.[1];
  const answers = [await ask(url), await ask(url), await ask(url), await ask(root), await ask(url)];
  expect(answers).toEqual(['first', 'second', 'third', 'first', 'third']);
  await api('DELETE', '/rules');
  for (const rule of rules) await api('POST', '/rules', rule);
  expect(await ask(url)).toBe('first');
});

test('a rule without a state is active in all states', async () => {
  const { api, url } = await startTestControl();
  await api('POST', '/rules', { times: 1, thenState: 'later', then: { unavailable: true } });
  await api('POST', '/rules', { then: { result: '"title":"always"' } });
  expect(await titlesAt(url, ASK)).toEqual([]);
  expect((await (await fetch(url + ASK)).text()).includes('always')).toBe(true);
});

test.each([
  [{ ms: 30 }, 0.9, 30],
  [{ ms: 30, spread: 10 }, 0.5, 35],
  [{ percentiles: { '50': 20, '99': 900 } }, 0.25, 10],
  [{ percentiles: { '50': 20, '99': 900 } }, 0.5, 20],
  [{ percentiles: { '99.5': 900, '50.5': 20 } }, 0.75, 460],
  [{ percentiles: { '50': 20, '99': 900 } }, 0.999, 900],
  [{ percentiles: { '0': 5, '100': 5 } }, 0.3, 5],
])('a delay of %j is, at the fraction %d, %d ms', (delay, share, ms) => {
  expect(millisecondsOf(delay, share)).toBeCloseTo(ms);
});

test.each([{ cut: 40 }, { reset: 'after-headers' }, { reset: 'before' }])(
  'a request is in the journal before its client can see that the rule %p resets the connection',
  async (then) => {
    const { api, url, journal } = await startTestControl();
    await api('POST', '/rules', { then });
    // While the connection is not reset, only the rule can add the request.
    const held: Socket[] = [];
    const reset = jest.spyOn(Socket.prototype, 'resetAndDestroy').mockImplementation(function (this: Socket) {
      held.push(this);
      return this;
    });
    const seen = fetch(url + ASK).then((answer) => answer.text());
    const refused = expect(seen).rejects.toThrow();
    while (held.length === 0) await api('GET', '/rules');
    expect(await journal()).toMatchObject([{ operation: 'SelectEvent', rule: '1' }]);
    reset.mockRestore();
    for (const socket of held) socket.resetAndDestroy();
    await refused;
    expect(await journal()).toHaveLength(1);
  },
);
