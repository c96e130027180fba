import type { FragmentFormat } from './format';

/** `<events>` with an `<event>` for each. */
export const xml: FragmentFormat = {
  help: { list: 'XML', event: 'XML', none: '<events></events>' },
  source: 'xml',
  separator: '',
  event: (fragment) => `<events>${fragment ?? ''}</events>`,
  list: (body) => `<events>${body}</events>`,
};
