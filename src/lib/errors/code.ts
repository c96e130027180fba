/** The `code` of a system error (`ECONNREFUSED`) or a Postgres error (SQLSTATE), else an empty string. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
