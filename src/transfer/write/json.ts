import { FIELD_NAMES } from '../../formats/event-fields';
import { writtenName } from '../columns/extra-names';
import type { ExportedEvent, Writer } from './writer';

/** A JSON array, one event a line: the fields, then the extra fields. */
export const jsonWriter: Writer = {
  head: () => '[',
  event: (event, first) => `${first ? '' : ','}\n${JSON.stringify(members(event))}`,
  tail: (count) => (count === 0 ? ']\n' : '\n]\n'),
};

function members({ fields, extra }: ExportedEvent): Record<string, unknown> {
  return Object.fromEntries([
    ...FIELD_NAMES.map((field) => [field, fields[field]]),
    ...Object.entries(extra).map(([name, value]) => [writtenName(name), value]),
  ]);
}
