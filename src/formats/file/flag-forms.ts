/** How `allDay` is written in a format file, and read again. */
import { escapeRegExp } from '../../text/escape-regexp';

export interface FlagForm {
  readonly type: 'boolean' | 'number' | 'text';
  readonly yes: string;
  readonly no: string;
  /** A regular expression without groups that matches what is written. */
  readonly matches: string;
  read(text: string): boolean | undefined;
}

export const FLAG_FORMS_ALLOWED = '01, text, or what stands for yes and for no, as in ja/nein';

/** The usual words are told from each other whatever the form is. */
const USUAL: Pick<FlagForm, 'matches' | 'read'> = {
  matches: 'true|false|0|1',
  read: (text) => (/^(true|1)$/i.test(text) ? true : /^(false|0)$/i.test(text) ? false : undefined),
};

/** @returns the form, or `undefined` when the name is none's */
export function flagForm(name: string | undefined): FlagForm | undefined {
  if (name === undefined) return { type: 'boolean', yes: 'true', no: 'false', ...USUAL };
  if (name === '01') return { type: 'number', yes: '1', no: '0', ...USUAL };
  if (name === 'text') return { type: 'text', yes: 'true', no: 'false', ...USUAL };
  const [yes = '', no = '', ...others] = name.split('/');
  const [lowerYes, lowerNo] = [yes.toLowerCase(), no.toLowerCase()];
  if (others.length > 0 || yes === '' || no === '' || lowerYes === lowerNo) return undefined;
  const words = new Map([
    [lowerYes, true],
    [lowerNo, false],
  ]);
  return {
    type: 'text',
    yes,
    no,
    matches: `${escapeRegExp(yes)}|${escapeRegExp(no)}`,
    read: (text) => words.get(text.toLowerCase()),
  };
}
