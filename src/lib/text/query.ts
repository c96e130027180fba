/**
 * Returns the query of a request's URL. It begins after the first `?`, because a query may contain others (RFC 3986
 * 3.4).
 */
export function queryIn(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
