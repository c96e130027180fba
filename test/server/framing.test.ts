/**
 * A request ends where RFC 9112 says, even if a proxy in front of the service could read the request differently. After
 * each case comes a call that ends the connection. If the call is answered, test and service saw the same end. If the
 * framing is wrong, the request is rejected, and no later request is answered.
 */
import { echoService } from '../support/echo-service';
import type { Listening } from '../support/listening';
import { converse } from '../support/raw-http';
import { serveApp } from '../support/serve-app';

const ENDPOINT = '/WebServices/Events.asmx';
const FORM = 'month=5&year=2031';
const NEXT = `GET ${ENDPOINT}/SelectEvents?month=7&year=2032 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`;
/** This request is in or after a body, so the service must never answer it. */
const HIDDEN = `GET ${ENDPOINT}/SelectEvents?month=9&year=2099 HTTP/1.1\r\nHost: h\r\n\r\n`;

const POST = `POST ${ENDPOINT}/SelectEvents HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
const QUESTION = `${ENDPOINT}/SelectEvents?month=5&year=2031`;
const GET = `GET ${QUESTION} HTTP/1.1\r\nHost: h\r\n`;
const lengthOf = (body: string) => `Content-Length: ${body.length}\r\n`;
const LENGTH = lengthOf(FORM);
const headers = (count: number) => Array.from({ length: count }, (_, at) => `X${at}:a\r\n`).join('');
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const IDENTITY = 'Transfer-Encoding: identity\r\n';
// From its version 9.4 on, Node's parser rejects an empty coding.
const isTaken = (process.versions.llhttp ?? '').localeCompare('9.4', 'en', { numeric: true }) < 0;
const OF_EMPTY_CODING = isTaken ? [200, 200] : [400];
const chunks = (...pieces: string[]) =>
  [...pieces, ''].map((one) => `${one.length.toString(16)}\r\n${one}\r\n`).join('');
const LONG_CHUNK = `11000\r\n${'a'.repeat(0x11000)}\r\n`;
const post = (headers: string, body: string) => `${POST}${headers}\r\n${body}`;
const get = (headers: string) => `${GET}${headers}\r\n`;
const line = (first: string) => `${first}\r\nHost: h\r\n\r\n`;

type Case = readonly [what: string, bytes: string, statuses: readonly number[]];

const CASES: readonly Case[] = [
  // The following cases are about lengths.
  ['a length', post(LENGTH, FORM), [200, 200]],
  ['no length: no body', post('', ''), [500, 200]],
  ['no length and a body', post('', `${FORM}\r\n\r\n`), [500, 400]],
  ['a length in other letters', post('cOnTent-LENGTH: 17\r\n', FORM), [200, 200]],
  ['blanks around a length', post('Content-Length: \t 17 \r\n', FORM), [200, 200]],
  ['a length of zero', post('Content-Length: 0\r\n', ''), [500, 200]],
  ['zeros before a length', post('Content-Length: 000000017\r\n', FORM), [200, 200]],
  ['two equal lengths', post(LENGTH + LENGTH, FORM), [400]],
  ['two different lengths', post(`${LENGTH}Content-Length: 0\r\n`, FORM), [400]],
  ['a list of lengths', post('Content-Length: 17, 17\r\n', FORM), [400]],
  ['a length with a sign', post('Content-Length: +17\r\n', FORM), [400]],
  ['a hexadecimal length', post('Content-Length: 0x11\r\n', FORM), [400]],
  ['an empty length', post('Content-Length:\r\n', FORM), [400]],
  ['a length past 64 bits', post('Content-Length: 99999999999999999999\r\n', FORM), [400]],
  ['a blank within a length', post('Content-Length: 1 7\r\n', FORM), [400]],
  ['a blank before the colon of a length', post('Content-Length : 17\r\n', FORM), [400]],
  ['a tab before the colon of a length', post('Content-Length\t: 17\r\n', FORM), [400]],
  ['a length too short', post('Content-Length: 5\r\n', FORM), [500, 400]],
  ['a length too long', post('Content-Length: 999\r\n', FORM), [400]],
  ['a length that hides a request', post(lengthOf(FORM + HIDDEN), FORM + HIDDEN), [500, 200]],
  ['a length of a GET', get(LENGTH) + FORM, [200, 200]],
  ['a length of a GET that hides a request', get(lengthOf(HIDDEN)) + HIDDEN, [200, 200]],
  ['a length behind a NUL', post(`X: a\0b\r\n${LENGTH}`, FORM), [400]],
  // The following cases are about chunks. In HTTP/1.0 the connection ends with the message (RFC 9112 6.1).
  ['chunks', post(CHUNKED, chunks('month=5&', 'year=2031')), [200, 200]],
  ['chunks in other letters', post('transfer-encoding: ChUnKeD\r\n', chunks(FORM)), [200, 200]],
  ['zeros before the size of a chunk', post(CHUNKED, `0000011\r\n${FORM}\r\n0\r\n\r\n`), [200, 200]],
  ['capital digits of a size', post(CHUNKED, `1B\r\n${FORM}&x=1234567\r\n0\r\n\r\n`), [200, 200]],
  ['an extension of a chunk', post(CHUNKED, `11;a=b;c="d"\r\n${FORM}\r\n0\r\n\r\n`), [200, 200]],
  ['an extension that hides a line end', post(CHUNKED, `11;a\nb\r\n${FORM}\r\n0\r\n\r\n`), [400]],
  ['an extension of 20 KB', post(CHUNKED, `11;${'a'.repeat(20_000)}\r\n${FORM}\r\n0\r\n\r\n`), [413]],
  ['a trailer', post(CHUNKED, `11\r\n${FORM}\r\n0\r\nX: a\r\n\r\n`), [200, 200]],
  ['a trailer that says a length', post(CHUNKED, `11\r\n${FORM}\r\n0\r\nContent-Length: 99\r\n\r\n`), [400]],
  ['a trailer of 20 KB', post(CHUNKED, `11\r\n${FORM}\r\n0\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`), [431]],
  ['a length and chunks', post(LENGTH + CHUNKED, chunks(FORM)), [400]],
  ['chunks and a length', post(CHUNKED + LENGTH, chunks(FORM)), [400]],
  ['chunks and a length of zero', post(`${CHUNKED}Content-Length: 0\r\n`, chunks(FORM)), [400]],
  ['chunks that hide a request', post(`${CHUNKED}Content-Length: 999\r\n`, chunks(FORM) + HIDDEN), [400]],
  ['chunked twice', post('Transfer-Encoding: chunked, chunked\r\n', chunks(FORM)), [400]],
  ['chunked in two headers', post(CHUNKED + CHUNKED, chunks(FORM)), [400]],
  ['chunked and then identity', post('Transfer-Encoding: chunked, identity\r\n', chunks(FORM)), [400]],
  ['chunked, identity in another header', post(CHUNKED + IDENTITY, chunks(FORM)), [400]],
  ['identity', post(IDENTITY, ''), [400]],
  ['identity and a length', post(IDENTITY + LENGTH, FORM), [400]],
  ['a coding that nobody knows', post('Transfer-Encoding: xchunked\r\n', chunks(FORM)), [400]],
  ['a coding that nobody knows and a length', post(`Transfer-Encoding: x\r\n${LENGTH}`, FORM), [400]],
  ['an empty coding and a length', post(`Transfer-Encoding:\r\n${LENGTH}`, FORM), OF_EMPTY_CODING],
  ['a vertical tab before chunked', post('Transfer-Encoding: \x0bchunked\r\n', chunks(FORM)), [400]],
  ['a blank before the colon of a coding', post('Transfer-Encoding : chunked\r\n', chunks(FORM)), [400]],
  ['an underscore for the hyphen', post(`Transfer_Encoding: chunked\r\n${LENGTH}`, FORM), [200, 200]],
  ['chunks of a GET', get(CHUNKED) + chunks(FORM), [200, 200]],
  ['chunks in HTTP/1.0', post(CHUNKED, chunks(FORM)).replace('HTTP/1.1', 'HTTP/1.0'), [200]],
  ['a size with a sign', post(CHUNKED, `+11\r\n${FORM}\r\n0\r\n\r\n`), [400]],
  ['a size with a prefix', post(CHUNKED, `0x11\r\n${FORM}\r\n0\r\n\r\n`), [400]],
  ['an empty size', post(CHUNKED, `\r\n${FORM}\r\n0\r\n\r\n`), [400]],
  ['a size past 64 bits', post(CHUNKED, `11111111111111111\r\n${FORM}\r\n0\r\n\r\n`), [400]],
  ['a blank before a size', post(CHUNKED, ` 11\r\n${FORM}\r\n0\r\n\r\n`), [400]],
  ['a chunk longer than its size', post(CHUNKED, `5\r\n${FORM}\r\n0\r\n\r\n`), [400]],
  ['a chunk shorter than its size', post(CHUNKED, `ff\r\n${FORM}\r\n0\r\n\r\n`), [400]],
  ['line feeds alone in chunks', post(CHUNKED, `11\n${FORM}\n0\n\n`), [400]],
  ['a carriage return alone behind a size', post(CHUNKED, `11\r${FORM}\r\n0\r\n\r\n`), [400]],
  ['chunks of a form that is too long', post(CHUNKED, chunks(`${FORM}&`, 'a'.repeat(65_536))), [500]],
  ['a wrong size after the bytes that are read', post(CHUNKED, `${LONG_CHUNK}xyz\r\n`), [500]],
  ['chunks without an end', post(CHUNKED, `11\r\n${FORM}\r\n`), [400]],
  // The following cases have wrong line ends.
  ['line feeds alone', get('').replaceAll('\r\n', '\n'), [400]],
  ['carriage returns alone', get('').replaceAll('\r\n', '\r'), [400]],
  ['a line feed alone within the headers', get('X: a\nY: b\r\n'), [400]],
  ['a carriage return alone within a value', get('X: a\rY: b\r\n'), [400]],
  ['a line feed alone that begins a coding', post(`X: a\n${CHUNKED}${LENGTH}`, FORM), [400]],
  ['a folded header', get('X: a\r\n b\r\n'), [400]],
  ['a folded coding', post(`Transfer-Encoding:\r\n chunked\r\n`, chunks(FORM)), [400]],
  ['a blank before the first header', line(`GET ${ENDPOINT}?WSDL HTTP/1.1\r\n X: a`), [400]],
  ['NUL in a value', get('X: a\0b\r\n'), [400]],
  ['NUL in a name', get('X\0: a\r\n'), [400]],
  ['a name with a blank', get('X Y: a\r\n'), [400]],
  ['an empty name', get(': a\r\n'), [400]],
  ['no colon', get('X\r\n'), [400]],
  ['8 bits in a name', get('X\xe9: a\r\n'), [400]],
  ['8 bits in a value', get('X: \xe9\r\n'), [200, 200]],
  ['headers of 16,250 bytes', get(`X: ${'a'.repeat(16_150)}\r\n`), [200, 200]],
  // The header Host is one of the 256.
  ['256 headers', get(headers(255)), [200, 200]],
  ['257 headers', get(headers(256)), [431]],
  ['1,500 headers', get(headers(1_499)), [431]],
  ['an empty line before the request', `\r\n${get('')}`, [200, 200]],
  ['ten empty lines before the request', '\r\n'.repeat(10) + get(''), [200, 200]],
  // The following cases are about hosts.
  ['no Host', `GET ${QUESTION} HTTP/1.1\r\n\r\n`, [400, 200]],
  ['no Host in HTTP/1.0', `GET ${QUESTION} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`, [200, 200]],
  ['two Hosts', post(`Host: b\r\n${LENGTH}`, FORM), [400, 200]],
  ['a second Host behind 100 headers', get(`${headers(100)}Host: b\r\n`), [400, 200]],
  ['a second Host behind 1,500 headers', get(`${headers(1_500)}Host: b\r\n`), [431]],
  ['an empty Host', get('').replace('Host: h', 'Host:'), [400, 200]],
  ['an invalid Host', get('').replace('Host: h', 'Host: a b'), [400, 200]],
  ['a Host of an address that differs', line(`GET http://attacker.example${QUESTION} HTTP/1.1`), [200, 200]],
  // The following cases have an unusual first line.
  ['two blanks in the first line', line(`GET  ${ENDPOINT} HTTP/1.1`), [200, 200]],
  ['a tab in the first line', line(`GET\t${ENDPOINT} HTTP/1.1`), [400]],
  ['a blank before the method', line(` GET ${ENDPOINT} HTTP/1.1`), [400]],
  ['a blank in the path', line(`GET /a b HTTP/1.1`), [400]],
  ['8 bits in the path', line(`GET /\xe9 HTTP/1.1`), [400]],
  ['NUL in the path', line('GET /\0 HTTP/1.1'), [400]],
  ['a fragment in the path', line('GET /#a HTTP/1.1'), [404, 200]],
  ['a path of 20 KB', line(`GET /${'a'.repeat(20_000)} HTTP/1.1`), [431]],
  ['no version', `GET ${ENDPOINT}\r\n`, [400]],
  ['HTTP/1.2', line(`GET ${ENDPOINT} HTTP/1.2`), [400]],
  ['HTTP/0.9', line(`GET ${ENDPOINT} HTTP/0.9`), [505]],
  ['http in small letters', line(`GET ${ENDPOINT} http/1.1`), [400]],
  ['a method in small letters', line(`get ${ENDPOINT} HTTP/1.1`), [400]],
  ['a method that nobody knows', line(`NOPE ${ENDPOINT} HTTP/1.1`), [400]],
  ['TRACE', line(`TRACE ${ENDPOINT} HTTP/1.1`), [405, 200]],
  ['OPTIONS of the server', line('OPTIONS * HTTP/1.1'), [404, 200]],
  // The service speaks no other protocol. connections.test.ts has the requests that ask for another protocol.
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', [400]],
  ['the hello of TLS', '\x16\x03\x01\0\xa5\x01\0\0\xa1\x03\x03', [400]],
  ['the line of the PROXY protocol', 'PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n', [400]],
  // The following cases are about expectations.
  ['an expectation that is met', post(`Expect: 100-continue\r\n${LENGTH}`, FORM), [200, 200]],
  ['an expectation that nobody knows', post(`Expect: miracles\r\n${LENGTH}`, FORM), [417, 200]],
];

let address: Listening;
beforeAll(async () => {
  address = await serveApp(echoService(), {}, undefined, 'file');
});

test.each(CASES)('%s: the request ends where it should, or is rejected', async (_what, bytes, statuses) => {
  const sent = Buffer.from(bytes + NEXT, 'latin1');
  const method = bytes.split(' ')[0] ?? '';
  const options = { method, mayWait: true };
  const seen = await converse(address, [sent], Number.POSITIVE_INFINITY, options);
  const answers = seen.answers.filter(({ status }) => status >= 200);
  expect(answers.map(({ status }) => status)).toEqual(statuses);
  expect(seen.rest).toHaveLength(0);
  expect(answers.map(({ exact }) => exact).join('')).not.toContain('SelectEvents|9|2099');
  const last = answers.at(-1);
  if (last?.status !== 200) expect(last?.headers.get('connection')).toBe('close');
  else if (answers.length > 1) expect(last.body).toContain('SelectEvents|7|2032');
});
