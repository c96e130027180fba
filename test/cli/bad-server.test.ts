/** A server that refuses a command, or answers it unexpectedly, is reported in one sentence. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { failure, useCommands } from '../support/commands';

const program = useCommands();

async function complaintAbout(answers: readonly Buffer[]): Promise<string> {
  const server = createServer((socket) => {
    const left = [...answers];
    socket.on('error', () => {}).on('data', () => socket.write(left.shift() ?? ''));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const env = { DATABASE_URL: `postgres://u@127.0.0.1:${port}/d`, LOG_LEVEL: 'silent' };
  const run = await program.run(['migrate', '--wait', '0'], env);
  expect(run).toEqual(failure(/^[^\n]+\n$/));
  // The command must close every connection, because a server allows only a few connections.
  await once(server.close(), 'close');
  return run.stderr.trimEnd().replace(String(port), 'N');
}

const authentication = (kind: number, text: string) => {
  const message = Buffer.from(`R________${text}`);
  message.writeInt32BE(message.length - 1, 1);
  message.writeInt32BE(kind, 5);
  return message;
};

const refusal = (text: string) => {
  const fields = `SFATAL\0C28000\0M${text}\0\0`;
  const message = Buffer.from(`E____${fields}`);
  message.writeInt32BE(message.length - 1, 1);
  return [message];
};
const CLIENT = 'for host "127.0.0.1", user "u", database "d"';

const SCRAM = [authentication(10, 'SCRAM-SHA-256\0\0'), authentication(11, 'r=x,s=eA==,i=4096')];
const UNSET = /it asks for a password, and none is set: give it in DATABASE_URL or as PGPASSWORD\.$/;

test.each<[string, readonly Buffer[], RegExp]>([
  ['stays silent', [], /^The database at 127\.0\.0\.1, port N, can't be reached: it does not answer\.$/],
  ['asks for a login by GSSAPI', [authentication(7, '')], /it asks for a login by GSSAPI or SSPI, /],
  ['asks for a password, if none is set', SCRAM, UNSET],
  [
    'wants TLS',
    refusal(`pg_hba.conf rejects connection ${CLIENT}, no encryption`),
    /does not let in this user from this address without TLS: set sslmode, /,
  ],
  [
    'asks for a certificate',
    refusal('connection requires a valid client certificate'),
    /it asks for a client certificate: set sslcert and sslkey in DATABASE_URL to the files of the certificate and its key\.$/,
  ],
  [
    'does not know the client',
    refusal(`no pg_hba.conf entry ${CLIENT}, SSL encryption`),
    /does not let in this user from this address: add a line there\.$/,
  ],
])('a server that %s is reported', async (_what, answers, sentence) => {
  expect(await complaintAbout(answers)).toMatch(sentence);
});
