import { EncodedAnswers } from '../../src/bindings/encoded-answers';
import { echoService } from '../support/echo-service';
import { serveApp } from '../support/serve-app';

const BODY = { head: '<a>', text: 'x'.repeat(20_000), tail: '</a>' };
const SLICES = [Buffer.from('<a>'), Buffer.from('x</a>')];

test('an answer is found by its text, and only with the same around it', () => {
  const answers = new EncodedAnswers(1_000_000);
  answers.keep(BODY, SLICES);
  expect(answers.find({ ...BODY, text: Buffer.from(BODY.text).toString() })).toBe(SLICES);
  expect(answers.find({ ...BODY, head: '<b>' })).toBeUndefined();
  expect(answers.find({ ...BODY, tail: '</b>' })).toBeUndefined();
  expect(answers.find({ ...BODY, isPlain: true })).toBeUndefined();
  expect(answers.find({ ...BODY, text: `${BODY.text}.` })).toBeUndefined();
});

test('what is kept stays within its bound; 0 keeps nothing', () => {
  const answers = new EncodedAnswers(1_000_000);
  for (let n = 0; n < 100; n++) answers.keep({ ...BODY, text: `${n}${BODY.text}` }, SLICES);
  expect(answers.bytes).toBeGreaterThan(500_000);
  expect(answers.bytes).toBeLessThanOrEqual(1_000_000);
  const none = new EncodedAnswers(0);
  none.keep(BODY, SLICES);
  expect(none.bytes).toBe(0);
});

/** Longer than a slice, with a surrogate pair across its end and all that is escaped. */
const LONG = `${'a'.repeat(131_071)}\u{1f4c5}<b>&${'ü'.repeat(140_000)}`;

test('a long answer is the same at every call', async () => {
  const address = await serveApp(echoService(() => Promise.resolve(LONG)));
  const url = `${address.url}/WebServices/Events.asmx/SelectEvents?month=1&year=2026`;
  const escaped = LONG.replace('<b>&', '&lt;b&gt;&amp;');
  for (let times = 0; times < 3; times++) {
    expect((await (await fetch(url)).text()).endsWith(`>${escaped}</string>`)).toBe(true);
    const form = { method: 'POST', body: new URLSearchParams({ month: '1', year: '2026' }) };
    expect((await (await fetch(url, form)).text()).endsWith(`>${escaped}</string>`)).toBe(true);
  }
});
