import type { FragmentFormat } from './format';

/** An array of event objects; one event is its object, none is `null`. */
export const json: FragmentFormat = {
  source: 'json',
  separator: ',',
  event: (fragment) => fragment ?? 'null',
  list: (body) => `[${body}]`,
};
