/** What stands behind the first `?` of a request's URL, in which others may follow (RFC 3986 3.4). */
export function queryIn(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
