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
  ['as deep as pages go', '/'.repeat(33), true],
  ['deeper', '/'.repeat(34), false],
  ['of thousands of slashes', '/'.repeat(15_001), false],
  ['as long as a valid one', '/'.padEnd(260, '<'), true],
  ['longer than any valid one', '/'.padEnd(261, '<'), false],
])('the answer to a path %s is a page of limited length, or one line of text', (_what, path, isPage) => {
  const { contentType, body } = renderNotFound({ path, wantsHtml: true });
  expect(contentType).toBe(isPage ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8');
  expect(body.length).toBeLessThan(isPage ? 6000 : 200);
});

test('the page shows the path as text', () => {
  expect(renderNotFound({ path: '/<script>', wantsHtml: true }).body).toContain('/&lt;script&gt;');
});
