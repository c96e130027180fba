/** The service checks the certificate of a Postgres server as docs/operations.md says. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { useCommands } from '../support/commands';
import { own, type Postgres, startPostgres } from '../support/postgres';

const program = useCommands();
const folder = mkdtempSync(path.join(tmpdir(), 'events-tls-'));
let server: Postgres;

/** Makes a certificate that is its own authority. */
function makeCertificate(name: string): void {
  const file = (ending: string) => path.join(folder, `${name}.${ending}`);
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`];
  const files = ['-addext', `subjectAltName=DNS:${name}`, '-keyout', file('key'), '-out', file('crt')];
  execFileSync('openssl', [...request, ...files], { stdio: 'ignore' });
  own(file('key'));
}

beforeAll(async () => {
  chmodSync(folder, 0o755);
  for (const name of ['localhost', 'other.example']) makeCertificate(name);
  const file = path.join(folder, 'localhost');
  server = await startPostgres({
    flags: ['ssl=on', `ssl_cert_file=${file}.crt`, `ssl_key_file=${file}.key`],
  });
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const CA = `sslrootcert=${path.join(folder, 'localhost.crt')}`;
const OTHER = `sslrootcert=${path.join(folder, 'other.example.crt')}`;

test.each([
  ['localhost', 'sslmode=no-verify', 0],
  ['localhost', `sslmode=verify-full&${CA}`, 0],
  ['localhost', `sslmode=require&${CA}`, 0],
  ['localhost', 'sslmode=require', 1],
  ['localhost', `sslmode=verify-full&${OTHER}`, 1],
  ['127.0.0.1', `sslmode=verify-full&${CA}`, 1],
])('at %s with %s migrate ends with %i', async (host, parameters, status) => {
  const url = `${server.url.replace('127.0.0.1', host)}?${parameters}`;
  const { code, stderr } = await program.run(['migrate', '--wait', '1'], { DATABASE_URL: url });
  expect(code).toBe(status);
  expect(stderr.includes("can't be reached")).toBe(status === 1);
});
