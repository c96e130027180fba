/** The service checks the certificate of a Postgres server as docs/operations.md says. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { useCommands } from '../support/commands';
import { HAS_OPENSSL } from '../support/known-skips.js';
import { giveToUser, type Postgres, startPostgres } from '../support/postgres';

const program = useCommands();
const folder = mkdtempSync(path.join(tmpdir(), 'events-tls-'));
let server: Postgres;

/** Makes a certificate that signs itself. */
function makeCertificate(name: string): void {
  const file = (ending: string) => path.join(folder, `${name}.${ending}`);
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`];
  const files = ['-addext', `subjectAltName=DNS:${name}`, '-keyout', file('key'), '-out', file('crt')];
  execFileSync('openssl', [...request, ...files], { stdio: 'ignore' });
  giveToUser(file('key'));
}

const describeWithOpenssl = HAS_OPENSSL ? describe : describe.skip;

describeWithOpenssl('a Postgres server with a certificate', () => {
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

  test.each([
    ['localhost', 'no-verify', undefined, 0],
    ['localhost', 'verify-full', 'localhost', 0],
    ['localhost', 'require', 'localhost', 0],
    ['localhost', 'require', undefined, 1],
    ['localhost', 'verify-full', 'other.example', 1],
    ['127.0.0.1', 'verify-full', 'localhost', 1],
  ])(
    'at %s with the mode %s and the certificate of %s migrate ends with %i',
    async (host, mode, authority, status) => {
      const url = new URL(server.url);
      url.hostname = host;
      url.searchParams.set('sslmode', mode);
      if (authority !== undefined) url.searchParams.set('sslrootcert', path.join(folder, `${authority}.crt`));
      const { code, stderr } = await program.run(['migrate', '--wait', '1'], { DATABASE_URL: url.href });
      expect(code).toBe(status);
      expect(stderr.includes("can't be reached")).toBe(status === 1);
    },
  );
});
