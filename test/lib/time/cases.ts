export interface LocalTime {
  readonly zone: string;
  readonly localTime: string;
  readonly instant: string;
  /** If a local time occurs twice, Postgres uses this second instant. */
  readonly last?: string;
}

/**
 * Contains local times and their instants, by zone. The server, the browser's script and Postgres must all use these
 * instants.
 */
export const LOCAL_TIMES: readonly LocalTime[] = [
  { zone: 'UTC', localTime: '2026-03-01T09:00:00', instant: '2026-03-01T09:00:00.000Z' },
  { zone: 'UTC', localTime: '0050-01-01T00:00:00', instant: '0050-01-01T00:00:00.000Z' },
  { zone: 'Europe/Berlin', localTime: '2026-07-01T00:00:00', instant: '2026-06-30T22:00:00.000Z' },
  // Clocks skip this time, so it is read with the offset before the change.
  { zone: 'Europe/Berlin', localTime: '2026-03-29T02:30:00', instant: '2026-03-29T01:30:00.000Z' },
  // This time occurs twice, and means the first instant.
  {
    zone: 'Europe/Berlin',
    localTime: '2026-10-25T02:30:00',
    instant: '2026-10-25T00:30:00.000Z',
    last: '2026-10-25T01:30:00.000Z',
  },
  {
    zone: 'America/New_York',
    localTime: '2026-11-01T01:30:00',
    instant: '2026-11-01T05:30:00.000Z',
    last: '2026-11-01T06:30:00.000Z',
  },
  // Clocks skipped these midnights.
  { zone: 'America/Asuncion', localTime: '2017-10-01T00:00:00', instant: '2017-10-01T04:00:00.000Z' },
  { zone: 'America/Sao_Paulo', localTime: '2006-11-05T00:00:00', instant: '2006-11-05T03:00:00.000Z' },
  { zone: 'America/Santiago', localTime: '2024-09-08T00:00:00', instant: '2024-09-08T04:00:00.000Z' },
  // The first of these midnights occurs twice. The second midnight follows an hour that occurs twice.
  {
    zone: 'America/Havana',
    localTime: '2026-11-01T00:00:00',
    instant: '2026-11-01T04:00:00.000Z',
    last: '2026-11-01T05:00:00.000Z',
  },
  { zone: 'America/Asuncion', localTime: '2017-03-26T00:00:00', instant: '2017-03-26T04:00:00.000Z' },
  // This zone skipped the whole day.
  { zone: 'Pacific/Apia', localTime: '2011-12-30T12:00:00', instant: '2011-12-30T22:00:00.000Z' },
  // These years have local mean time, or Date.UTC would read their numbers as years of another century.
  { zone: 'Europe/Berlin', localTime: '0050-01-01T00:00:00', instant: '0049-12-31T23:06:32.000Z' },
  { zone: 'Europe/Berlin', localTime: '0001-01-01T00:00:00', instant: '0000-12-31T23:06:32.000Z' },
  { zone: 'America/New_York', localTime: '0001-01-01T00:00:00', instant: '0001-01-01T04:56:02.000Z' },
  { zone: 'Asia/Kolkata', localTime: '9999-12-31T23:59:59', instant: '9999-12-31T18:29:59.000Z' },
];
