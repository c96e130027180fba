/** An unknown path gets a page in a browser, and otherwise a line. test/pages/headers.test.ts has their types. */
import { renderNotFound } from '../../src/pages/not-found';

test.each([
  ['/nope', './'],
  ['/a/b', '../'],
  ['/a/b/', '../../'],
])('the answer to a browser at the unknown path %s links to help and WSDL', (path, root) => {
  const { contentType, body } = renderNotFound({ path, wantsHtml: true });
  expect(contentType).toBe('text/html; charset=utf-8');
  expect(body).toContain(`<a href="${root}WebServices/Events.asmx">`);
  expect(body).toContain(`<a href="${root}WebServices/Events.asmx?WSDL">`);
  expect(body).toContain(`href="${root}assets/`);
});

test.each([
  ['as deep as pages go', 32, true],
  ['deeper', 33, false],
  ['of thousands of slashes', 15_000, false],
])('the answer to a path %s has a limited length', (_what, depth, isPage) => {
  const { contentType, body } = renderNotFound({ path: '/'.repeat(depth + 1), wantsHtml: true });
  expect(contentType.startsWith('text/html')).toBe(isPage);
  expect(body.length).toBeLessThan(6000);
});

test('the answer to a path that is longer than any valid one is one line of text', () => {
  const answer = (length: number) => renderNotFound({ path: '/'.padEnd(length, '<'), wantsHtml: true });
  expect(answer(260).contentType).toBe('text/html; charset=utf-8');
  const { contentType, body } = answer(261);
  expect(contentType).toBe('text/plain; charset=utf-8');
  expect(body.length).toBeLessThan(200);
});

test('the page shows the path as text', () => {
  expect(renderNotFound({ path: '/<script>', wantsHtml: true }).body).toContain('/&lt;script&gt;');
});
