/** Messages describe system errors in words, because users do not know the codes. */
import { getSystemErrorMap } from 'node:util';
import { networkFailure, readFailure, writeFailure } from '../../src/lib/errors';

const withCode = (code: string, message = `${code}: no words`) => Object.assign(new Error(message), { code });

const FILES = 'ENOENT EACCES EPERM EISDIR ENOTDIR EROFS ENOSPC EDQUOT EIO EMFILE EBUSY'.split(' ');
const NETWORKS = 'ECONNREFUSED ECONNRESET ENOTFOUND ETIMEDOUT EPROTO ENOBUFS HPE_INVALID_CONSTANT'.split(' ');

test.each([
  ['reading', readFailure, FILES],
  ['writing', writeFailure, FILES],
  ['another service', networkFailure, NETWORKS],
] as const)('a message about %s shows no code, even if it has no words for it', (_what, reasonOf, codes) => {
  for (const code of codes)
    expect(reasonOf(withCode(code))).not.toMatch(/[A-Z]{3,}_?[A-Z]*:|\bE[A-Z]{3,}|HPE/);
});

const PATHS = 'ENOENT EACCES EPERM EISDIR ENOTDIR ENAMETOOLONG ELOOP';
const CONNECTIONS =
  'ECONNREFUSED ECONNRESET EPIPE ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH EPROTO';

test.each([
  ['reading', readFailure, PATHS],
  ['writing', writeFailure, `${PATHS} EEXIST EROFS ENOSPC EDQUOT EPIPE`],
  ['another service', networkFailure, CONNECTIONS],
] as const)('a message about %s has words of its own for what happens often', (_what, reasonOf, codes) => {
  const texts = new Map(getSystemErrorMap().values());
  for (const code of codes.split(' ')) {
    const error = withCode(code);
    expect([texts.get(code), 'it was closed', error.message]).not.toContain(reasonOf(error));
  }
});

test('reading and writing have different reasons, and an error without a system code has one, too', () => {
  expect(readFailure(withCode('EACCES'))).toBe('this user may not read it');
  expect(writeFailure(withCode('EACCES'))).toBe('this user may not write there');
  expect(writeFailure(new Error('gone'))).toBe('it was closed');
  expect(networkFailure(new Error('no answer within 5 s.'))).toBe('no answer within 5 s');
});
