/** Messages describe system errors in words, because users do not know the codes. */
import { networkFailure, readFailure, writeFailure } from '../../src/lib/errors';

const withCode = (code: string, message = `${code}: no words`) => Object.assign(new Error(message), { code });

const FILES = 'ENOENT EACCES EPERM EISDIR ENOTDIR EROFS ENOSPC EDQUOT EIO EMFILE EBUSY'.split(' ');
const NETWORKS = 'ECONNREFUSED ECONNRESET ENOTFOUND ETIMEDOUT EPROTO ENOBUFS HPE_INVALID_CONSTANT'.split(' ');

test.each([
  ['reading', readFailure, FILES],
  ['writing', writeFailure, FILES],
  ['another service', networkFailure, NETWORKS],
] as const)(
  'a message about %s never shows a code, not even one that has no words here',
  (_what, reasonOf, codes) => {
    for (const code of codes)
      expect(reasonOf(withCode(code))).not.toMatch(/[A-Z]{3,}_?[A-Z]*:|\bE[A-Z]{3,}|HPE/);
  },
);

test('reading and writing have different reasons, and an error without a system code has one, too', () => {
  expect(readFailure(withCode('EACCES'))).toBe('this user may not read it');
  expect(writeFailure(withCode('EACCES'))).toBe('this user may not write there');
  expect(writeFailure(new Error('gone'))).toBe('it was closed');
  expect(networkFailure(new Error('no answer within 5 s.'))).toBe('no answer within 5 s');
});
