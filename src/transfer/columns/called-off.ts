import { isObject } from '../../json';
import type { Fields } from '../event-record';
import { callsOff } from './cancelled';
import { type Columns, valueAt } from './columns';
import { normalized } from './names';

/**
 * Whether a row tells that its event was called off: among its own members, or in an object in which its title or start
 * stands. What is called so anywhere else, such as an order's, is the state of something else.
 */
export function isCalledOff(fields: Fields, { of, cancelling, around }: Columns): boolean {
  if (cancelling.some(({ name, callsOff: says }) => says(fields[name]))) return true;
  if (around.length === 0) return false;
  const taken = new Set([...of.values()].flat().map(({ path }) => path.join('.')));
  return around.some((path) => {
    const object = valueAt(fields, path);
    if (!isObject(object)) return false;
    return Object.entries(object).some(
      ([name, value]) => callsOff(normalized(name))?.(value) && !taken.has([...path, name].join('.')),
    );
  });
}
