/**
 * CPU time of one call through each binding, as a ratio to a bare node:http answer measured in the same run.
 * Read the ratios; microseconds depend on the machine. Run: npm run bench
 */
const { fork } = require('node:child_process');
const { once } = require('node:events');
const http = require('node:http');
const path = require('node:path');

const CONNECTIONS = 16;
const WARM_UP = 3_000;
const REQUESTS = 12_000;
const ROUNDS = 3;

const PATH = '/WebServices/Events.asmx';
const PARAMETERS =
  '<SelectEvents xmlns="http://tempuri.org/"><month>1</month><year>2026</year></SelectEvents>';
const envelope = (namespace) =>
  `<s:Envelope xmlns:s="${namespace}"><s:Body xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${PARAMETERS}</s:Body></s:Envelope>`;

const REQUESTS_BY_BINDING = {
  'HTTP GET': { method: 'GET', path: `${PATH}/SelectEvents?month=1&year=2026`, headers: {} },
  'HTTP POST': {
    method: 'POST',
    path: `${PATH}/SelectEvents`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'month=1&year=2026',
  },
  'SOAP 1.1': {
    method: 'POST',
    path: PATH,
    headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '"http://tempuri.org/SelectEvents"' },
    body: envelope('http://schemas.xmlsoap.org/soap/envelope/'),
  },
  'SOAP 1.2': {
    method: 'POST',
    path: PATH,
    headers: {
      'Content-Type': 'application/soap+xml; charset=utf-8; action="http://tempuri.org/SelectEvents"',
    },
    body: envelope('http://www.w3.org/2003/05/soap-envelope'),
  },
};

async function start(variant) {
  const child = fork(path.join(__dirname, 'server.js'), [variant]);
  const [{ port }] = await once(child, 'message');
  const cpu = async () => {
    child.send('cpu');
    const [answer] = await once(child, 'message');
    return answer.cpu;
  };
  return { port, cpu, stop: () => child.kill() };
}

function call(agent, port, { method, path, headers, body }) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const request = http.request(
      { agent, port, method, path, headers: { ...headers, ...length } },
      (response) => {
        response.resume();
        response.on('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`)),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

async function load(port, request, count) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let left = count;
  const worker = async () => {
    while (left-- > 0) await call(agent, port, request);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
}

/** CPU microseconds of one request: the least of the rounds, which other work on the machine disturbed least. */
async function measure(server, request) {
  await load(server.port, request, WARM_UP);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await server.cpu();
    await load(server.port, request, REQUESTS);
    rounds.push(((await server.cpu()) - before) / REQUESTS);
  }
  return Math.min(...rounds);
}

async function main() {
  const bare = await start('bare');
  const service = await start('service');
  const floor = await measure(bare, REQUESTS_BY_BINDING['HTTP GET']);
  console.log(`bare node:http  ${floor.toFixed(1)} µs  1.0`);
  for (const [binding, request] of Object.entries(REQUESTS_BY_BINDING)) {
    const cost = await measure(service, request);
    console.log(`${binding.padEnd(14)}  ${cost.toFixed(1)} µs  ${(cost / floor).toFixed(1)}`);
  }
  bare.stop();
  service.stop();
}

main();
