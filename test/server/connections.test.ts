/** The number of connections is limited, a new connection may close an old one, and pipelining is limited. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { disconnectSignal } from '../../src/server/connections';
import { echoService } from '../support/echo-service';
import { closed, GET, gate, POST, received, serveLimited, until } from '../support/limited-server';
import { converse } from '../support/raw-http';

const HELD_BODY = `${POST}Content-Length: 9\r\n\r\nmonth=3&`;

describe('MAX_CONNECTIONS', () => {
  test('an answered connection counts as idle, and a closed one does not count', async () => {
    const { service, state, letGo } = gate();
    const { connections, open, call, hits } = await serveLimited({ MAX_CONNECTIONS: '3' }, service);
    const left = await open();
    const answered = await open(GET);
    await until(() => state.waiting === 1);
    const silent = await open();
    letGo();
    await once(answered, 'data');
    left.destroy();
    await until(() => connections[0]?.closed === true);
    const third = await open();
    expect(hits()).toEqual([]);
    expect((await call()).answers[0]?.status).toBe(200);
    await closed(silent);
    expect([answered.destroyed, third.destroyed]).toEqual([false, false]);
    expect(hits()).toEqual(['connections']);
    await open();
    await open();
    await closed(answered);
  });

  test('a connection whose request has begun is not idle, even while its body is awaited', async () => {
    const { connections, open } = await serveLimited({ MAX_CONNECTIONS: '2' });
    const begun = await open();
    const idle = await open();
    begun.write(HELD_BODY);
    await until(() => connections[0]?.bytesRead === HELD_BODY.length);
    await open();
    await closed(idle);
    expect(begun.destroyed).toBe(false);
  });

  test('connections that arrive at once end the same number of others', async () => {
    const { connections, address, open } = await serveLimited({ MAX_CONNECTIONS: '40' });
    for (let count = 0; count < 40; count++) await open();
    const late = Array.from({ length: 40 }, () =>
      connect(address.port, address.hostname).on('error', () => {}),
    );
    await until(() => connections.length === 80);
    await until(() => connections.every(({ destroyed, closed: isClosed }) => destroyed === isClosed));
    const [ended, kept] = [Array(40).fill(true), Array(40).fill(false)];
    expect(connections.map(({ destroyed }) => destroyed)).toEqual([...ended, ...kept]);
    for (const socket of late) socket.destroy();
  });

  test('a new connection is refused if all others are in use, and none of them is ended', async () => {
    const { service, state, letGo } = gate();
    const { open, hits } = await serveLimited({ MAX_CONNECTIONS: '2' }, service);
    const busy = [await open(GET), await open(GET)];
    await until(() => state.waiting === 2);
    await closed(await open(GET));
    letGo();
    for (const socket of busy) expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200/);
    expect(hits()).toEqual(['connections']);
  });

  test.each([
    ['body', HELD_BODY],
    ['body in chunks', `${POST}Transfer-Encoding: chunked\r\n\r\n8\r\nmonth=3&`],
    ['headers', 'GET / HTTP/1.1\r\nHost'],
  ])('a connection that holds back the %s of a request gives way to a new client', async (_what, held) => {
    const { connections, open, call, hits } = await serveLimited({ MAX_CONNECTIONS: '3' });
    const holders = [await open(held), await open(held), await open(held)];
    await until(() => connections.every(({ bytesRead }) => bytesRead === held.length));
    expect((await call()).answers[0]?.status).toBe(200);
    await until(() => connections.filter(({ destroyed }) => destroyed).length >= 1);
    expect(holders.filter((socket) => socket.resume().destroyed).length).toBeLessThanOrEqual(1);
    expect(hits()).toEqual(['connections']);
  });
});

test('a call that begins after its client has left, as behind a slow middleware, is cancelled', () => {
  const response = { req: { socket: new Socket().destroy() } };
  expect(disconnectSignal(response as unknown as ServerResponse).aborted).toBe(true);
});

test.each(['', 'GET / HTTP/1.1\r\nHost'])(
  'a reset of the connection after the bytes %j is not counted as a refused request',
  async (sent) => {
    const { open, connections, refusals } = await serveLimited({});
    const client = await open(sent);
    await until(() => connections[0]?.bytesRead === sent.length);
    client.resetAndDestroy();
    await until(() => connections[0]?.closed === true);
    expect(refusals()).toEqual([]);
  },
);

describe('pipelined requests', () => {
  test('that end in invalid bytes leave no listeners behind', async () => {
    const { service, state } = gate();
    const { server, open, connections } = await serveLimited({}, service);
    let listeners = () => 0;
    server.on('request', (_request, response) => {
      listeners = () => response.listenerCount('close');
    });
    const client = await open(GET);
    await until(() => state.waiting === 1);
    const before = listeners();
    for (let sent = 1; sent <= 10; sent++) {
      client.write('nonsense');
      await until(() => connections[0]?.bytesRead === GET.length + 8 * sent);
    }
    expect(listeners()).toBe(before + 1);
  });

  test('are answered in any number if the client waits for its answers in between', async () => {
    const { open, hits } = await serveLimited({});
    const client = await open();
    const text = received(client);
    for (let answered = 8; answered <= 40; answered += 8) {
      client.write(GET.repeat(8));
      await until(() => text().split('HTTP/1.1 200 OK').length - 1 === answered);
    }
    expect(hits()).toEqual([]);
  });

  const REQUESTS = [
    ['nobody’s path', 'GET /n HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a path that the application answers at once', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['calls', GET],
    ['bodies', `${POST}Content-Length: 1\r\n\r\nx`],
    ['bodies in chunks', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`],
    ['expectations', 'GET /n HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n'],
    ['expected bodies', `${POST}Expect: 100-continue\r\nContent-Length: 1\r\n\r\nx`],
    ['upgrades', 'GET /n HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'],
    ['HTTP/1.0', 'GET /n HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
  ] as const;

  // Without the limit Node would parse thousands of requests of a packet in one turn of the event loop.
  test.each(REQUESTS)('that arrive at once end the connection at the ninth: %s', async (_what, request) => {
    const { server, open, hits } = await serveLimited({});
    let responses = 0;
    for (const event of ['request', 'checkExpectation']) server.prependListener(event, () => responses++);
    const burst = await open(request.repeat(Math.floor(65_536 / request.length)));
    await closed(burst);
    expect(responses).toBe(8);
    expect(hits()).toEqual(['pipelined-requests']);
  });

  test.each(REQUESTS)('that arrive singly behind a call end the connection: %s', async (_what, request) => {
    const { service } = gate();
    const { open, connections, hits } = await serveLimited({}, service);
    const client = await open(GET);
    for (let sent = 0; sent < 8; sent++) {
      await until(() => connections[0]?.bytesRead === GET.length + sent * request.length);
      client.write(request);
    }
    await closed(client);
    expect(hits()).toEqual(['pipelined-requests']);
  });
});

describe('a request that asks for another protocol', () => {
  const UPGRADE = 'Connection: Upgrade\r\nUpgrade: h2c\r\n';
  const FORM = `${POST}${UPGRADE}Content-Length: 17\r\n\r\nmonth=3&year=2026`;
  const ASKING = GET.replace('\r\n\r\n', `\r\n${UPGRADE}\r\n`);

  test.each([
    ['in one packet', [ASKING + GET]],
    ['several in one packet', [ASKING.repeat(3) + GET]],
    ['with a body', [FORM + GET]],
    ['in two packets', [ASKING + GET.slice(0, 20), GET.slice(20)]],
    ['whose body comes in the next packet', [FORM.slice(0, -5), FORM.slice(-5) + GET]],
  ])('is answered, and so is the next request: %s', async (_what, packets) => {
    const { address } = await serveLimited({});
    const count = packets.join('').split('HTTP/1.1').length - 1;
    const { answers } = await converse(address, packets, count);
    expect(answers.map(({ status }) => status)).toEqual(Array(count).fill(200));
  });

  test.each([0, 2])('does not hide invalid bytes after it and %i others', async (count) => {
    const { address } = await serveLimited({});
    const { answers, closed } = await converse(address, [`${ASKING}${GET.repeat(count)}nonsense\r\n\r\n`], 5);
    expect(answers.map(({ status }) => status)).toEqual([200, ...Array(count).fill(200), 400]);
    expect(closed).toBe(true);
  });

  test('does not hide invalid bytes in the next packet', async () => {
    const { address } = await serveLimited({});
    // For such bytes the parser returns a number, which is negative for some clients and too large for others.
    for (let client = 1; client <= 8; client++) {
      const { answers, closed } = await converse(address, [ASKING, 'nonsense\r\n\r\n'], 5);
      expect([...answers.map(({ status }) => status), closed]).toEqual([200, 400, true]);
    }
  });
});

describe('a CONNECT', () => {
  const CONNECT = 'CONNECT example.org:443 HTTP/1.1\r\nHost: h\r\n\r\n';

  test('is refused after the answers to the calls before it', async () => {
    const { service, state, letGo } = gate();
    const { open } = await serveLimited({}, service);
    const client = await open(GET + GET + CONNECT);
    const text = received(client);
    await until(() => state.waiting === 2);
    letGo();
    await closed(client);
    expect(text().match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  test('does not stop a long answer before it', async () => {
    const { open, connections } = await serveLimited(
      {},
      echoService(async () => 'x'.repeat(2_000_000)),
    );
    const client = await open(GET + CONNECT);
    const text = received(client);
    await closed(client);
    expect(text().length).toBeGreaterThan(2_000_000);
    expect(text().match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    await until(() => connections[0]?.closed === true);
  });

  test('hides no call in a later packet', async () => {
    const { service, state, letGo } = gate();
    const { open, connections } = await serveLimited({}, service);
    const client = await open(GET + CONNECT);
    const text = received(client);
    await until(() => state.waiting === 1);
    client.write(GET);
    await until(() => connections[0]?.bytesRead === `${GET}${CONNECT}${GET}`.length);
    expect(state.waiting).toBe(1);
    letGo();
    await closed(client);
    expect(text().match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  test('whose client resets the connection does not end the process', async () => {
    const { open, connections } = await serveLimited({});
    const client = await open(CONNECT);
    await once(client, 'data');
    client.resetAndDestroy();
    await until(() => connections[0]?.closed === true);
    expect(connections[0]?.errored).toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('a client that closes its side behind its request', () => {
  /** Returns all bytes that a client receives if it sends `text` and closes its side before the call is answered. */
  async function halfClose(text: string, calls: number) {
    const { service, state, letGo } = gate();
    const { address, connections } = await serveLimited({}, service);
    const socket = connect({ port: address.port, host: address.hostname, allowHalfOpen: true });
    const answers = received(socket);
    socket.end(text);
    await until(() => state.waiting === calls && connections[0]?.readableEnded === true);
    return {
      letGo,
      received: answers,
      all: once(socket, 'end').then(() => {
        socket.destroy();
        return answers();
      }),
    };
  }

  test.each([
    ['a call', GET, 1],
    ['pipelined calls', GET.repeat(3), 3],
    ['a form', `${POST}Content-Length: 17\r\n\r\nmonth=3&year=2026`, 1],
  ])('is answered, and its connection then closed: %s', async (_what, text, calls) => {
    const { letGo, all } = await halfClose(text, calls);
    letGo();
    expect((await all).match(/HTTP\/1.1 200 OK/g)).toHaveLength(calls);
  });

  test('gets an interim answer while its call runs, which shows whether it is still there', async () => {
    const ended = jest.spyOn(global, 'clearInterval');
    const { letGo, received, all } = await halfClose(GET, 1);
    await until(() => received().includes('HTTP/1.1 102 Processing'));
    letGo();
    expect(await all).toMatch(/^(HTTP\/1.1 102 Processing\r\n\r\n)+HTTP\/1.1 200 OK\r\n/);
    await until(() => ended.mock.calls.length > 0);
  });

  test('in HTTP/1.0 gets nothing before its answer', async () => {
    const { letGo, all } = await halfClose(GET.replace('HTTP/1.1', 'HTTP/1.0'), 1);
    // Before this time an HTTP/1.1 client would have received an interim response.
    await new Promise((next) => setTimeout(next, 800));
    letGo();
    expect(await all).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  });
});
