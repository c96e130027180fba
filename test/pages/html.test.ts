import { html } from '../../src/pages/html';

describe('html', () => {
  test('escapes text for content and quoted attributes', () => {
    expect(html`<a title="${`<&>"'`}">${'<b>'}</a>`.toString()).toBe(
      '<a title="&lt;&amp;&gt;&quot;&#39;">&lt;b&gt;</a>',
    );
  });

  test('keeps markup that it made, joins lists, leaves out undefined and false', () => {
    const items = ['a', '<'].map((item) => html`<li>${item}</li>`);
    expect(html`<ul>${items}${undefined}${false}</ul>${0}${7n}`.toString()).toBe(
      '<ul><li>a</li><li>&lt;</li></ul>07',
    );
  });

  test('takes no object that only looks like markup', () => {
    const forged = { toString: () => '<script>' };
    expect(() => html`${forged as unknown as string}`.toString()).toThrow(TypeError);
  });
});
