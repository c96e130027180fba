import { loadConfig } from '../../src/config';
import { createLogger } from '../../src/ops/logger';
import { LIMITS, type Observation } from '../../src/ops/observations';

const TIME = new Date('2026-03-01T09:00:00.000Z');

function logger(env: Record<string, string> = {}) {
  const lines: string[] = [];
  const observe = createLogger(
    loadConfig(env),
    (line) => lines.push(line),
    () => TIME,
  );
  return { lines, tell: (...observations: Observation[]) => observations.forEach(observe) };
}

function logged(env: Record<string, string>, ...observations: Observation[]): string[] {
  const { lines, tell } = logger(env);
  tell(...observations);
  return lines;
}

const CALL: Observation = {
  kind: 'call',
  operation: 'SelectEvent',
  binding: 'soap12',
  args: { intEventID: 7, bolAsJSON: true },
  outcome: 'ok',
  milliseconds: 1.23456,
  requestId: () => 'a1',
};

test('json: each line is one object, with the members of a call', () => {
  const [line = ''] = logged({ LOG_FORMAT: 'json', LOG_LEVEL: 'debug' }, CALL);
  expect(JSON.parse(line)).toEqual({
    time: TIME.toISOString(),
    level: 'debug',
    event: 'call',
    message: 'SelectEvent(intEventID=7, bolAsJSON=true) by soap12: ok, 1.23 ms',
    operation: 'SelectEvent',
    binding: 'soap12',
    arguments: { intEventID: '7', bolAsJSON: 'true' },
    outcome: 'ok',
    milliseconds: 1.23,
    requestId: 'a1',
  });
});

const CLIENT = { status: 413, method: 'POST', path: '/a', client: '192.0.2.7', requestId: 'a1' };
const REJECTED = { reason: 'body-length', ...CLIENT };

test.each<[Observation, object]>([
  [{ kind: 'listening', what: 'service', url: 'http://a' }, { url: 'http://a' }],
  [{ kind: 'stopping', signal: 'SIGTERM' }, { signal: 'SIGTERM' }],
  [{ kind: 'limit-hit', limit: 'connections' }, { limit: 'connections' }],
  [{ kind: 'rejected', reason: 'body-length', ...CLIENT }, REJECTED],
  [{ kind: 'database-error', reason: 'retried', error: new Error('gone') }, { kind: 'retried' }],
])('json: the members of %j are written', (observation, members) => {
  const [line = ''] = logged({ LOG_FORMAT: 'json', LOG_LEVEL: 'debug' }, observation);
  expect(JSON.parse(line)).toMatchObject({ event: observation.kind, ...members });
});

test('each level hides the lower ones', () => {
  const all: Observation[] = [
    CALL,
    { kind: 'rejected', reason: 'host', status: 400, method: 'GET', path: '/', client: '::1' },
    { kind: 'listening', what: 'admin', url: '' },
    { kind: 'listening', what: 'service', url: '' },
    { kind: 'notice', message: '' },
    { kind: 'warning', message: '' },
    { kind: 'unexpected-error', where: '', error: '' },
  ];
  const counts = ['debug', 'info', 'warn', 'error', 'silent'].map(
    (level) => logged({ LOG_LEVEL: level }, ...all).length,
  );
  expect(counts).toEqual([7, 4, 2, 1, 0]);
});

test('a limit that harms no other client is not logged as a warning', () => {
  const warned = LIMITS.filter(
    (limit) => logged({ LOG_LEVEL: 'warn' }, { kind: 'limit-hit', limit }).length > 0,
  );
  const harmful = ['answer-time', 'memory-budget', 'connections', 'database-queue', 'pipelined-requests'];
  expect(warned).toEqual(harmful);
});

test('at info a failed call is logged in one line, with the text for the client', () => {
  const failed = { ...CALL, outcome: 'fault', message: 'month must be from 1 to 12.' } as const;
  expect(logged({}, CALL, failed)).toEqual([
    '2026-03-01T09:00:00.000Z info  SelectEvent(intEventID=7, bolAsJSON=true) by soap12: fault, month must be from 1 to 12., 1.23 ms\n',
  ]);
});

describe('repeated failures', () => {
  beforeEach(() => jest.useFakeTimers());

  const DATABASE_ERROR: Observation = {
    kind: 'database-error',
    reason: 'unavailable',
    error: new Error('gone'),
  };
  const LIMIT: Observation = { kind: 'limit-hit', limit: 'connections' };
  const many = (observation: Observation, count: number) => Array.from({ length: count }, () => observation);

  test('are logged in ten lines each minute, and in one more line with their number at its end', () => {
    const { lines, tell } = logger();
    tell(...many(DATABASE_ERROR, 500), ...many(LIMIT, 12), { ...CALL, outcome: 'fault', message: 'No.' });
    expect(lines).toHaveLength(21);
    jest.advanceTimersByTime(60_000);
    expect(lines.slice(21)).toEqual([
      '2026-03-01T09:00:00.000Z warn  Database: gone: 490 more within 60 s\n',
      '2026-03-01T09:00:00.000Z warn  The limit of connections was reached: 2 more within 60 s\n',
    ]);
    tell(...many(DATABASE_ERROR, 500));
    jest.advanceTimersByTime(60_000);
    expect(lines.slice(33)).toEqual([
      '2026-03-01T09:00:00.000Z warn  Database: gone: 490 more within 60 s\n',
    ]);
  });

  test('are summed up at their own level', () => {
    const { lines, tell } = logger();
    tell(...many({ ...CALL, outcome: 'fault', message: 'month must be from 1 to 12.' }, 12));
    tell(...many({ kind: 'warning', message: 'nothing listens there' }, 13));
    jest.advanceTimersByTime(60_000);
    expect(lines.slice(20)).toEqual([
      '2026-03-01T09:00:00.000Z info  SelectEvent by soap12: fault: 2 more within 60 s\n',
      '2026-03-01T09:00:00.000Z warn  nothing listens there: 3 more within 60 s\n',
    ]);
  });

  test.each<[string, (error: Error) => Observation]>([
    ['of one request', (error) => ({ kind: 'unexpected-error', where: 'request', error })],
    ['of the database', (error) => ({ kind: 'database-error', reason: 'unavailable', error })],
  ])('%s do not hide another one', (_whose, failure) => {
    const { lines, tell } = logger();
    tell(...many(failure(new Error('often')), 20), failure(new Error('once')));
    expect(lines.at(-1)).toMatch(/: once/);
  });

  test('have the same limit if their texts differ', () => {
    const { lines, tell } = logger();
    for (let index = 0; index < 5_000; index++)
      tell({ kind: 'unexpected-error', where: `request ${index}`, error: new Error('x') });
    expect(lines.length).toBeLessThan(150);
    // A text that was counted before the others is still counted on its own.
    tell({ kind: 'unexpected-error', where: 'request 0', error: new Error('x') });
    expect(lines.at(-1)).toContain('request 0');
    jest.advanceTimersByTime(60_000);
    expect(lines.at(-1)).toContain('other failures: 4890 more');
  });

  test('are reported before the process ends, and leave no timer', () => {
    const { lines, tell } = logger({ LOG_FORMAT: 'json' });
    tell(...many(DATABASE_ERROR, 11), { kind: 'stopped' });
    expect(lines.slice(10).map((line) => JSON.parse(line))).toMatchObject([
      { event: 'repeated', failure: 'Database: gone', count: 1, seconds: 60 },
      { event: 'stopped' },
    ]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('are reported before the process ends even if its end is not logged', () => {
    const { lines, tell } = logger({ LOG_LEVEL: 'warn' });
    tell(...many(DATABASE_ERROR, 12), { kind: 'stopped' });
    expect(lines.slice(10)).toEqual(['2026-03-01T09:00:00.000Z warn  Database: gone: 2 more within 60 s\n']);
  });

  test('are written one by one at the level debug', () => {
    const { lines, tell } = logger({ LOG_LEVEL: 'debug' });
    tell(...many(DATABASE_ERROR, 30));
    expect(lines).toHaveLength(30);
  });
});

describe.each(['text', 'json'])('in %s', (format) => {
  test('untrusted text can’t add a line or control a terminal', () => {
    const forged =
      'x\n2026-03-01T09:00:00.000Z info  forged\r\u001b[2J\u0085\u009b\u2028\u202e\u2066\u2069\ufeff';
    const observations: Observation[] = [
      { kind: 'warning', message: forged },
      { kind: 'unexpected-error', where: forged, error: new Error(forged, { cause: new Error(forged) }) },
      { kind: 'database-error', reason: 'unavailable', error: new Error('outer', { cause: forged }) },
    ];
    for (const line of logged({ LOG_FORMAT: format }, ...observations)) {
      expect(line.endsWith('\n')).toBe(true);
      for (const one of line.slice(0, -1).split('\n').slice(1)) expect(one).toMatch(/^ {4}/);
      const withoutEnds = line.replaceAll('\n', '');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
      expect(withoutEnds).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/);
    }
  });

  test('an unexpected error is logged with its causes', () => {
    const error = new Error('outer', { cause: new Error('inner') });
    const [line] = logged({ LOG_FORMAT: format }, { kind: 'unexpected-error', where: 'request', error });
    expect(line).toMatch(/request: outer/);
    expect(line).toMatch(/caused by Error: inner/);
  });
});

const caused = (message: string, cause: unknown) => new Error(message, { cause });
test.each<[string, Error, string]>([
  ['in brackets', caused('outer', caused('middle', 'inner')), 'outer (middle (inner))'],
  ['once, if its message quotes the cause', caused('lost: gone.', new Error('gone')), 'lost: gone.'],
  ['of each address', caused('outer', new AggregateError([new Error('a'), new Error('b')])), 'outer (a, b)'],
])('an error of the database is logged with its causes %s', (_how, error, message) => {
  const lines = logged({}, { kind: 'database-error', reason: 'unavailable', error });
  expect(lines).toEqual([`2026-03-01T09:00:00.000Z warn  Database: ${message}\n`]);
});
