/** The service reads the bodies of requests within limits of length, time and memory. */

import { getMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { invoke, serviceFromFunction } from '../../src/contract/operations';
import { collectGarbage } from '../support/collect-garbage';
import { echoService } from '../support/echo-service';
import { callThrough } from '../support/four-bindings';
import { closed, gate, POST, received, serveLimited, until } from '../support/limited-server';
import { converse } from '../support/raw-http';
import { envelope, soapMessage, wrapper } from '../support/requests';
import { send } from '../support/send';
import { watchTimers } from '../support/timers';
import { countTurns } from '../support/turns';

const PAIRS = 'month=3&year=2026';

describe('bodies', () => {
  const CHUNKED = `${POST}Transfer-Encoding: chunked\r\n\r\n`;

  test.each([
    // These chunks would fit if each had 128 bytes.
    ['of one byte', '65536', 512, 1],
    ['that together have a low limit', '1024', 1024, 2000],
  ])('in chunks %s are read, and with one byte more they are refused', async (_what, limit, most, size) => {
    const { address } = await serveLimited({ MAX_BODY_BYTES: limit });
    const sent = async (length: number) => {
      const pieces = PAIRS.padEnd(length, '&').match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
      const chunks = pieces.map((one) => `${one.length.toString(16)}\r\n${one}\r\n`).join('');
      const { answers } = await converse(address, [CHUNKED + chunks, '0\r\n\r\n'], 1);
      return answers[0];
    };
    expect((await sent(most))?.body).toContain('SelectEvents|3|2026');
    const tooMany = await sent(most + 1);
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
    // Even on a slow machine these bytes are only a few reads of the socket.
    expect(connections[0]?.bytesRead).toBeLessThan(300_000);
  });

  test('that are long, and whose last bytes come together, are read in different turns', async () => {
    const counter = countTurns();
    const reads: number[] = [];
    const service = echoService(async () => {
      reads.push(counter.now());
      return 'read';
    });
    const { open, bytes } = await serveLimited({}, service);
    const body = `${PAIRS}&x=${'x'.repeat(2_000)}`;
    const head = `${POST}Content-Length: ${body.length}\r\n\r\n`;
    const clients = await Promise.all(Array.from({ length: 40 }, () => open(head + body.slice(0, -1))));
    await until(() => bytes.bytes === 40 * body.length);
    const answers = clients.map(received);
    for (const client of clients) client.write('x');
    await until(() => answers.every((answer) => answer().includes('read')));
    counter.stop();
    // Within a turn the counter and the service may run in either order.
    expect(new Set(reads).size).toBeGreaterThan(20);
    expect(reads).toHaveLength(40);
  });

  test('that are refused are read a little longer, because the end of the connection could lose the answer, and then end it', async () => {
    // With a shorter limit the request's own time limit would end it.
    const { open, connections } = await serveLimited({ REQUEST_TIMEOUT_MS: '600000' });
    const client = await open(`${POST}Content-Length: 4194305\r\n\r\n`);
    const answer = received(client);
    await until(() => answer().includes('Maximum request length exceeded.'));
    const [{ bytesRead: before } = { bytesRead: 0 }] = connections;
    for (const length of [1_000, 2_000]) {
      client.write('x'.repeat(1_000));
      await until(() => connections.every(({ bytesRead }) => bytesRead === before + length));
    }
    // The client has not sent the rest of the body.
    await closed(client);
  });

  test('that are refused leave no timer when their clients have left', async () => {
    const areCleared = watchTimers();
    const { open } = await serveLimited({});
    const client = await open(`${POST}Content-Length: 4194305\r\n\r\n`);
    const answer = received(client);
    await until(() => answer().includes('Maximum request length exceeded.'));
    const lingering = () => areCleared((milliseconds) => milliseconds === 2_000);
    expect(lingering()).toHaveLength(1);
    client.destroy();
    await until(() => lingering().includes(true));
  });

  test('that arrive one byte at a time cost no more than their bytes', async () => {
    const used = () => {
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const { open, connections } = await serveLimited({});
    const head = `${POST}Content-Length: 8192\r\n\r\n`;
    const slow = await Promise.all(Array.from({ length: 8 }, () => open(head)));
    const send = async (bytes: number) => {
      for (let sent = 0; sent < bytes; sent++) {
        for (const socket of slow) socket.write('x');
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await send(100);
    const before = used();
    await send(4_000);
    await until(() => connections.every(({ bytesRead }) => bytesRead === head.length + 4_100));
    expect(used() - before).toBeLessThan(2 ** 20);
  });

  const LIMITED = { MEMORY_BUDGET_BYTES: '65536', MAX_BODY_BYTES: '65536' };
  const HELD = `${POST}Content-Length: 65000\r\n\r\nx`;
  const padded = `${PAIRS}&x=${'x'.repeat(1000)}`;
  const small = `${POST}Content-Length: ${padded.length}\r\n\r\n${padded}`;

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
    // After this pause each body that waits has looked for room again.
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
    const listening = serviceFromFunction((call, signal) => {
      if (signal === undefined) throw new Error('The call has no signal.');
      const abandon = () => {};
      signals.push(signal);
      signal.addEventListener('abort', abandon);
      calls.push(() => signal.removeEventListener('abort', abandon));
      return invoke(service, call);
    });
    const { open, connections } = await serveLimited({}, listening);
    const post = `${POST}Content-Length: ${PAIRS.length}\r\n\r\n${PAIRS}`;
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
    // A connection with one call has as many listeners as a connection that had eight calls, and a closed connection
    // has none.
    const answer = received(await open(post));
    await until(() => answer().includes('</string>'));
    await until(() => {
      const [many = 0, one] = connections.map((each) => each.listenerCount('close'));
      return many > 0 && many === one;
    });
  });

  test.each([
    ['httppost', 503, /^The service is busy: try again in a moment\.\r\n$/],
    ['soap11', 500, /<faultcode>soap:Server<\/faultcode>.*The service is busy: try again in a moment\./],
    ['soap12', 500, /<soap:Value>soap:Receiver<\/soap:Value>.*The service is busy: try again in a moment\./],
  ] as const)(
    'that get no room in time are answered that the service is busy: %s',
    async (binding, status, body) => {
      const { address, open, bytes, refusals } = await serveLimited({ ...LIMITED, QUERY_TIMEOUT_MS: '100' });
      await open(HELD);
      await until(() => bytes.bytes === 65_000);
      const args = { month: '3', year: '2026', x: 'x'.repeat(1_000) };
      const answer = await callThrough(binding, 'SelectEvents', args, address);
      expect(answer).toMatchObject({ status, body: expect.stringMatching(body) });
      expect(answer.headers.get('retry-after')).toBe(status === 503 ? '1' : undefined);
      expect(refusals()).toEqual([`${binding} busy ${status}`]);
    },
  );
});
