/**
 * Settings of earlier releases, each with the sentence that refuses it. They are refused rather than ignored, so that an
 * upgrade never drops a limit or a password without a word.
 */
export const REMOVED_SETTINGS: ReadonlyMap<string, string> = new Map([
  ['COMPRESSION', "COMPRESSION is the proxy's: deploy/nginx has it; see docs/proxies.md"],
  renamed('DATABASE_HOST', 'PGHOST'),
  renamed('DATABASE_PORT', 'PGPORT'),
  renamed('DATABASE_NAME', 'PGDATABASE'),
  renamed('DATABASE_USER', 'PGUSER'),
  renamed('DATABASE_PASSWORD', 'PGPASSWORD'),
  renamed('DATABASE_PASSWORD_FILE', 'PGPASSWORD_FILE'),
  constant('DATABASE_QUEUE', '1000 lists may wait for the database'),
  renamed('MAX_BYTES_IN_FLIGHT', 'MEMORY_BUDGET_BYTES'),
  renamed('MAX_STALENESS', 'MAX_REPLICATION_LAG_S'),
  [
    'MAX_CONNECTIONS_PER_ADDRESS',
    'MAX_CONNECTIONS_PER_ADDRESS is gone: a connection that keeps the service waiting gives its place to a new client, whatever its address',
  ],
]);

function constant(name: string, value: string): readonly [string, string] {
  return [name, `${name} is not a setting any more: ${value}`];
}

function renamed(name: string, newName: string): readonly [string, string] {
  return [name, `${name} is now called ${newName}`];
}
