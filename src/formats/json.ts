import type { FragmentFormat } from './format';

/** An array of event objects; one event is its object, none is `null`. */
export const json: FragmentFormat = {
  help: { list: 'a JSON array', event: 'JSON', none: 'null' },
  source: 'json',
  event: (fragment) => fragment ?? 'null',
  list: { before: '[', separator: ',', after: ']' },
};
