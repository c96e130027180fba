/**
 * Sends prepared bytes from one handler of Express. `node baseline-express.js FILE PORT...`: FILE holds a JSON list of
 * bodies, one for each port.
 */
import { readFileSync } from 'node:fs';
import express from 'express';

const [, , file = '', ...ports] = process.argv;
const bodies = JSON.parse(readFileSync(file, 'utf8')) as readonly string[];

for (const [index, port] of ports.entries()) {
  const body = Buffer.from(bodies[index] ?? '', 'latin1');
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((_request, response) => {
    response
      .set({ 'Content-Type': 'text/xml; charset=utf-8', 'Content-Length': String(body.length) })
      .end(body);
  });
  app.listen(Number(port), '127.0.0.1');
}
