import { html } from '../../src/pages/html';

test('no object that only looks like markup is taken for it', () => {
  const forged = { toString: () => '<script>' };
  expect(() => html`${forged as unknown as string}`.toString()).toThrow(TypeError);
});
