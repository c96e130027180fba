/** Reads the placeholders of format files: each writes and reads one field of an event in one form. */
import { quoted } from '../lib/text/messages';
import { escapeRegExp } from '../lib/text/regexp';
import type { TimeZone } from '../lib/time/zones';
import type { EventRow } from './event';
import { extraForm, type FieldForm, namedForm, trimmed } from './field-forms';

/** A placeholder writes and reads one field in one form. */
export interface Placeholder extends FieldForm {
  /** This is the placeholder's own text, quoted for messages. */
  readonly shown: string;
  /** If the value is empty, its member, element or cell stays, is left out, or becomes null. */
  readonly whenEmpty: 'stays' | 'leaves' | 'null';
  /** Returns the JSON for a string that is only this placeholder. */
  json(event: EventRow): string;
}

/**
 * Reads the text between the braces of a placeholder: `start@local:HH:mm?`.
 * @returns the placeholder, or a sentence that says what is wrong with the text
 */
export function readPlaceholder(body: string, zone: TimeZone): Placeholder | string {
  const shown = quoted(`{${body}}`);
  const isExtra = body.startsWith('extra.');
  const [suffix = ''] = (isExtra ? EXTRA_SUFFIX : SUFFIX).exec(body) ?? [];
  const inner = body.slice(0, body.length - suffix.length);
  const whenEmpty: Placeholder['whenEmpty'] =
    suffix === '?' ? 'leaves' : suffix === '|null' ? 'null' : 'stays';
  const form = isExtra ? extraForm(inner.slice('extra.'.length)) : namedForm(inner, zone);
  if (typeof form === 'string') return `contains ${shown}: ${form}`;
  const { json = (event) => jsonOf(form, form.text(event)) } = form;
  const all: Placeholder = { ...form, json, shown, whenEmpty };
  if (suffix === '' || whenEmpty !== 'stays') return all;
  return withStandIn(all, suffix === '|empty' ? '' : suffix.slice(1));
}

/**
 * Matches the ending of a placeholder, which says what happens to an empty value. A text that stands for an empty value
 * has a digit, so that a misspelt word is refused. An escaped question mark or bar, or a quoted bar, belongs to a date
 * pattern.
 */
const SUFFIX = /(?<!\\)(?:\?|\|(?:null|empty|[^|']*\d[^|']*))$/;
/** The name of an extra field may contain a bar, so only these endings are read there. */
const EXTRA_SUFFIX = /\?$|\|(?:null|empty)$/;

function jsonOf({ type, hasEscapedSlashes }: FieldForm, text: string): string {
  if (type !== 'text') return text;
  const quotedText = JSON.stringify(text);
  return hasEscapedSlashes ? quotedText.replaceAll('/', '\\/') : quotedText;
}

/**
 * Returns a placeholder that writes a text in place of an empty value, and reads this text as no value. The text may be
 * a date that no event has.
 */
function withStandIn(placeholder: Placeholder, standIn: string): Placeholder {
  const { type, matches, isEmpty } = placeholder;
  const isNumber = type === 'number' && /^-?[1-9]\d*$|^0$/.test(standIn);
  const json = isNumber ? standIn : jsonOf({ ...placeholder, type: 'text' }, standIn);
  return {
    ...placeholder,
    matches: matches && `(?:${matches}|${escapeRegExp(standIn)})`,
    text: (event) => (isEmpty(event) ? standIn : placeholder.text(event)),
    json: (event) => (isEmpty(event) ? json : placeholder.json(event)),
    read: (value, into) => (standIn !== '' && trimmed(value) === standIn) || placeholder.read(value, into),
  };
}
