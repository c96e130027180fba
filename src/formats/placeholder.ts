import { quoted } from '../lib/text/quoted';
import type { Clock } from '../lib/time/clock';
import type { EventRow } from './event';
import { type FieldForm, fieldForm } from './field-forms';

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
export function readPlaceholder(body: string, clock: Clock): Placeholder | string {
  const shown = quoted(`{${body}}`);
  const [suffix = ''] = SUFFIX.exec(body) ?? [];
  const inner = body.slice(0, body.length - suffix.length);
  const whenEmpty: Placeholder['whenEmpty'] =
    suffix === '?' ? 'leaves' : suffix === '|null' ? 'null' : 'stays';
  const form = fieldForm(inner, clock);
  if (typeof form === 'string') return `contains ${shown}: ${form}`;
  const { text, type, isEmpty, matches } = form;
  const json =
    form.json ?? ((event: EventRow) => (type === 'text' ? JSON.stringify(text(event)) : text(event)));
  const all = { ...form, json, shown, whenEmpty };
  if (suffix !== '|empty') return all;
  return {
    ...all,
    matches: matches && `(?:${matches})?`,
    text: (event) => (isEmpty(event) ? '' : text(event)),
    json: (event) => (isEmpty(event) ? '""' : json(event)),
  };
}

/** These endings say what happens to an empty value. An escaped question mark belongs to a date pattern. */
const SUFFIX = /(?<!\\)\?$|\|(?:null|empty)$/;
