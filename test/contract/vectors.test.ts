/**
 * Compares this service with every recorded exchange. The test does not use the comparison of the command
 * `conformance`, which test/recordings/conformance checks.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { renderWsdl } from '../../src/bindings/wsdl';
import { SoapException, VisibleError } from '../../src/contract/errors';
import { serviceFromFunction } from '../../src/contract/operations';
import type { AppOutcome, Deviation, ThrownError, Vector } from '../../src/recordings/conformance/vectors';
import { echo } from '../support/echo-service';
import { httpMessage } from '../support/requests';
import { Sender } from '../support/send';
import { serveApp } from '../support/serve-app';

const ROOT = path.join(__dirname, '../..');
const text = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const vectorsText = text('conformance/vectors.json');
const vectors: Vector[] = JSON.parse(vectorsText).vectors;
const deviations: Deviation[] = JSON.parse(text('conformance/deviations.json'));

function thrown(error: ThrownError): SoapException | VisibleError {
  const cause = error.inner === undefined ? {} : { cause: thrown(error.inner) };
  if (error.type !== 'SoapException') return new VisibleError(error.message, { type: error.type, ...cause });
  const actor = error.actor === undefined ? {} : { actor: error.actor };
  return new SoapException(error.message, { code: error.code ?? 'Server', ...actor, ...cause });
}

function outcomeOf(app: AppOutcome): () => Promise<string | null> {
  return 'throw' in app ? () => Promise.reject(thrown(app.throw)) : () => Promise.resolve(app.result);
}

let outcome: (() => Promise<string | null>) | undefined;
const served = new Map<string, Promise<Sender>>();

/** Vectors with the same configuration share a service. */
function serve(namespace: string, errorDetail: 'short' | 'long'): Promise<Sender> {
  const key = `${errorDetail} ${namespace}`;
  const service = serviceFromFunction(async (call) => (outcome === undefined ? echo(call) : outcome()));
  const env = { SERVICE_NAMESPACE: namespace, ERROR_DETAIL: errorDetail };
  const sender =
    served.get(key) ?? serveApp(service, env, undefined, 'file').then((address) => new Sender(address));
  served.set(key, sender);
  return sender;
}

async function play(vector: Vector, errorDetail: 'short' | 'long') {
  outcome = vector.app && outcomeOf(vector.app);
  const sender = await serve(vector.ns, errorDetail);
  const { method, url, body = '', bodyBase64, ...request } = vector.request;
  const bytes = bodyBase64 === undefined ? Buffer.from(body) : Buffer.from(bodyBase64, 'base64');
  const message = httpMessage(`${method} ${url} HTTP/1.1`, request.headers, bytes);
  const { exact: _exact, headers, ...answer } = await sender.send(message);
  return { ...answer, headers: Object.fromEntries(headers) };
}

/** The recorded requests went to this address. */
const SITE = 'http://localhost/WebServices/Events.asmx';

const titleOf = (page: string) => /<title>([^<]*)<\/title>/.exec(page)?.[1];
const lowerCaseNames = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
/** No exchange records these headers, because they are about the connection and the time. */
const NOT_RECORDED = ['date', 'connection', 'keep-alive'];
const without = (headers: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

test.each(vectors)('$id is answered as recorded, or as the list of differences says', async (vector) => {
  const deviation = deviations.find(({ id }) => id === vector.id);
  const { kind, exceptionMessage = '', longHead, ...want } = { ...vector.expect, ...deviation?.answer };
  const headers = without(
    lowerCaseNames({ ...vector.expect.headers, ...deviation?.answer.headers }),
    (deviation?.answer.withoutHeaders ?? []).map((name) => name.toLowerCase()),
  );
  const { status, reason, body, ...answer } = await play(vector, 'short');
  expect(status).toBe(want.status);
  if (kind === undefined) {
    expect({ reason, body }).toEqual({ reason: want.reason, body: want.body ?? '' });
    expect(without(answer.headers, NOT_RECORDED)).toEqual(headers);
  } else {
    expect(answer.headers).toMatchObject(without(headers, ['content-length']));
    if (kind === 'wsdl') expect(body).toBe(renderWsdl({ namespace: vector.ns, endpoint: SITE }));
    if (kind === 'help-page') expect(titleOf(body)).toBe('Events Web Service');
  }
  const isPage = kind === 'aspnet-error-page' && vector.request.method !== 'HEAD';
  if (!isPage && (longHead === undefined || deviation !== undefined)) return;
  const long = await play(vector, 'long');
  if (!isPage) return expect(long.body).toContain(longHead);
  expect(titleOf(body)).toBe('Runtime Error');
  expect(long.status).toBe(want.status);
  expect(titleOf(long.body)).toBe(exceptionMessage.replaceAll("'", '&#39;'));
  expect(long.body).toContain(`${want.exceptionType}: `);
});

test('nobody has changed the recorded exchanges', () => {
  expect(vectors).toHaveLength(328);
  expect(createHash('sha256').update(vectorsText).digest('hex')).toBe(
    '5af7847b5904f2ac4ba9f3a68a477848c8cbd9b1939e7924fb4234ae595633bf',
  );
});

// test/wire/compatibility.test.ts names each of these deviations.
test.each(deviations)(
  'the difference $id names a recorded exchange, a clause, and what differs',
  ({ id, reason, answer }) => {
    const vector = vectors.find((one) => one.id === id);
    if (vector === undefined) throw new Error('no such vector');
    expect(reason).toMatch(/contract \d/);
    const { withoutHeaders = [], headers, ...rest } = answer;
    expect(Object.keys(vector.expect.headers)).toEqual(expect.arrayContaining([...withoutHeaders]));
    const changed = { ...vector.expect, ...rest, headers: { ...vector.expect.headers, ...headers } };
    if (withoutHeaders.length === 0) expect(changed).not.toEqual(vector.expect);
  },
);
