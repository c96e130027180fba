/** compose.tls.yml: TLS at the edge, and the three answers to who may come in. */
const { readFileSync } = require('node:fs');
const path = require('node:path');
const { ENDPOINT, send } = require('./cells');
const { checkCells } = require('./checks');
const { ROOT, Stack } = require('./stack');

const BASE = 'https://localhost:18443';

/** @param {import('./transcript').Report} t */
async function edge(t) {
  const made = new Stack('evq-test-tls', { files: [], ports: {} });
  await made.script('deploy/make-certificates.sh');
  /** @type {(name: string) => Buffer} */
  const certificate = (name) => readFileSync(path.join(ROOT, 'deploy/certificates', name));
  const trust = { ca: certificate('ca.crt') };
  const client = { ...trust, cert: certificate('client.crt'), key: certificate('client.key') };
  const password = { ...trust, auth: 'tester:secret' };

  await oneWay(t, { auth: 'none', admitted: trust, refused: [] });
  await oneWay(t, {
    auth: 'basic',
    admitted: password,
    refused: [
      ['without a password', trust, 401],
      ['with a wrong one', { ...trust, auth: 'tester:guess' }, 401],
    ],
  });
  await oneWay(t, {
    auth: 'certificate',
    admitted: client,
    refused: [['without a certificate', trust, 400]],
  });
}

/**
 * @typedef {import('./cells').Options} Options
 *
 * @param {import('./transcript').Report} t
 * @param {{ auth: string, admitted: Options, refused: [how: string, options: Options, status: number][] }} way
 */
async function oneWay(t, { auth, admitted, refused }) {
  t.title(`EDGE_AUTH=${auth} docker compose -f docker-compose.yml -f compose.tls.yml up --wait`);
  const stack = new Stack('evq-test-tls', {
    files: ['docker-compose.yml', 'compose.tls.yml'],
    ports: { nginx: '18443:443' },
    env: { EDGE_AUTH: auth },
  });
  await t.attempt('the edge', async () => {
    t.note(`ready after ${await stack.up()} s`);
    await checkCells(t, BASE, admitted);
    const wsdl = await send(
      BASE,
      { method: 'GET', path: `${ENDPOINT}?WSDL`, headers: {}, body: '' },
      admitted,
    );
    t.check(
      'the WSDL names the edge',
      wsdl.body.includes(`soap:address location="${BASE}${ENDPOINT}"`),
      /soap:address location="([^"]*)"/.exec(wsdl.body)?.[1],
    );
    for (const [how, options, status] of refused) {
      const answer = await send(BASE, { method: 'GET', path: ENDPOINT, headers: {}, body: '' }, options);
      t.check(`${how}: ${status}`, answer.status === status, String(answer.status));
    }
  });
  await stack.down();
}

module.exports = { edge };
