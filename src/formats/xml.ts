import type { FragmentFormat } from './format';

/** `<events>` with an `<event>` for each. */
export const xml: FragmentFormat = {
  help: { list: 'XML', event: 'XML', none: '<events></events>' },
  source: 'xml',
  event: (fragment) => `<events>${fragment ?? ''}</events>`,
  list: { before: '<events>', separator: '', after: '</events>' },
};
