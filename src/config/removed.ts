/**
 * Settings of earlier releases, each with the sentence that rejects it. Ignoring them would drop a limit or a password
 * silently at an upgrade.
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
  constant('HEADERS_TIMEOUT_MS', 'headers have 10 seconds, or REQUEST_TIMEOUT_MS where that is shorter'),
  constant('ANSWER_TIMEOUT_MS', 'a client has 30 seconds to take a byte of its answer'),
  renamed('MAX_BYTES_IN_FLIGHT', 'MEMORY_BUDGET_BYTES'),
  constant('MAX_ELEMENTS', 'MAX_BODY_BYTES bounds them'),
  constant('MAX_ELEMENT_DEPTH', 'elements may be nested 256 levels deep'),
  renamed('MAX_FORM_BYTES', 'MAX_BODY_BYTES, which holds for every body'),
  constant('MAX_HEADER_BYTES', 'headers may be 16384 bytes long'),
  renamed('MAX_REQUEST_BYTES', 'MAX_BODY_BYTES, which holds for every body'),
  renamed('MAX_STALENESS', 'MAX_REPLICATION_LAG_S'),
  [
    'MAX_CONNECTIONS_PER_ADDRESS',
    'MAX_CONNECTIONS_PER_ADDRESS is gone: the connection that has waited longest for its client makes room for a new one, whatever its address',
  ],
  constant('MAX_URL_BYTES', 'a path with its query may be 8192 bytes long'),
  constant('SHAPE_BYTES', 'request templates take at most 1 MiB'),
]);

function constant(name: string, value: string): readonly [string, string] {
  return [name, `${name} is not a setting any more: ${value}`];
}

function renamed(name: string, newName: string): readonly [string, string] {
  return [name, `${name} is now called ${newName}`];
}
