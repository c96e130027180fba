/**
 * Returns the query of a request's URL: everything after the first `?`, because others may follow in it (RFC 3986 3.4).
 */
export function queryIn(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
