/** Finds which of the spellings that JSON and XML allow a service uses, so that the format writes the same one. */
import { escapeRegExp } from '../../lib/text/regexp';
import { ESCAPABLE } from '../json-kind';
import type { Column, Sample } from './sample';

const JSON_STRING = /"(?:[^"\\]|\\.)*"/g;
const JSON_DATE = /^"(\\?)\/Date\([-+\d]+\)\\?\/"$/;
/** Some serializers escape all characters beyond ASCII, and others only surrogates. */
const RANGES = ['\u0080-\uffff', '\ud800-\udfff'];
const ESCAPE = /\\(?:u([0-9a-f]{4})|(.))/g;

/** A spelling counts only if the sample never spells the same character or ending in another way. */
export function spellingOf({ kind, answers }: Sample): { escape?: string; emptyElement?: string } {
  const texts = answers.join('\n');
  if (kind === 'json') {
    const strings = texts.match(JSON_STRING)?.filter((text) => !JSON_DATE.test(text)) ?? [];
    const all = strings.join('');
    const escaped = Array.from(all.matchAll(ESCAPE), ([, hex = '', character]) =>
      character === undefined ? String.fromCharCode(Number.parseInt(hex, 16)) : character,
    );
    const plain = all.replace(ESCAPE, '');
    const isAlways = (one: RegExp) => one.test(escaped.join('')) && !one.test(plain);
    const range = RANGES.find((one) => isAlways(new RegExp(`[${one}]`)));
    const always = [...new Set(escaped)].filter(
      (one) => ESCAPABLE.test(one) && !plain.includes(one) && !(range && new RegExp(`[${range}]`).test(one)),
    );
    if (range !== undefined) always.push(range);
    return always.length === 0 ? {} : { escape: always.sort().join('') };
  }
  if (kind === 'csv' || /<([^\s<>/!?]+)[^<>]*><\/\1>/.test(texts)) return {};
  const endings = new Set(Array.from(texts.matchAll(/( ?)\/>/g), ([ending]) => ending));
  const [emptyElement, ...others] = endings;
  return emptyElement === undefined || others.length > 0 ? {} : { emptyElement };
}

/** Returns true if the slashes of every `/Date(…)/` are escaped, as .NET's serializers do it. */
export function escapesDates({ kind, answers }: Sample): boolean {
  const strings = kind === 'json' ? (answers.join('\n').match(JSON_STRING) ?? []) : [];
  const dates = strings.flatMap((text) => JSON_DATE.exec(text)?.slice(1) ?? []);
  return dates.length > 0 && dates.every((backslash) => backslash !== '');
}

/** Returns the form of a column of numbers that all have the same number of decimals, if some of them end in a zero. */
export function decimalsOf({ kind, answers }: Sample, { path, values }: Column): string {
  if (kind !== 'json' || values.some((one) => one != null && typeof one !== 'number')) return '';
  const member = new RegExp(`${escapeRegExp(JSON.stringify(path.at(-1)))}\\s*:\\s*(-?\\d[\\d.eE+-]*)`, 'g');
  const numbers = Array.from(answers.join('\n').matchAll(member), ([, number = '']) => number);
  const [form = '', ...others] = new Set(
    numbers.map((one) => one.replace(/^-?\d+(?=\.)/, '0').replace(/(?<=\.\d*)\d/g, '0')),
  );
  return others.length === 0 && /^0\.0+$/.test(form) && numbers.some((one) => one.endsWith('0'))
    ? `:${form}`
    : '';
}
