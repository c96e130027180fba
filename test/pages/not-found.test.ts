import { renderNotFound } from '../../src/pages/not-found';

describe('the answer to an unknown path', () => {
  test.each([
    ['/nope', './'],
    ['/a/b', '../'],
    ['/a/b/', '../../'],
  ])('for a browser at %s links to help and WSDL', (path, root) => {
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
  ])('%s has a limited length', (_what, depth, isPage) => {
    const { contentType, body } = renderNotFound({ path: '/'.repeat(depth + 1), wantsHtml: true });
    expect(contentType.startsWith('text/html')).toBe(isPage);
    expect(body.length).toBeLessThan(6000);
  });

  test('for a path that is longer than any is one line of text', () => {
    const answer = (length: number) => renderNotFound({ path: '/'.padEnd(length, '<'), wantsHtml: true });
    expect(answer(260).contentType).toBe('text/html; charset=utf-8');
    const { contentType, body } = answer(261);
    expect(contentType).toBe('text/plain; charset=utf-8');
    expect(body.length).toBeLessThan(200);
  });

  test('shows the path as text', () => {
    expect(renderNotFound({ path: '/<script>', wantsHtml: true }).body).toContain('/&lt;script&gt;');
  });

  test('for others is one line of text', () => {
    const { contentType, body } = renderNotFound({ path: '/nope', wantsHtml: false });
    expect(contentType).toBe('text/plain; charset=utf-8');
    expect(body).toBe(
      'Nothing is here. The service is at /WebServices/Events.asmx, its description at /WebServices/Events.asmx?WSDL.\n',
    );
  });
});
