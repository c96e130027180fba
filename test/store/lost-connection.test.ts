import { isLostConnection, isTimeout } from '../../src/store/lost-connection';

const withCode = (code: string) => Object.assign(new Error(code), { code });

test.each([
  '57P01',
  '57P02',
  '57P03',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
])('%s is a connection that may come back', (code) => {
  expect(isLostConnection(withCode(code))).toBe(true);
});

test.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
  '"%s", which has no code, is one too',
  (message) => {
    expect(isLostConnection(new Error(message))).toBe(true);
  },
);

test.each(['42P01', '23505', '57014', 'EACCES'])('%s is not', (code) => {
  expect(isLostConnection(withCode(code))).toBe(false);
});

test('a query that the server or the driver gave up is a timeout', () => {
  expect(isTimeout(withCode('57014'))).toBe(true);
  expect(isTimeout(new Error('Query read timeout'))).toBe(true);
  expect(isTimeout(withCode('57P01'))).toBe(false);
});
