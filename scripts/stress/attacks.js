/** Attacks the service's memory, and the time of other clients, as hostile clients do. */
const { once } = require('node:events');
const timers = require('node:timers/promises');
const { feed, get } = require('./data');
const { filled, form, REQUESTS, soap } = require('./hostile-requests');
const { pour } = require('./target');

/**
 * @typedef {InstanceType<typeof import('./target').Target>} Target
 *
 * @typedef {object} Attack
 * @property {string} name
 * @property {(target: Target) => Promise<unknown>} run
 * @property {(target: Target) => Promise<void>} [check] throws if other clients are harmed during the attack
 */

const SHORT = 'GET /n HTTP/1.1\r\nHost: a\r\n\r\n';
const BURSTS = [
  { connections: 400, kilobytes: 64 },
  { connections: 990, kilobytes: 8 },
  { connections: 64, kilobytes: 64 },
  { connections: 900, kilobytes: 64 },
];

/**
 * @param {number} bodyBytes length of the longest bodies
 * @param {number} [scale] size of each attack: 1 is the whole attack
 * @returns {readonly Attack[]}
 */
function attacksOf(bodyBytes, scale = 1) {
  const scaled = (/** @type {number} */ count) => Math.max(1, Math.round(count * scale));
  const times = (/** @type {number} */ count, /** @type {(index: number) => Promise<unknown>} */ work) =>
    Promise.all(Array.from({ length: scaled(count) }, (_, index) => work(index)));
  /** @param {number} rounds @param {number} count @param {(round: number, index: number) => Promise<unknown>} work */
  const inRounds = async (rounds, count, work) => {
    for (let round = 0; round < scaled(rounds); round++) await times(count, (index) => work(round, index));
  };
  return [
    ...BURSTS.map(({ connections, kilobytes }) => ({
      name: `${connections} connections, a burst of ${kilobytes} KB of short requests each`,
      async run(/** @type {Target} */ target) {
        const burst = SHORT.repeat(Math.floor((kilobytes * 1024) / SHORT.length));
        await times(connections, async () => (await target.open()).write(burst));
        await timers.setTimeout(3_000);
      },
    })),
    {
      name: '2,600 forms without their last byte, from three addresses',
      async run(target) {
        const request = form('month=5&year=2031').slice(0, -1);
        await inRounds(26, 100, async (_, index) =>
          (await target.open({ reads: true, from: `127.0.0.${2 + (index % 3)}` })).write(request),
        );
      },
      async check(target) {
        for (let call = 0; call < 100; call++)
          if (!(await target.ask(get('small'), '127.0.0.5')).startsWith('HTTP/1.1 200 '))
            throw new Error(`call ${call} of another address was not answered`);
      },
    },
    {
      name: '8 long answers pipelined on one connection, none read',
      async run(target) {
        (await target.open()).write(get('long').repeat(8));
        await timers.setTimeout(8_000);
      },
    },
    {
      name: '8 long answers pipelined on one connection, all read',
      run: (target) => target.ask(get('long').repeat(8)),
    },
    {
      name: '300 connections, a long answer each, none read',
      async run(target) {
        await times(300, async () => (await target.open()).write(get('long')));
        await timers.setTimeout(8_000);
      },
    },
    {
      name: '64 clients at a time read 4 long answers each',
      run: (target) => times(64, () => target.ask(get('long').repeat(4))),
    },
    {
      name: '96 answers of 10 MB at once, all read',
      run: (target) => times(96, () => target.ask(get('huge'))),
    },
    {
      name: '100 readers of one byte a second, a long answer each',
      async run(target) {
        await times(100, async () => {
          const socket = await target.open();
          socket.write(get('long'));
          const timer = setInterval(() => socket.read(1), 1_000);
          socket.once('close', () => clearInterval(timer));
        });
        await timers.setTimeout(8_000);
      },
    },
    {
      name: '10,000 connections that send nothing',
      async run(target) {
        await inRounds(20, 500, (round) => target.open({ reads: true, from: `127.0.0.${2 + (round % 4)}` }));
        await timers.setTimeout(3_000);
      },
    },
    {
      name: '4,000 connections kept alive after a call',
      async run(target) {
        await inRounds(20, 200, async () => (await target.open({ reads: true })).write(get('small')));
        await timers.setTimeout(3_000);
      },
    },
    {
      name: '4 of the longest bodies in chunks of one byte',
      async run(target) {
        const head = soap('').replace('Content-Length: 0', 'Transfer-Encoding: chunked');
        const chunks = Buffer.from('1\r\nx\r\n'.repeat(bodyBytes / 64));
        await times(4, async () => {
          const socket = await target.open({ reads: true });
          socket.write(head);
          await pour(socket, chunks, 64);
        });
        await timers.setTimeout(1_000);
      },
    },
    {
      name: '200 of the longest bodies without their last byte',
      async run(target) {
        const request = Buffer.from(soap(filled(bodyBytes, 'x')).slice(0, -1));
        await times(200, async () => pour(await target.open({ reads: true }), request));
        await timers.setTimeout(6_000);
      },
    },
    {
      name: '64 of the longest bodies, of elements, at once',
      async run(target) {
        const request = REQUESTS['empty elements']?.(bodyBytes) ?? '';
        await times(64, () => target.ask(request));
      },
    },
    {
      name: '3,000 clients that ask for a long answer and are gone',
      async run(target) {
        await inRounds(30, 100, async () => {
          const socket = await target.open();
          socket.write(get('long'), () => socket.resetAndDestroy());
        });
        await timers.setTimeout(2_000);
      },
    },
    {
      name: '250 connections of 100 pipelined calls, reset by the client',
      async run(target) {
        for (let round = 0; round < scaled(250); round++) {
          const socket = await target.open();
          socket.write(get('small').repeat(100), () => socket.resetAndDestroy());
          await once(socket, 'close');
        }
        await timers.setTimeout(1_000);
      },
    },
    {
      name: '2,000 forms of 4,000 headers, without their body',
      async run(target) {
        const request = Buffer.from(
          form('x')
            .slice(0, -1)
            .replace('\r\n', `\r\n${'x:\r\n'.repeat(4_000)}`),
        );
        await inRounds(20, 100, async () => pour(await target.open({ reads: true }), request));
        await timers.setTimeout(4_000);
      },
    },
    {
      name: '600 different long lists of a feed, whose clients are gone',
      async run(target) {
        await inRounds(3, 200, async (round, index) => {
          const socket = await target.open();
          socket.write(feed('long', 200 * round + index));
          await timers.setTimeout(4_000);
          socket.resetAndDestroy();
        });
      },
      async check(target) {
        // The attack must leave nothing that prevents a new client's calls.
        for (let call = 0; call < 10; call++)
          if (!(await target.ask(get('small'))).startsWith('HTTP/1.1 200 '))
            throw new Error(`call ${call} after the attack was not answered`);
      },
    },
    {
      name: '8 clients at a time read different long lists of a feed',
      run: (target) =>
        times(8, async (index) => {
          for (let list = 0; list < 8; list++) await target.ask(feed('long', 1_000 * (index + 1) + list));
        }),
    },
    {
      name: '200 of the costliest forms, whose last bytes come at once',
      async run(target) {
        const request = REQUESTS['values of a form as Shift JIS']?.(bodyBytes) ?? '';
        const sockets = await Promise.all(
          Array.from({ length: scaled(200) }, async () => {
            const socket = await target.open({ reads: true });
            await pour(socket, Buffer.from(request.slice(0, -1)));
            return socket;
          }),
        );
        await timers.setTimeout(1_000);
        for (const socket of sockets) socket.write(request.slice(-1));
        await timers.setTimeout(4_000);
      },
    },
    {
      name: '50 connections, 8 queries of a feed that are not UTF-8 on each',
      async run(target) {
        const request = `GET /calendar/events?${'&%81'.repeat(2_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
        await times(50, async () => (await target.open({ reads: true })).write(request.repeat(8)));
        await timers.setTimeout(4_000);
      },
    },
    ...Object.entries(REQUESTS).map(([what, request]) => ({
      name: `one request: ${what}`,
      run: (/** @type {Target} */ target) => target.ask(request(bodyBytes)),
    })),
  ];
}

module.exports = { attacksOf };
