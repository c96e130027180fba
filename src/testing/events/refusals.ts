/** Turns the importer's refusals into problems, which mention parameters instead of options. */
import { TIMES_ALLOWED } from '../../formats/draft';
import { SKIPPED } from '../../transfer/check/draft';
import type { Advice, RowRefusal, TransferError } from '../../transfer/errors';
import { pointerPart } from '../schema/check';
import type { Mistake } from '../schema/journal';
import { RELATIVE_FORMS } from './relative-time';

/** Returns a mistake for each refused field of a row. */
export function mistakesOf(refusal: RowRefusal): readonly Mistake[] {
  return [refusal, ...refusal.others].map(mistakeOf);
}

/** Describes a refusal: the place, as a JSON Pointer or a line, and the rule that the value breaks. */
function mistakeOf({ place, reason, advice, details: { field, allowed } }: RowRefusal): Mistake {
  const where = place.unit === 'element' ? `/${place.number - 1}` : `line ${place.number}`;
  const isTime = allowed === TIMES_ALLOWED;
  const relative = isTime ? `; or, relative to now, ${RELATIVE_FORMS}` : '';
  const ways = isTime ? `${allowed}, or ${RELATIVE_FORMS}` : allowed;
  return {
    field: field === undefined ? where : `${where}/${pointerPart(field)}`,
    detail: `${reason}${relative}${adviceText(advice, field)}.`,
    ...(ways === undefined ? {} : { allowed: [ways].flat() }),
  };
}

/** Maps each option of the command to its parameter. */
const PARAMETER_OF: ReadonlyMap<string, string> = new Map([
  ['map', '?map='],
  ['zone', '?zone= '],
  ['end-dates', '?endDates='],
]);

/** Returns advice about a parameter. Advice about an option without a parameter is left out. */
function adviceText(advice: Advice | undefined, field = ''): string {
  if (advice === undefined) return '';
  if (advice === SKIPPED) return `; ?map=${field}=NAME reads it from another member`;
  const parameter = advice.option === undefined ? '' : PARAMETER_OF.get(advice.option);
  return parameter === undefined ? '' : `; ${parameter}${advice.effect}`;
}

/** Describes why a body is refused as a whole. */
export function mistakeOfBody({ message, reason, advice, option }: TransferError): Mistake {
  if (option !== undefined) return { field: option, detail: `${PARAMETER_OF.get(option)}${reason}` };
  return { field: '', detail: advice === undefined ? message : `${reason}${adviceText(advice)}.` };
}
