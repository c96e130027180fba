/** Long requests are read in turns: what counts is that others get theirs, not how long it takes. */

import iconv from 'iconv-lite';
import { LongWork } from '../../src/bindings/long-work';
import { readMediaType } from '../../src/bindings/media-type';
import { decodeRequest } from '../../src/bindings/soap/decode';
import { send } from '../../src/conformance/exchange';
import { parseValuesInSteps } from '../../src/contract/value-collection';
import { echoService } from '../support/echo-service';
import { envelope, httpMessage, soapMessage, wrapper } from '../support/requests';
import { serveApp } from '../support/serve-app';

/** Megabytes take their time on a busy machine. */
const PATIENCE_MS = 90_000;

const MEGABYTES = 4_000_000;
const CLOSE = { Connection: 'close' };
/** Bodies as long as ASMX takes them. */
const AS_ASMX = { MAX_REQUEST_BYTES: '4194304', MAX_FORM_BYTES: '4194304', MAX_ELEMENTS: '2000000' };
const fill = (unit: string) => unit.repeat(Math.floor(MEGABYTES / unit.length));

/** How often the event loop came round while `work` was on its way. */
async function roundsDuring(work: Promise<unknown>): Promise<number> {
  let rounds = 0;
  let done = false;
  const finished = work.finally(() => {
    done = true;
  });
  while (!done) {
    await new Promise((resolve) => setImmediate(resolve));
    rounds++;
  }
  await finished;
  return rounds;
}

const call = (content: string) => envelope('1.1', content + wrapper('SelectEvents', '<month>1</month>'));

test.each([
  ['a comment', call(`<!--${fill('x')}-->`), '200'],
  ['text', call(fill(' a')), '200'],
  [
    'attributes',
    call(`<a ${'b="c" '.repeat(1)}/>${fill('<a b="c" d="e" f="g" h="ijklmnopqrstuvwxyz 0123456789 "/>')}`),
    '200',
  ],
  ['elements', call(fill('<a/>')), '200'],
  ['a value', envelope('1.1', wrapper('SelectEvents', `<month>${fill(' ')}</month>`)), '500'],
])('a SOAP request of four megabytes of %s is read in many turns', async (_name, body, status) => {
  const address = await serveApp(echoService(), AS_ASMX);
  const answer = send(soapMessage('1.1', 'SelectEvents', body, CLOSE), address, PATIENCE_MS);
  expect(await roundsDuring(answer)).toBeGreaterThan(40);
  expect(String((await answer).status)).toBe(status);
});

test('a slow encoding is decoded in turns, no character torn between two', async () => {
  const address = await serveApp(echoService(), AS_ASMX);
  const text = `${call(`<!--${'漢字'.repeat(100_001)}-->`)}`;
  const bytes = iconv.encode(text, 'shift_jis');
  const headers = { ...CLOSE, 'Content-Type': 'text/xml; charset=shift_jis' };
  const answer = send(soapMessage('1.1', 'SelectEvents', bytes, headers), address, PATIENCE_MS);
  expect(await roundsDuring(answer)).toBeGreaterThan(10);
  expect((await answer).status).toBe(200);
});

test.each([
  ['pairs', fill('a=b&'), 500],
  ['one value', `month=1&year=2&x=${fill('%41')}`, 200],
])('a form of four megabytes of %s is read, or refused, in turns', async (_name, body, status) => {
  const address = await serveApp(echoService(), AS_ASMX);
  const headers = { ...CLOSE, 'Content-Type': 'application/x-www-form-urlencoded' };
  const { status: got } = await send(
    httpMessage('POST /WebServices/Events.asmx/SelectEvents HTTP/1.1', headers, body),
    address,
    PATIENCE_MS,
  );
  expect(got).toBe(status);
});

test('one long work is done before the next begins, and a failing one stops nobody', async () => {
  const longWork = new LongWork();
  const order: string[] = [];
  function* work(name: string, fails = false): Generator<void, string> {
    order.push(`${name} begins`);
    yield;
    if (fails) throw new Error(name);
    order.push(`${name} ends`);
    return name;
  }
  const all = await Promise.allSettled([
    longWork.run(work('a')),
    longWork.run(work('b', true)),
    longWork.run(work('c')),
  ]);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'c begins', 'c ends']);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

/** What came of it, and in how many steps. */
function inSteps<Result>(work: Generator<void, Result>): { readonly result: Result; readonly steps: number } {
  let steps = 0;
  let step = work.next();
  for (; step.done !== true; step = work.next()) steps++;
  return { result: step.value, steps };
}

test('one long value of a form is read in many steps, and one long name', () => {
  const value = inSteps(parseValuesInSteps(Buffer.from(`x=${'%41'.repeat(100_000)}`)));
  expect(value.result.get('x')).toBe('A'.repeat(100_000));
  expect(value.steps).toBeGreaterThan(10);
  const name = inSteps(parseValuesInSteps(Buffer.from(`${'%41'.repeat(100_000)}=x`)));
  expect(name.result.get('A'.repeat(100_000))).toBe('x');
  expect(name.steps).toBeGreaterThan(10);
});

test('the slowest encoding is decoded in steps of 8 KB, wherever a step ends', () => {
  const text = '+AGE-'.repeat(20_000);
  const mediaType = readMediaType('text/xml; charset=utf-7');
  const { result, steps } = inSteps(decodeRequest(Buffer.from(text), mediaType));
  expect(result.text === 'a'.repeat(20_000)).toBe(true);
  expect(steps).toBeGreaterThanOrEqual(text.length / 8_192);
});
