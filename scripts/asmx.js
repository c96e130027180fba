#!/usr/bin/env node
const { isUtf8 } = require('node:buffer');
const { execFileSync, spawnSync } = require('node:child_process');
const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { parseArgs } = require('node:util');
const fc = require('fast-check');
const { ENDPOINT, httpMessage } = require('../test/support/calls');
const { converse } = require('../test/support/raw-http');
const { runScript, wholeNumber, WrongUse } = require('../test/support/script');
const { envelopes } = require('./fuzz/envelopes');
const { forms, queries, recorded } = require('./fuzz/requests');

const HELP = `Sends the same requests to the service and to the original code of ASMX, which Mono contains, and compares
the answers. The exit status is 1 if an answer differs or nothing was compared. The script needs mono and mcs: on Debian,
the package mono-complete has them.

  npm run asmx                       5,000 requests
  npm run asmx -- --requests 50000   another number of requests
  npm run asmx -- --seed 7           the same requests as an earlier run
`;

/** The output shows at most this number of differences, and this number of characters of an answer. */
const SHOWN = 5;
const SHOWN_LENGTH = 1_000;

/** ASP.NET enables GET and POST only for requests from its own machine. */
const WEB_CONFIG = `<configuration><system.web>
  <customErrors mode="On"/>
  <webServices><protocols><add name="HttpGet"/><add name="HttpPost"/></protocols></webServices>
</system.web></configuration>`;

/** Matches a POST to the service, and a GET or POST to one of its methods. */
const REQUEST_LINE = new RegExp(
  `^(POST|GET(?= ${ENDPOINT}/)) ${ENDPOINT}(/\\w{1,100})?(?:\\?([\\x21-\\x7e]*))? HTTP/1.1$`,
);

/** Matches queries and forms that Mono's System.Web reads differently from .NET, because it is a rewrite. */
const OTHER_PAIRS = /^\xef\xbb\xbf|[<#]|%3c|%u|&#|%26%23|(?:^|&)[^=&]+(?:&|$)|^.{2049}/is;

// The type check does not follow this path, because it may run before the build.
const built = (/** @type {string} */ name) => require(join(__dirname, '../dist', name));
const { createApp } = /** @type {typeof import('../src/app')} */ (built('app'));
const { createServer } = /** @type {typeof import('../src/server')} */ (built('server'));
const { serviceFromFunction } = /** @type {typeof import('../src/contract/operations')} */ (
  built('contract/operations')
);
const { loadConfig } = /** @type {typeof import('../src/config')} */ (built('config'));

/**
 * @typedef {object} Request
 * @property {string} method
 * @property {string} pathInfo
 * @property {string} query
 * @property {string | undefined} type
 * @property {string | undefined} action
 * @property {Buffer} body
 *
 * @typedef {{ status: number, type: string, body: string }} Answer
 */

runScript(HELP, async (onEnd) => {
  const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });
  const seed = wholeNumber('--seed', values.seed) ?? Math.floor(Math.random() * 2 ** 31);
  const numRuns = wholeNumber('--requests', values.requests) ?? 5_000;
  console.log(`seed ${seed}`);
  const drawn = fc.sample(fc.oneof(envelopes, recorded, forms, queries), { seed, numRuns });
  const requests = drawn.flatMap(({ bytes }) => asmxRequest(bytes) ?? []).filter(isComparable);
  if (requests.length === 0)
    throw new Error(
      'Nothing was compared, because none of these requests can be sent to ASMX: set --requests to a larger number.',
    );
  const expected = askAsmx(requests, onEnd);
  const ask = await startService(onEnd);
  let differing = 0;
  for (const [index, request] of requests.entries()) {
    const [answer, other] = [await ask(request), expected[index]];
    if (other !== undefined && isSame(answer, other)) continue;
    if (++differing > SHOWN) continue;
    console.log(`FAILED ${JSON.stringify({ ...request, body: request.body.toString() })}`);
    for (const one of [answer, other]) console.log(`  ${JSON.stringify(one).slice(0, SHOWN_LENGTH)}`);
  }
  console.log(`${requests.length} answers compared: ${differing} differ`);
  return differing;
});

/**
 * Returns what ASMX's host needs to make the same request, or `undefined` if the host could not make it.
 * @param {Buffer} bytes
 * @returns {Request | undefined}
 */
function asmxRequest(bytes) {
  const end = bytes.indexOf('\r\n\r\n');
  const [line = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [, method, pathInfo = '', query = ''] = REQUEST_LINE.exec(line) ?? [];
  if (method === undefined) return undefined;
  const valuesOf = (/** @type {string} */ name) =>
    lines
      .filter((one) => one.toLowerCase().startsWith(`${name}:`))
      .map((one) => one.slice(name.length + 1).trim());
  const [types, actions] = [valuesOf('content-type'), valuesOf('soapaction')];
  if (types.length > 1 || actions.length > 1) return undefined;
  // Node's server rejects control characters, and `httpMessage` writes headers in UTF-8.
  if (/[^\t\x20-\x7e]/.test(`${types[0]}${actions[0]}`)) return undefined;
  const [[type], [action]] = [types, actions];
  return { method, pathInfo, query, type, action, body: bytes.subarray(end + 4) };
}

/**
 * Returns false if the answers may differ: because of the service's own limits (contract 10.1), an element in a
 * parameter (docs/compatibility.md), or Mono's libraries around ASMX, which treat some pairs, scripts, markup in
 * headers, invalid bytes, UTF-7, UTF-32 and GB 18030 differently.
 * @param {Request} request
 */
function isComparable({ pathInfo, query, type = '', action = '', body }) {
  const bytes = body.toString('latin1');
  if (pathInfo !== '' && (OTHER_PAIRS.test(query) || OTHER_PAIRS.test(bytes))) return false;
  // Text in UTF-16 has a NUL beside each ASCII character.
  const text = bytes.replaceAll('\0', '');
  if (/[^<]{1000}/.test(text) || text.split('<a>').length > 250 || text.includes('a250=')) return false;
  if (/<(\w+:)?(month|year|from|to|intEventID|bolAsJSON)\b[^<>]*>\s*<[^/!?]/.test(text)) return false;
  if (/^application\/json|<|&#|utf-(7|32)|gb18030/i.test(type + action)) return false;
  if (bytes.includes('\0')) return isUtf8(body) || !bytes.includes('\0\0');
  return isUtf8(body) || !/charset|^text/i.test(type);
}

/**
 * @param {readonly Request[]} requests
 * @param {import('../test/support/script').OnEnd} onEnd
 * @returns {readonly Answer[]}
 */
function askAsmx(requests, onEnd) {
  if (spawnSync('mcs', ['--version']).error !== undefined)
    throw new WrongUse('The script needs mono and mcs: install mono-complete.');
  const folder = mkdtempSync(join(tmpdir(), 'asmx-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['bin', 'WebServices']) mkdirSync(join(folder, name));
  const compile = (/** @type {readonly string[]} */ ...options) =>
    execFileSync('mcs', [...options, '-r:System.Web,System.Web.Services', join(__dirname, 'asmx/Host.cs')]);
  compile(`-out:${join(folder, 'Host.exe')}`);
  // The application domain of ASP.NET loads the program a second time, as a library in `bin`.
  compile('-target:library', `-out:${join(folder, 'bin/Host.dll')}`);
  writeFileSync(join(folder, 'WebServices/Events.asmx'), '<%@ WebService Language="C#" Class="Events" %>');
  writeFileSync(join(folder, 'Web.config'), WEB_CONFIG);
  const base64 = (/** @type {string | undefined} */ text) =>
    text === undefined ? '-' : Buffer.from(text, 'latin1').toString('base64');
  const lines = requests.map(({ method, pathInfo, query, type, action, body }) =>
    [method, ...[pathInfo, query, type, action].map(base64), body.toString('base64')].join('\t'),
  );
  writeFileSync(join(folder, 'requests'), `${lines.join('\n')}\n`);
  const output = execFileSync('mono', [join(folder, 'Host.exe'), folder, join(folder, 'requests')], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  return output
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [status, type = '', body = ''] = line.split('\t');
      return { status: Number(status), type, body: Buffer.from(body, 'base64').toString() };
    });
}

/**
 * @param {import('../test/support/script').OnEnd} onEnd
 * @returns {Promise<(request: Request) => Promise<Answer>>}
 */
async function startService(onEnd) {
  const service = serviceFromFunction(async ({ operation, args }) =>
    [
      operation,
      ...Object.values(args).map((one) => String(one).replace(/^[tf]/, (first) => first.toUpperCase())),
    ].join('|'),
  );
  // ASMX accepts bodies up to this length.
  const config = loadConfig({ MAX_BODY_BYTES: '4194304' });
  const server = createServer(createApp({ service, config }), config);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  onEnd(() => server.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return async ({ method, pathInfo, query, type, action, body: sent }) => {
    const typed = type === undefined ? {} : { 'Content-Type': type };
    const headers = { ...typed, ...(action !== undefined && { SOAPAction: action }) };
    const target = `${ENDPOINT}${pathInfo}${query && `?${query}`}`;
    const message = httpMessage(`${method} ${target} HTTP/1.1`, headers, sent);
    const { answers } = await converse({ hostname: '127.0.0.1', port }, [message], 1);
    const [answer] = answers;
    if (answer === undefined) throw new Error('The service gave no answer.');
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', body: answer.body };
  };
}

/**
 * Mono leaves `{0}` in some messages, and has LF in others. ASMX writes references to characters that XML does not
 * allow, and the service writes U+FFFD. For half a surrogate pair in a fault, ASP.NET shows its error page instead
 * (docs/compatibility.md).
 * @param {Answer} service the service's answer
 * @param {Answer} mono the answer of ASMX on Mono
 */
function isSame(service, mono) {
  const plain = (/** @type {string} */ text) =>
    text.replaceAll('\r\n', '\n').replace(/&#x([0-8BCEF]|1[0-9A-F]|FFF[EF]);/g, '\ufffd');
  if (mono.type === 'text/html') return service.status === mono.status && service.body.includes('\ufffd');
  const parts = plain(mono.body)
    .split(/\{\d\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const body = new RegExp(`^${parts.join('[^]*')}$`);
  return service.status === mono.status && service.type === mono.type && body.test(plain(service.body));
}
