import { UserError } from '../../src/lib/errors';
import { classifyError, isTemporary, toUserError } from '../../src/store/classify-error';
import { isDiskFull } from '../../src/store/errors';

const withCode = (code: string, message = code) => Object.assign(new Error(message), { code });

test.each([
  [
    'lost',
    '57P01 57P02 57P03 57P05 08006 08P01 53300 ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EAI_AGAIN ENOTFOUND ENETUNREACH EHOSTUNREACH ENETDOWN EHOSTDOWN EADDRNOTAVAIL EMFILE ENFILE',
  ],
  ['conflict', '40001 40P01 55006 55P03 XX000 0A000 26000 42P05'],
  ['timeout', '57014 25P03 25P04'],
  ['denied', '28P01 28000 42501'],
  ['unusable', '3D000 3F000 42P01 42703 53100 53200 55000 57P04 58030 XX001 XX002'],
  ['bug', '42601 22023 23505 EACCES EISDIR constructor'],
])('errors of the kind "%s" have these codes: %s', (kind, codes) => {
  for (const code of codes.split(' ')) expect([code, classifyError(withCode(code))]).toEqual([code, kind]);
});

test.each([
  ['Connection terminated unexpectedly', 'lost'],
  ['Client has encountered a connection error and is not queryable', 'lost'],
  ['timeout exceeded when trying to connect', 'lost'],
  ['timeout expired', 'lost'],
  ['Query read timeout', 'timeout'],
  ['relation "x" does not exist', 'bug'],
])('the message "%s" without a code is an error of the kind "%s"', (message, kind) => {
  expect(classifyError(new Error(message))).toBe(kind);
});

test('a socket that is gone or closed to this user, and a password that is missing, are errors of the connection', () => {
  const errorOf = (code: string) => withCode(code, `connect ${code} /run/postgresql/.s.PGSQL.5432`);
  expect(classifyError(errorOf('ENOENT'))).toBe('lost');
  for (const code of ['EACCES', 'EPERM']) expect(classifyError(errorOf(code))).toBe('denied');
  expect(classifyError(withCode('EAI_FAIL', 'getaddrinfo EAI_FAIL db'))).toBe('lost');
  expect(classifyError(withCode('ENOENT', 'ENOENT: no such file or directory'))).toBe('bug');
  const unset = 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string';
  expect(classifyError(new Error(unset))).toBe('denied');
});

test('a certificate can be renewed while the service runs, so refusing one is no bug', () => {
  const codes =
    'CERT_HAS_EXPIRED CERT_NOT_YET_VALID DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE ERR_TLS_CERT_ALTNAME_INVALID ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED INVALID_PURPOSE EPROTO';
  for (const code of codes.split(' '))
    expect([code, classifyError(withCode(code))]).toEqual([code, 'denied']);
  expect(classifyError(new Error('The server does not support SSL connections'))).toBe('denied');
  expect(classifyError(new Error('There was an error establishing an SSL connection'))).toBe('lost');
});

test.each([
  ['The database ended the work, because its user has a time limit', '57014 25P03 25P04'],
  ['work conflicts with another session of the database', '40001 40P01 55P03'],
  ['user lacks a right', '42501'],
  ["has no schema for the service's tables", '3F000'],
  ['lacks a part that migrate created', '42P01 42703 42883 42704'],
  ['is damaged', '58030 XX001 XX002'],
  ['allows no changes', '25006'],
  ['already contains something that migrate must create', '42P07 42723 42710 42701'],
])('the operator is told "%s" for the codes %s', (sentence, codes) => {
  for (const code of codes.split(' '))
    expect(toUserError(withCode(code, `as ${code} says`))).toMatchObject({
      message: expect.stringMatching(`${sentence} \\(as ${code} says\\): `),
    });
});

test('a misspelt option of the connection is not taken for a damaged database', () => {
  const message = 'unrecognized configuration parameter "serch_path"';
  expect(toUserError(withCode('42704', message))).toMatchObject({
    message: `The database does not know a setting of the connection (${message}): correct the options in DATABASE_URL or PGOPTIONS.`,
  });
});

test('only temporary errors are retried', () => {
  const passing = ['57P01', '40001', '57014', '42P01', '42601'].filter((code) => isTemporary(withCode(code)));
  expect(passing).toEqual(['57P01', '40001']);
});

test('a full disk is detected by an error, not by a sentence that quotes a file', () => {
  expect(isDiskFull(new Error('could not extend file: No space left on device'))).toBe(true);
  for (const code of ['53100', 'ENOSPC', 'EDQUOT'])
    expect(isDiskFull(withCode(code, 'Auf dem Gerät ist kein Speicherplatz mehr verfügbar'))).toBe(true);
  expect(isDiskFull(new UserError('start must be a time, not "No space left on device"'))).toBe(false);
});
