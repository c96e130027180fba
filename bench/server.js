/**
 * One server under test, in a process of its own so that its CPU time is its own. Answers `{ port }` to its parent
 * once it listens, and its CPU time in microseconds to every message after that.
 */
const http = require('node:http');

const RESULT = `[${JSON.stringify({ id: 1, title: 'x'.repeat(160) })}]`;

const VARIANTS = {
  /** What nothing that answers HTTP can be faster than: ready-made bytes. */
  bare: () => {
    const body = Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\r\n<string>${RESULT}</string>`);
    return http.createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/xml; charset=utf-8');
      response.setHeader('Content-Length', body.length);
      response.end(body);
    });
  },
  service: () => {
    const { createApp } = require('../dist/app.js');
    const { loadConfig } = require('../dist/config.js');
    const { createServer } = require('../dist/server.js');
    const answer = () => Promise.resolve(RESULT);
    const service = { selectEventsRanged: answer, selectEvent: answer, selectEvents: answer };
    const config = loadConfig({});
    return createServer(createApp({ service, config }), config);
  },
};

const server = VARIANTS[process.argv[2]]();
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpu: user + system });
});
