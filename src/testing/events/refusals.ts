/** Turns the importer's refusals into problems, which name parameters instead of options. */
import { TIMES_ALLOWED } from '../../transfer/check/draft';
import {
  type Advice,
  EncodingError,
  MissingFieldError,
  type RowRefusal,
  type TransferError,
  UnknownNameError,
} from '../../transfer/errors';
import { Problem } from '../problem';
import { pointerPart } from '../schema/check';
import type { Mistake } from '../schema/journal';
import { RELATIVE_FORMS } from './relative-time';

/** Locates a refused row by a JSON Pointer or a line, and says which rule it breaks. */
export function mistakeOf({ place, reason, details: { field, allowed, advice } }: RowRefusal): Mistake {
  const where = place.unit === 'element' ? `/${place.number - 1}` : `line ${place.number}`;
  const isTime = allowed === TIMES_ALLOWED;
  const relative = isTime ? `; or, relative to now, ${RELATIVE_FORMS}` : '';
  const ways = isTime ? `${allowed}, or ${RELATIVE_FORMS}` : allowed;
  return {
    field: field === undefined ? where : `${where}/${pointerPart(field)}`,
    detail: `${place.file}, ${place.unit} ${place.number}: ${reason}${relative}${adviceText(advice)}.`,
    ...(ways === undefined ? {} : { allowed: ways }),
  };
}

/** Parameters by the options of the command that do the same. */
const PARAMETER_OF: ReadonlyMap<string, string> = new Map([
  ['map', '?map='],
  ['zone', '?zone= '],
  ['end-dates', '?endDates='],
]);

/** Leaves out advice about options without a parameter. */
function adviceText(advice: Advice | undefined): string {
  if (advice === undefined) return '';
  const parameter = advice.option === undefined ? '' : PARAMETER_OF.get(advice.option);
  return parameter === undefined ? '' : `; ${parameter}${advice.effect}`;
}

/** Makes the problem of a body that is refused as a whole. */
export function refusedBody(error: TransferError): Problem {
  if (error instanceof MissingFieldError) {
    const { file, fields, found } = error;
    const names = fields.map((field) => `${field}=NAME`).join(',');
    return new Problem(
      'import',
      `${file} has no ${fields.join(' and no ')}; it has ${found}. Say ?map=${names}.`,
    );
  }
  if (error instanceof UnknownNameError)
    return new Problem('import', `?map=${error.mapping} ${error.reason}.`, { field: 'map' });
  if (error instanceof EncodingError) return new Problem('import', `${error.file} is not UTF-8 text.`);
  return new Problem('import', error.message);
}
