/**
 * What is told of a request's URL: without its query, which may hold secrets, and no longer than ASP.NET takes a path.
 */
const MAX_PATH = 260;

/** The path to be shown in logs. */
export function pathShown(url: string): string {
  return (url.split('?', 1)[0] ?? '').slice(0, MAX_PATH);
}

/** What stands behind the first `?`, in which others may follow (RFC 3986 3.4). */
export function queryIn(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
