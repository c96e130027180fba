import { EncodedAnswers } from '../../src/bindings/encoded-answers';
import { echoService } from '../support/echo-service';
import { BINDINGS, callThrough, resultOf } from '../support/four-bindings';
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

test('an answer that goes out in two ways is kept in both', () => {
  const answers = new EncodedAnswers(1_000_000);
  const other = { ...BODY, head: '<b>', tail: '</b>' };
  const otherSlices = [Buffer.from('<b>')];
  answers.keep(BODY, SLICES);
  answers.keep(other, otherSlices);
  answers.keep(BODY, SLICES);
  expect([answers.find(BODY), answers.find(other)]).toEqual([SLICES, otherSlices]);
  expect(answers.bytes).toBeLessThan(60_000);
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

test('a long answer is the same at every call, and encoded once for each way in which it goes out', async () => {
  const find = jest.spyOn(EncodedAnswers.prototype, 'find');
  const address = await serveApp(echoService(() => Promise.resolve(LONG)));
  for (let times = 0; times < 2; times++) {
    for (const binding of BINDINGS) {
      const answer = await callThrough(binding, 'SelectEvents', { month: '1', year: '2026' }, address);
      expect(resultOf(binding, answer) === LONG).toBe(true);
    }
  }
  const found = find.mock.results.map(({ value }) => value !== undefined);
  // GET and POST answer the same bytes, SOAP 1.1 and 1.2 each their own.
  expect(BINDINGS).toEqual(['soap11', 'soap12', 'httpget', 'httppost']);
  expect(found).toEqual([false, false, false, true, true, true, true, true]);
});
