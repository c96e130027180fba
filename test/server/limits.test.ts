/** Clients can't make the server hold more than its limits, which are small here and tested through real sockets. */
import { getMaxListeners } from 'node:events';
import { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { resultEncoder } from '../../src/bindings/result-encoder';
import * as wsdl from '../../src/bindings/wsdl';
import { ENDPOINT } from '../../src/contract/bindings';
import { invoke, serviceOf } from '../../src/contract/operations';
import { MemoryBudget } from '../../src/server/memory-budget';
import { endStalled } from '../../src/server/timeouts';
import { echoService } from '../support/echo-service';
import { closed, GET, gate, received, serveLimited, until } from '../support/limited-server';
import { converse } from '../support/raw-http';
import { envelope, soapMessage, wrapper } from '../support/requests';
import { send } from '../support/send';

const FORM = 'POST /WebServices/Events.asmx/SelectEvents HTTP/1.1\r\nHost: h\r\n';
const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded\r\n';
const PAIRS = 'month=3&year=2026';
const BIG = 'x'.repeat(16_000_000);
const big = echoService(async () => BIG);
/** An answer of this length is sent in one write. */
const LONG = 'x'.repeat(200_000);

test('the encoding of an answer ends when its client disconnects', async () => {
  const { service, state, letGo } = gate('x'.repeat(16_000_000));
  const { bytes, connections, open } = await serveLimited({}, service);
  const impatient = await open(GET);
  await until(() => state.waiting === 1);
  impatient.resetAndDestroy();
  await until(() => connections[0]?.destroyed === true);
  letGo();
  let turnsWithMemory = 0;
  for (let turn = 0; turn < 300; turn++) {
    await new Promise((next) => setImmediate(next));
    if (bytes.bytes > 0) turnsWithMemory++;
  }
  // To encode all slices would have taken more than a hundred turns of the event loop.
  expect(turnsWithMemory).toBeLessThan(20);
});

test('the WSDLs of 32 addresses are kept, and of no more, because clients choose the address', async () => {
  const { address } = await serveLimited({});
  const rendered = jest.spyOn(wsdl as Readonly<Record<string, unknown>>, 'renderWsdl', 'get');
  const ask = (host: number) => send(`GET ${ENDPOINT}?wsdl HTTP/1.1\r\nHost: h${host}\r\n\r\n`, address);
  for (const host of [...Array(32).keys(), 0]) await ask(host);
  expect(rendered).toHaveBeenCalledTimes(32);
  // Host 32 removes host 1 from the cache, because no other host was asked less recently.
  for (const host of [32, 1]) await ask(host);
  expect(rendered).toHaveBeenCalledTimes(34);
});

describe('bodies', () => {
  const CHUNKED = `${FORM}${FORM_TYPE}Transfer-Encoding: chunked\r\n\r\n`;

  test('in chunks of one byte are read completely if a chunk of 128 bytes would be', async () => {
    const { address } = await serveLimited({ MAX_BODY_BYTES: '65536' });
    const send = async (count: number) => {
      const text = PAIRS.padEnd(count, '&');
      const chunks = [...text].map((one) => `1\r\n${one}\r\n`).join('');
      const { answers } = await converse(address, [CHUNKED + chunks, '0\r\n\r\n'], 1);
      return answers[0];
    };
    expect((await send(512))?.body).toContain('SelectEvents|3|2026');
    const tooMany = await send(513);
    expect(tooMany?.body).toContain('Maximum request length exceeded.');
    expect(tooMany?.headers.get('connection')).toBe('close');
  });

  test('of a known length may arrive in short pieces', async () => {
    const { open } = await serveLimited({});
    const call = envelope('1.1', wrapper('SelectEvents', '<month>3</month><year>2026</year>'));
    const pieces = String(soapMessage('1.1', 'SelectEvents', call)).split(/(?<=>)/);
    const client = await open();
    const answer = received(client);
    for (const piece of pieces) {
      client.write(piece);
      await sleep(2);
    }
    await until(() => answer().includes('</soap:Envelope>'));
    expect(answer()).toContain('SelectEvents|3|2026');
  });

  test('in chunks of one byte are not read beyond the refusal', async () => {
    const { open, connections } = await serveLimited({});
    const flood = await open(CHUNKED);
    flood.write('1\r\nx\r\n'.repeat(150_000));
    await closed(flood);
    // Even on a slow machine these are only a few reads of the socket.
    expect(connections[0]?.bytesRead).toBeLessThan(300_000);
  });

  test('that are refused are read a little longer, because the end of the connection could lose the answer, and then end it', async () => {
    // The time limit of a request would end it, too.
    const { open, connections } = await serveLimited({ REQUEST_TIMEOUT_MS: '600000' });
    const client = await open(`${FORM}${FORM_TYPE}Content-Length: 4194305\r\n\r\n`);
    const answer = received(client);
    await until(() => answer().includes('Maximum request length exceeded.'));
    const [{ bytesRead: before } = { bytesRead: 0 }] = connections;
    client.write('x'.repeat(1_000));
    await until(() => connections.every(({ bytesRead }) => bytesRead === before + 1_000));
    // The client has not sent the rest.
    await closed(client);
  });

  test('in short chunks cost no more than their bytes', async () => {
    const { open, bytes, connections } = await serveLimited({ MAX_BODY_BYTES: '4194304' });
    const before = process.memoryUsage();
    const slow = await open(CHUNKED);
    const chunks = `a\r\n${'x'.repeat(10)}\r\n`.repeat(30_000);
    slow.write(chunks);
    await until(() => (connections[0]?.bytesRead ?? 0) >= CHUNKED.length + chunks.length);
    expect(bytes.bytes).toBe(4_194_304);
    const { heapUsed, external } = process.memoryUsage();
    expect(heapUsed + external - before.heapUsed - before.external).toBeLessThan(60_000_000);
  });

  const LIMITED = { MEMORY_BUDGET_BYTES: '65536', MAX_BODY_BYTES: '65536' };
  const HELD = `${FORM}${FORM_TYPE}Content-Length: 65000\r\n\r\nx`;
  const padded = `${PAIRS}&x=${'x'.repeat(1000)}`;
  const small = `${FORM}${FORM_TYPE}Content-Length: ${padded.length}\r\n\r\n${padded}`;

  test('that arrive one byte at a time are given up in favour of others', async () => {
    const { address, open, bytes } = await serveLimited(LIMITED);
    const holder = await open(HELD);
    const trickle = setInterval(() => holder.write('x'), 20);
    await until(() => bytes.bytes === 65_000);
    const { answers } = await converse(address, [small], 1).finally(() => clearInterval(trickle));
    expect(answers[0]?.status).toBe(200);
  });

  test('that wait for room are read one after the other, never together', async () => {
    const { open, bytes, connections } = await serveLimited(LIMITED);
    const holder = await open(HELD);
    await until(() => bytes.bytes === 65_000);
    for (let count = 0; count < 10; count++) await open(HELD);
    await until(() => connections.every(({ bytesRead }) => bytesRead === HELD.length));
    holder.destroy();
    await until(() => connections[0]?.destroyed === true && bytes.bytes > 0);
    await sleep(100);
    expect(bytes.bytes).toBe(65_000);
  });

  test('whose clients disconnect while they wait leave nothing behind', async () => {
    const { address, open, bytes, connections, refusals } = await serveLimited(LIMITED);
    const holder = await open(HELD);
    await until(() => bytes.bytes === 65_000);
    const waiting = [await open(HELD), await open(HELD)];
    await until(() => connections.every(({ bytesRead }) => bytesRead === HELD.length));
    for (const socket of [...waiting, holder]) socket.destroy();
    await until(() => connections.every(({ destroyed }) => destroyed));
    expect((await send(small, address)).status).toBe(200);
    await until(() => bytes.bytes === 0);
    // By then each body that waits has looked for room again.
    await sleep(100);
    expect(refusals().filter((one) => one.includes('busy'))).toEqual([]);
  });

  test('in chunks reserve room for their largest length before any of it is read', async () => {
    const { open, bytes, connections } = await serveLimited({
      MEMORY_BUDGET_BYTES: '300000',
      MAX_BODY_BYTES: '300000',
    });
    for (let count = 0; count < 4; count++) (await open(CHUNKED)).write(`186a0\r\n${'x'.repeat(100_000)}`);
    await until(() => connections.every(({ bytesRead }) => bytesRead > 32_000));
    expect(bytes.bytes).toBe(300_000);
  });

  test('in chunks take only the room of their bytes once they are read', async () => {
    const { service, state, letGo } = gate();
    const { open, bytes } = await serveLimited({}, service);
    await open(`${CHUNKED}${PAIRS.length.toString(16)}\r\n${PAIRS}\r\n0\r\n\r\n`);
    await until(() => state.waiting === 1);
    expect(bytes.bytes).toBe(PAIRS.length);
    letGo();
    await until(() => bytes.bytes === 0);
  });

  test('of many requests at once on one connection raise no warning of leaks, and leave no listener', async () => {
    const { service, state, letGo } = gate('x'.repeat(300_000));
    const calls: (() => void)[] = [];
    const signals: AbortSignal[] = [];
    const listening = serviceOf((call, signal) => {
      if (signal === undefined) throw new Error('The call has no signal.');
      const abandon = () => {};
      signals.push(signal);
      signal.addEventListener('abort', abandon);
      calls.push(() => signal.removeEventListener('abort', abandon));
      return invoke(service, call);
    });
    const { open, connections } = await serveLimited({}, listening);
    const post = `${FORM}${FORM_TYPE}Content-Length: ${PAIRS.length}\r\n\r\n${PAIRS}`;
    const answers = received(await open(post.repeat(8)));
    await until(() => state.waiting === 8);
    const [connection] = connections;
    let most = 0;
    connection?.on('newListener', () => {
      most = Math.max(most, 1 + connection.listenerCount('close'));
    });
    letGo();
    await until(() => answers().split('</string>').length === 9);
    expect(most).toBeGreaterThan(10);
    expect(most).toBeLessThanOrEqual(connection?.getMaxListeners() ?? 0);
    expect(Math.min(...signals.map(getMaxListeners))).toBeGreaterThanOrEqual(8 * 4);
    for (const end of calls) end();
    // A connection with one call has as many listeners as one that had eight, and a closed connection has none.
    const answer = received(await open(post));
    await until(() => answer().includes('</string>'));
    await until(() => {
      const [many = 0, one] = connections.map((each) => each.listenerCount('close'));
      return many > 0 && many === one;
    });
  });

  test('that get no room in time are answered that the service is busy, in the form of each binding', async () => {
    const { address, open, bytes, refusals } = await serveLimited({ ...LIMITED, QUERY_TIMEOUT_MS: '100' });
    await open(HELD);
    await until(() => bytes.bytes === 65_000);
    const form = await converse(address, [small], 1);
    expect(form.answers[0]).toMatchObject({
      status: 503,
      body: 'The service is busy: try again in a moment.\r\n',
    });
    expect(form.answers[0]?.headers.get('retry-after')).toBe('1');
    for (const [version, code] of [
      ['1.1', '<faultcode>soap:Server</faultcode>'],
      ['1.2', '<soap:Value>soap:Receiver</soap:Value>'],
    ] as const) {
      const text = envelope(
        version,
        wrapper('SelectEvents', `<month>3</month><year>2026</year>${' '.repeat(1000)}`),
      );
      const { answers } = await converse(address, [soapMessage(version, 'SelectEvents', text)], 1);
      expect(answers[0]?.status).toBe(500);
      expect(answers[0]?.body).toContain(code);
      expect(answers[0]?.body).toContain('The service is busy: try again in a moment.');
    }
    expect(refusals()).toEqual(['httppost busy 503', 'soap11 busy 500', 'soap12 busy 500']);
  });
});

describe('answers that are not taken', () => {
  test.each([
    ['a call', GET],
    ['a feed', 'GET /calendar/bootstrap?from=1&to=2 HTTP/1.1\r\nHost: h\r\n\r\n'],
  ])('of %s are counted until the client disconnects', async (_what, request) => {
    const { open, bytes } = await serveLimited({}, big, { feeds: { events: big, bootstrap: big } });
    const reader = await open(request);
    reader.pause();
    await until(() => bytes.bytes > 1_000_000);
    reader.destroy();
    await until(() => bytes.bytes === 0);
  });

  test('are counted until the client has taken them, even if they were sent before', async () => {
    let calls = 0;
    const { open, bytes, call } = await serveLimited(
      {},
      echoService(async () => {
        calls++;
        return LONG;
      }),
    );
    await call();
    expect(bytes.bytes).toBe(0);
    const reader = await open();
    reader.pause();
    // Requests go one after the other, because a connection may not pipeline many.
    while (bytes.bytes <= LONG.length) {
      const before = calls;
      reader.write(GET);
      await until(() => calls > before);
      await sleep(5);
    }
    reader.resume();
    await until(() => bytes.bytes === 0);
    expect(reader.closed).toBe(false);
  });

  test('are sent only as fast as they are taken, and counted with their bytes, even if they come from the cache', async () => {
    const result = await resultEncoder(new MemoryBudget(1_000_000, () => {}))(BIG);
    const { open, bytes, connections } = await serveLimited(
      {},
      serviceOf(async () => result),
    );
    (await open(GET)).pause();
    await until(() => (connections.at(-1)?.writableLength ?? 0) > 0);
    expect(connections.at(-1)?.writableLength).toBeLessThan(1_000_000);
    expect(bytes.bytes).toBe(BIG.length);
  });

  test('end the connection when others need the room', async () => {
    const { open, bytes, hits } = await serveLimited({ MEMORY_BUDGET_BYTES: '1000000' }, big);
    const reader = await open(GET.repeat(2));
    reader.pause();
    await until(() => hits().includes('memory-budget'));
    await until(() => bytes.bytes === 0);
  });

  test('end the connection also when they were sent in one write', async () => {
    let [sent, called] = [0, 0];
    const { open, bytes, hits, connections } = await serveLimited(
      { MEMORY_BUDGET_BYTES: '500000', MAX_BODY_BYTES: '400000' },
      echoService(async () => {
        called++;
        return LONG;
      }),
    );
    const reader = await open();
    reader.pause();
    // The kernel buffers the first answers, and the last one waits for the client.
    await until(() => {
      if (sent === called && bytes.bytes === 0) {
        sent++;
        reader.write(GET);
      }
      return (connections[0]?.writableLength ?? 0) > 0;
    });
    await open(`${FORM}${FORM_TYPE}Content-Length: 400000\r\n\r\nx`);
    await until(() => connections[0]?.destroyed === true);
    expect(hits()).toEqual(['memory-budget']);
  });

  test('end the connection after the stall timeout, even if the system clock stands still', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const { open, bytes, hits } = await serveLimited(
      // The time limit of an answer does not include the query, and does not restart when its first bytes leave.
      { QUERY_TIMEOUT_MS: '600000' },
      big,
      { answerTimeoutMs: 200 },
    );
    (await open(GET)).pause();
    await until(() => hits().includes('answer-time'));
    await until(() => bytes.bytes === 0);
    clock.mockRestore();
  });

  test('may stand still for less than the stall timeout, and again after each progress', () => {
    const server = new Server();
    const observe = jest.fn();
    endStalled(server, { answerTimeoutMs: 1000, keepAliveTimeoutMs: 1 }, observe);
    const socket = { timeout: server.timeout, bytesWritten: 1, writableLength: 9 };
    const client = Object.assign(socket, { setTimeout: () => {}, destroy: () => {} });
    const clock = jest.spyOn(performance, 'now');
    const pollAt = (...times: readonly number[]) => {
      for (const time of times) {
        clock.mockReturnValue(time);
        server.emit('timeout', client);
      }
    };
    pollAt(0, 200, 400, 600, 800);
    client.bytesWritten += 1;
    pollAt(1000, 1200, 1400, 1600, 1800);
    expect(observe).not.toHaveBeenCalled();
    pollAt(2000);
    expect(observe.mock.calls).toEqual([[{ kind: 'limit-hit', limit: 'answer-time' }]]);
    clock.mockRestore();
  });

  test('may wait long for a running call, because it is not a stall of the client', async () => {
    const { address } = await serveLimited(
      { QUERY_TIMEOUT_MS: '60000', MEMORY_BUDGET_BYTES: '65536' },
      echoService(async () => {
        await sleep(1_200);
        return 'late';
      }),
      { answerTimeoutMs: 20 },
    );
    // The body of this request takes the whole budget.
    const [, name = '', value = ''] = /^(.*): (.*)\r/.exec(FORM_TYPE) ?? [];
    const answer = await fetch(`${address.url}/WebServices/Events.asmx/SelectEvents`, {
      ...{ method: 'POST', headers: { [name]: value }, body: PAIRS.padEnd(65_536, '&') },
    });
    expect(await answer.text()).toContain('late');
  });

  test.each([false, true])(
    'of any length reach a client that reads: encoded before: %s',
    async (isEncoded) => {
      const text = 'x'.repeat(2_000_000);
      const result = isEncoded ? await resultEncoder(new MemoryBudget(1_000_000, () => {}))(text) : text;
      const { address, bytes } = await serveLimited(
        { MEMORY_BUDGET_BYTES: '65536' },
        serviceOf(async () => result),
      );
      const answer = await fetch(`${address.url}/WebServices/Events.asmx/SelectEvents?month=3&year=2026`);
      expect((await answer.text()).replaceAll(/x{1000}/g, '')).toMatch(/>x*<\/string>$/);
      await until(() => bytes.bytes === 0);
    },
  );
});

test('the time for the headers begins with their first byte, because clients open connections before they need them', async () => {
  const { address, open } = await serveLimited({ REQUEST_TIMEOUT_MS: '1' });
  const unused = await open();
  const answer = received(unused);
  // This connection is too slow with its headers. The unused one is older, so it would be too slow, too.
  const { answers } = await converse(address, ['GET / HTTP/1.1\r\n'], 1);
  expect(answers.map(({ status }) => status)).toEqual([408]);
  unused.write(GET);
  await until(() => answer().includes('</string>'));
  expect(answer()).toMatch(/^HTTP\/1.1 200 OK/);
});

test('a connection without a request is closed like one between two requests', async () => {
  const { open, hits } = await serveLimited({ KEEP_ALIVE_TIMEOUT_MS: '1' });
  await closed(await open());
  expect(hits()).toEqual(['idle-time']);
});

test.each([
  ['header-bytes', {}, `${GET.slice(0, -2)}X: ${'x'.repeat(16_384)}\r\n\r\n`, 431],
  ['headers-time', { REQUEST_TIMEOUT_MS: '1' }, 'GET / HTTP/1.1\r\n', 408],
  ['request-time', { REQUEST_TIMEOUT_MS: '1' }, `${FORM}${FORM_TYPE}Content-Length: 9\r\n\r\nx`, 408],
])('a request beyond the limit %s is answered and counted', async (limit, env, bytes, status) => {
  const { address, hits } = await serveLimited(env);
  const { answers } = await converse(address, [bytes], 2);
  expect(answers.map((answer) => answer.status)).toEqual([status]);
  expect(hits()).toEqual([limit]);
});
