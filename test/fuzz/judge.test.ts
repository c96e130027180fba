/** The fuzzer finds planted faults. Without this test a judge that finds nothing could be blind. */
import path from 'node:path';
import express, { type RequestHandler } from 'express';
import { faultOf } from '../../scripts/fuzz/judge';
import { play } from '../../scripts/fuzz/play';
import { loadConfig } from '../../src/config';
import { createServer } from '../../src/server';
import { listening } from '../support/listening';
import { type RawAnswer, readAnswers } from '../support/raw-http';

const answer = (body: string, type = 'text/plain'): RawAnswer => ({
  ...{ status: 200, reason: 'OK' },
  headers: new Map([['content-type', type]]),
  body,
  exact: '',
});

test.each([
  ['Error: x\n    at read (/srv/events/main.js:17:4)', 'a stack'],
  ['syntax error at or near "SELECT"', 'SQL'],
  ['SELECT id FROM event WHERE id = $1', 'SQL'],
  ['An error occurred on the server.', 'a bug'],
  [`no such file ${path.join(__dirname, '../../package.json')}`, 'a path'],
  ['root:x:0:0:root', 'a path'],
  ['the password is sesame-1', 'a value of the environment'],
])('%j in an answer or its headers is noticed', (text, what) => {
  expect(faultOf(answer(text), ['sesame-1'])).toContain(what);
  // A redirect without a body could show the text in its Location.
  expect(faultOf({ ...answer(''), headers: new Map([['location', text]]) }, ['sesame-1'])).toContain(what);
});

test.each([199, 600])('the status %i is noticed', (status) => {
  expect(faultOf({ ...answer(''), status }, [])).toBe(`status ${status}`);
});

test.each([
  ['<a><b></a>', 'text/xml; charset=utf-8'],
  ['<a/>', 'application/json'],
])('%j is noticed as an invalid %s', (body, type) => {
  expect(faultOf(answer(body, type), [])).toContain('no well-formed');
});

test('right answers have no fault', () => {
  expect(faultOf(answer('<a>1; DROP TABLE event</a>', 'text/xml'), ['sesame-1'])).toBeUndefined();
});

test.each([
  'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: a\0b\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX y: a\r\n\r\n',
  'HTTP/1.1 200 OK\r\nX: a\r\n\r\n',
  'hello\r\n\r\n',
])('%j is not an answer', (text) => {
  expect(() => readAnswers(Buffer.from(text), '')).toThrow();
});

test('an answer is read to its end, also if it is in chunks, and so is the next one', () => {
  const chunks =
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n';
  const known = 'HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno';
  const { answers } = readAnswers(Buffer.from(chunks + known), 'GET');
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, 'abc0123456789'],
    [404, 'no'],
  ]);
});

/** Runs the fuzzer against a server with this handler. @param path repeats one failure */
async function findingsOf(handle: RequestHandler, path?: string) {
  const address = await listening(createServer(express().use(handle), loadConfig({})));
  return play({ address, proof: 'right', secrets: ['sesame-1'], seed: 1, count: 150, path });
}

const right: RequestHandler = (_request, response) => void response.send('right');

test('a server that gives the same answer to everything passes', async () => {
  const { failure, hostile, good } = await findingsOf(right);
  expect(failure).toBeUndefined();
  expect(hostile).toBe(150);
  expect(good).toBeGreaterThan(75);
});

test.each<[string, RequestHandler, string]>([
  [
    'shows a stack',
    (_request, response) => void response.send(new Error('x').stack),
    'the answer shows a stack',
  ],
  ['shows a secret', (_request, response) => void response.send('sesame-1'), 'a value of the environment'],
  [
    'breaks off its answer',
    ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nright'),
    'an answer is not whole',
  ],
])(
  'a server that %s for a rare request is detected, and only the request is repeated',
  async (_what, fail, complaint) => {
    const handle: RequestHandler = (request, ...others) =>
      (request.headers['content-encoding'] === undefined ? right : fail)(request, ...others);
    const { failure } = await findingsOf(handle);
    expect(failure?.complaint).toContain(complaint);
    expect(failure?.bytes).toContain('Content-Encoding: ');
    expect(failure?.path).not.toBe('');
    expect((await findingsOf(handle, failure?.path)).failure).toEqual(failure);
    // After a path without a colon, which names a request that was not made smaller, fast-check goes on.
    expect((await findingsOf(right, failure?.path.split(':')[0])).hostile).toBe(1);
  },
);

test('a server that answers differently after a rare request is detected', async () => {
  let isWrong = false;
  const { failure } = await findingsOf((request, response) => {
    response.send(isWrong ? 'wrong' : 'right');
    if (request.method === 'PUT' || request.method === 'DELETE') isWrong = true;
  });
  expect(failure?.complaint).toMatch(/good request/);
});

test('a server that sends more than the answer to a good request alone is detected', async () => {
  const used = new WeakSet<object>();
  const { failure } = await findingsOf(({ socket, url }, response) => {
    const { end } = socket;
    if (url.endsWith('?month=5&year=2031') && !used.has(socket)) socket.end = () => end.call(socket, 'x');
    used.add(socket);
    response.send('right');
  });
  expect(failure?.complaint).toMatch(/a good request .* after the hostile one got/);
});

test('a run is refused if the server gives no right answers to compare with', async () => {
  await expect(findingsOf((_request, response) => response.send('wrong'))).rejects.toThrow('A good request');
});
