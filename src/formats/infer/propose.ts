/** Makes the format file: the text of the sample with placeholders in it, in the sample's spelling. */
import { flagOf } from '../../lib/text/flags';
import { FormatError, MAX_BYTES } from '../document';
import { RAW_SUFFIX } from '../field-forms';
import { escapeOf } from '../json-spelling';
import type { Fields } from './fields';
import type { AnswerKind, Column, PlaceholderChoice } from './sample';
import { escapesDates, needsRaw, spellingOf } from './spelling';

/**
 * Makes the format file of a sample.
 * @returns also the paths of the columns that are kept as extra fields, such as `room.floor`
 * @throws FormatError if the file would be too large
 */
export function propose(fields: Fields, answerKind: AnswerKind) {
  const { sample } = fields;
  const extras: string[] = [];
  const file = { ...sample.file(choosePlaceholders(fields, extras), answerKind), ...spellingOf(sample) };
  const text = fileText(file);
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new FormatError(
      'a format file for it would be larger than 256 KB: save an answer with fewer values in its events and around the events.',
    );
  return { file, text, extras };
}

/** Returns the text of a format file. Some characters are escaped, because editors would not show them. */
export function fileText(file: object): string {
  return `${JSON.stringify(file, undefined, 2)}\n`.replace(/[\u007f-\u009f\ufeff\uffff]/g, (one) =>
    escapeOf(one),
  );
}

/** @param extras collects the paths of the columns that are kept as extra fields */
function choosePlaceholders({ bodies, fitter, sample }: Fields, extras: string[]): PlaceholderChoice {
  const escaped = escapesDates(sample) ? '-escaped' : '';
  const names = new Set<string>();
  const suffix = (column: Column, body = '') => {
    const { values } = column;
    const ending = fitter.endingOf(column, body);
    if (ending !== '') return ending;
    // The suffix says that an empty value means no, so it is wrong for a column that has another value for no.
    if (body.startsWith('allDay') && values.some((value) => flagOf(value) === false)) return '';
    if (values.includes(undefined)) return '?';
    if (values.includes(null)) return '|null';
    return /^(?:start|end|allDay)/.test(body) && values.includes('') ? '|empty' : '';
  };
  return {
    isField: (column) => bodies.has(column),
    placeholder(column) {
      const body = bodies.get(column)?.replace(/json-date(?:-zzz)?$/, `$&${escaped}`);
      if (body !== undefined) return `{${body}${suffix(column, body)}}`;
      const { path } = column;
      const shown = path.join('.');
      let name = path.at(-1) ?? '';
      for (let length = 2; names.has(name); length++)
        name = length > path.length ? `${shown} ${length}` : path.slice(-length).join('.');
      names.add(name);
      if (name === '' || /[{}]/.test(name) || name.endsWith(RAW_SUFFIX)) return undefined;
      extras.push(shown);
      // If a name ends like a suffix, a suffix is added, so that the end of the name is read as part of the name.
      const nameSuffix = suffix(column) || (/\?$|\|(?:null|empty)$/.test(name) ? '|null' : '');
      // Only the placeholders of times escape the slashes of dates, so other dates are copied.
      const isDates = escaped !== '' && column.values.some((value) => /^\/Date\(/.test(String(value)));
      if (!isDates && !needsRaw(column)) return `{extra.${name}${nameSuffix}}`;
      // An import of answers in XML may keep a text under the same name. For a number, this text is written as the same
      // JSON. For an object or a date it is not, so these have a name of their own.
      const isOther = isDates || column.values.some((value) => typeof value === 'object' && value !== null);
      const ending = isOther ? '.json' : '';
      return `{extra.${name}${ending}${RAW_SUFFIX}${nameSuffix}}`;
    },
  };
}
