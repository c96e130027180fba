import { html } from '../../src/pages/html';

test('an object that only looks like markup is refused', () => {
  const forged = { toString: () => '<script>' };
  expect(() => html`${forged as unknown as string}`.toString()).toThrow(TypeError);
});
