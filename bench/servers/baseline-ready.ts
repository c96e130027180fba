/**
 * Reads the request and sends prepared bytes with node:http, because no server on Node can do less. `node
 * baseline-ready.js FILE PORT...`: FILE holds a JSON list of bodies, one for each port.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';

const [, , file = '', ...ports] = process.argv;
const bodies = JSON.parse(readFileSync(file, 'utf8')) as readonly string[];

for (const [index, port] of ports.entries()) {
  const body = Buffer.from(bodies[index] ?? '', 'latin1');
  const headers = { 'Content-Type': 'text/xml; charset=utf-8', 'Content-Length': body.length };
  http
    .createServer((request, response) => {
      request.resume();
      request.on('end', () => response.writeHead(200, headers).end(body));
    })
    .listen(Number(port), '127.0.0.1');
}
