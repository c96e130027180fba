/** Each row of the bench sends the calls that its title names, and knows the bytes of every answer. */
import http from 'node:http';
import { EVENTS_A_MONTH, eventOf, FIRST_ID, MARKUP_MONTHS_FROM } from '../../bench/data';
import { probe } from '../../bench/load/client';
import { Connection } from '../../bench/load/connection';
import { echo } from '../../bench/load/question';
import { answersOf, requestsOf } from '../../bench/load/workload';
import { ROW, rowsOf } from '../../bench/rows';
import { EventService } from '../../src/app/event-service';
import { loadConfig } from '../../src/config';
import { eventRows } from '../../src/formats/event';
import { MemoryStore } from '../../src/testing/events/memory-store';
import { listening } from '../support/listening';
import { serveApp } from '../support/serve-app';

const MAY = 4;
const ASKED = 2;

/** Returns the numbers of the events that the rows ask for in their first calls. */
function asked(): readonly number[] {
  const months = [MAY, MARKUP_MONTHS_FROM].map((month) => month * EVENTS_A_MONTH);
  const ofMonths = months.flatMap((first) =>
    Array.from({ length: 10 * EVENTS_A_MONTH }, (_, index) => first + index),
  );
  const each = Array.from({ length: ASKED + 1 }, (_, n) => (n * 7_919) % (MARKUP_MONTHS_FROM * 1_000));
  return [...new Set([...ofMonths, ...each])];
}

const events = asked().map((number) => ({ ...eventOf(number), uid: String(number) }));
const store = new MemoryStore(eventRows(JSON.stringify(events)));
const AT_ONCE = {
  selectEventsRanged: async (from: bigint, to: bigint) => echo(from, to),
  selectEvent: async () => null,
  selectEvents: async () => null,
};

/** Returns the ids of the first and the last event of a list. */
const listOf = (month: number, count = EVENTS_A_MONTH) =>
  [0, count - 1].map((index) => String(FIRST_ID + month * EVENTS_A_MONTH + index));
const TEN_MONTHS = 10 * EVENTS_A_MONTH;

/** Maps each row to its request, and to texts of its first and its second answer. */
const ROWS_ASK: Readonly<
  Record<keyof typeof ROW, readonly [RegExp, readonly string[], (readonly string[])?]>
> = {
  get: [/^GET .*Ranged\?from=/, ['m 1500000000000'], ['m 1500000000001']],
  post: [/^POST .*Ranged HTTP/, ['m 1500000000000'], ['m 1500000000001']],
  soap11: [/^POST .*xmlsoap\.org.*<from>/s, ['m 1500000000000'], ['m 1500000000001']],
  soap12: [/^POST .*2003\/05.*<from>/s, ['m 1500000000000'], ['m 1500000000001']],
  newShape: [/^POST .*xmlsoap\.org.*<from>/s, ['m 1500000000000'], ['m 1500000000001']],
  wsdl: [/^GET .*\?WSDL/, ['wsdl:definitions']],
  sameIdGet: [/^GET .*\/SelectEvent\?/, ['Event 104568']],
  sameIdSoap: [/^POST .*xmlsoap\.org.*<SelectEvent /s, ['Event 104568']],
  eachIdGet: [/^GET .*\/SelectEvent\?/, ['Event 100001'], ['Event 107920']],
  eachIdSoap: [/^POST .*xmlsoap\.org.*<SelectEvent /s, ['Event 100001'], ['Event 107920']],
  monthGet: [/^GET .*\/SelectEvents\?/, listOf(MAY)],
  monthSoap: [/^POST .*xmlsoap\.org.*<SelectEvents /s, listOf(MAY)],
  monthChanged: [/^GET .*\/SelectEvents\?/, listOf(MAY)],
  tenMonthsChanged: [/^GET .*Ranged\?/, listOf(MAY, TEN_MONTHS)],
  monthMarkup: [/^GET .*\/SelectEvents\?/, ['Q&amp;A', ...listOf(MARKUP_MONTHS_FROM)]],
  tenMonthsMarkup: [/^GET .*Ranged\?/, ['Q&amp;A', ...listOf(MARKUP_MONTHS_FROM, TEN_MONTHS)]],
  monthXml: [/^GET .*\/SelectEvents\?/, ['&lt;id&gt;', ...listOf(MAY)]],
  monthIcalendar: [/^GET .*\/SelectEvents\?/, ['BEGIN:VEVENT', ...listOf(MAY)]],
  monthFormatFile: [/^GET .*\/SelectEvents\?/, ['EventID', ...listOf(MAY)]],
};

const NAMES = Object.keys(ROW) as (keyof typeof ROW)[];

test.each(NAMES)(
  '%s: the requests are the intended ones, and every answer is the expected one',
  async (name) => {
    const [row = ROW.get] = rowsOf(` ${name}`);
    expect(row).toBe(ROW[name]);
    const env = { LIST_FORMAT: row.listFormat ?? 'json' };
    const service = row.stage === 'echo' ? AT_ONCE : new EventService(store, loadConfig(env));
    const { port } = await serveApp(service, env);
    const { workload, body } = await probe(port, row);
    const answers = answersOf(workload);
    const connection = new Connection(port);
    const bodies = [body];
    for (let n = 1; n <= ASKED; n++) {
      const { status, body: bytes } = await connection.ask(requestsOf(row)(n));
      expect([n, status, bytes.equals(answers(n))]).toEqual([n, 200, true]);
      bodies.push(bytes.toString('latin1'));
    }
    connection.close();

    const [request, first, second = first] = ROWS_ASK[name];
    const [, one, other] = [0, 1, 2].map((n) => requestsOf(row)(n).toString());
    expect(one).toMatch(request);
    for (const [index, parts] of [first, second].entries())
      expect(parts.filter((part) => !bodies[index]?.includes(part))).toEqual([]);
    const prefixOf = (text = '') => /<(\w+):Envelope/.exec(text)?.[1];
    expect(prefixOf(one) === prefixOf(other)).toBe(row.newShapes === undefined);
  },
);

test('an answer in JSON to a row of another format is refused', async () => {
  const { port } = await serveApp(new EventService(store, loadConfig({})));
  await expect(probe(port, ROW.monthXml)).rejects.toThrow('JSON, and not xml');
});

test('all rows are measured if no names are given', () => {
  expect(rowsOf(undefined)).toEqual(Object.values(ROW));
});

const LONG = 'x'.repeat(300_000);

test.each([
  [
    'with its length',
    {},
    (response: http.ServerResponse) => response.setHeader('Content-Length', LONG.length + 4),
    1,
  ],
  ['in chunks', {}, () => {}, 1],
  ['before the connection ends', { Connection: 'close' }, () => {}, 2],
])('an answer is read to its end: %s', async (_how, headers, prepare, connections) => {
  const server = http.createServer((_request, response) => {
    prepare(response);
    response.writeHead(200, headers);
    response.write('from');
    setImmediate(() => response.end(LONG));
  });
  let opened = 0;
  server.on('connection', () => opened++);
  const { port } = await listening(server);
  const connection = new Connection(port);
  for (const _ of [1, 2]) {
    const { status, body } = await connection.ask(requestsOf(ROW.get)(0));
    expect([status, body.toString('latin1') === `from${LONG}`]).toEqual([200, true]);
  }
  expect(opened).toBe(connections);
  connection.close();
});

test('an answer that breaks off fails its call, and the next call uses a new connection', async () => {
  let calls = 0;
  const { port } = await listening(
    http.createServer((_request, response) => {
      response.writeHead(200, { 'Content-Length': 4 });
      if (++calls === 1) response.write('12', () => response.destroy());
      else response.end('1234');
    }),
  );
  const connection = new Connection(port);
  await expect(connection.ask(requestsOf(ROW.get)(0))).rejects.toThrow('ended');
  expect(String((await connection.ask(requestsOf(ROW.get)(0))).body)).toBe('1234');
  connection.close();
});
