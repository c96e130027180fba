/**
 * Sends with node:http the text that one prepared statement of `pg` returns. `node baseline-prepared.js FILE PORT...`:
 * FILE holds a JSON list of answers, one for each port. A statement without values reads the event that the request
 * names.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { Pool } from 'pg';

export interface PreparedAnswer {
  readonly before: string;
  readonly after: string;
  readonly statement: string;
  readonly values?: readonly unknown[];
}

const [, , file = '', ...ports] = process.argv;
const answers = JSON.parse(readFileSync(file, 'utf8')) as readonly PreparedAnswer[];
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 8 });

for (const [index, answer] of answers.entries()) {
  const name = `answer_${index}`;
  const answerTo = async (request: string): Promise<Buffer> => {
    const { before, after, statement, values = [Number(/intEventID[=>](\d+)/.exec(request)?.[1])] } = answer;
    const { rows } = await pool.query<{ text: string }>({ name, text: statement, values: [...values] });
    return Buffer.from(before + (rows[0]?.text ?? '') + after);
  };
  http
    .createServer((request, response) => {
      let text = request.url ?? '';
      request.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
      });
      request.on('end', async () => {
        const body = await answerTo(text);
        const headers = { 'Content-Type': 'text/xml; charset=utf-8', 'Content-Length': body.length };
        response.writeHead(200, headers).end(body);
      });
    })
    .listen(Number(ports[index]), '127.0.0.1');
}
