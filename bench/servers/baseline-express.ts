/** `node baseline-express.js FILE` sends the content of FILE from one handler of Express. */
import { readFileSync } from 'node:fs';
import express from 'express';

const body = readFileSync(process.argv[2] ?? '');
const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use((_request, response) => {
  response
    .set({ 'Content-Type': 'text/xml; charset=utf-8', 'Content-Length': String(body.length) })
    .end(body);
});
app.listen(Number(process.env.PORT), '127.0.0.1');
