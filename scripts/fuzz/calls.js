/** Calls by forms and queries, and recorded requests, that no client should send. */
const fc = require('fast-check');
const { vectors } = require('../../conformance/vectors.json');
const { changed, changes, ENDPOINT, framed } = require('./message');
const { call } = require('./texts');

/** @typedef {import('./message').Hostile} Hostile */

/** Recorded requests with their body, a header or their URL changed. @type {fc.Arbitrary<Hostile>} */
const recorded = fc
  .record({
    vector: fc.constantFrom(...vectors),
    body: fc.option(changes, { freq: 3 }),
    url: fc.option(changes, { freq: 3, nil: undefined }),
    header: fc.option(fc.tuple(fc.nat(9), changes), { freq: 3, nil: undefined }),
  })
  .map(({ vector: { request }, body, url, header }) => {
    const bytes =
      'bodyBase64' in request ? Buffer.from(request.bodyBase64, 'base64') : Buffer.from(request.body ?? '');
    const headers = /** @type {[string, string][]} */ (
      Object.entries(request.headers).filter(
        ([name]) => !/^(content-length|transfer-encoding|connection|expect)$/i.test(name),
      )
    );
    const one = header === undefined ? undefined : headers[header[0] % headers.length];
    if (header !== undefined && one !== undefined)
      one[1] = changed(Buffer.from(one[1]), header[1]).toString('latin1');
    return framed({
      kind: 'recorded',
      method: request.method,
      target: url === undefined ? request.url : changed(Buffer.from(request.url), url).toString(),
      headers,
      body: body === null ? bytes : changed(bytes, body),
    });
  });

/** @type {Readonly<Record<string, (raw: string) => string>>} */
const ESCAPINGS = {
  none: (raw) => raw,
  percent: (raw) => encodeURIComponent(raw.toWellFormed()),
  units: (raw) =>
    Array.from(
      { length: raw.length },
      (_, at) => `%u${raw.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  bytes: (raw) => Array.from(Buffer.from(raw), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  blanks: (raw) => raw.replaceAll(' ', '+'),
};
const escaping = fc.constantFrom(...Object.keys(ESCAPINGS));

/** A call as a form or a query writes it: `path` is the operation's. */
const written = fc
  .record({
    call,
    escapings: fc.array(escaping, { minLength: 2, maxLength: 2 }),
    sign: fc.constantFrom('=', '=', '=', '=', '=', '=', '', '=='),
    more: fc.oneof(
      { weight: 30, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.constantFrom(999, 1_001, 5_000) },
    ),
  })
  .map(({ call: { operation, pairs }, escapings, sign, more }) => ({
    operation,
    pairs: [
      ...pairs.map(
        ([name, value], at) => name + sign + (ESCAPINGS[escapings[at] ?? 'none'] ?? String)(value),
      ),
      ...Array.from({ length: more }, (_, at) => `a${at}=`),
    ].join('&'),
  }));

/** @type {fc.Arbitrary<Hostile>} */
const forms = fc
  .record({
    written,
    type: fc.constantFrom(
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded; charset=utf-8',
      'application/x-www-form-urlencoded; charset=utf-7',
      'application/x-www-form-urlencoded; charset="gb18030',
      'multipart/form-data; boundary=a',
      'text/plain',
      '',
    ),
    damage: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: changes }),
  })
  .map(({ written: { operation, pairs }, type, damage }) =>
    framed({
      kind: 'form',
      method: 'POST',
      target: `${ENDPOINT}/${operation}`,
      headers: [['Content-Type', type]],
      body: damage === undefined ? pairs : changed(Buffer.from(pairs), damage),
    }),
  );

/** @type {fc.Arbitrary<Hostile>} */
const queries = fc
  .record({
    written,
    method: fc.constantFrom(...Array(9).fill('GET'), 'HEAD', 'PUT', 'OPTIONS', 'PROPFIND'),
  })
  .map(({ written: { operation, pairs }, method }) =>
    framed({ kind: 'query', method, target: `${ENDPOINT}/${operation}?${pairs}` }),
  );

module.exports = { recorded, written, forms, queries };
