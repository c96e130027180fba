/** Escaping for XML text that an event is put into; characters that XML can't carry become U+FFFD. */
import { ENTITIES } from '../../text/markup';

// A parser would make other characters of the line ends and tabs of an attribute, and of a CR anywhere.
const TEXT = /[&<>\r]|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ATTRIBUTE = /[&<>"'\r\n\t]|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const REFERENCES: Readonly<Record<string, string>> = {
  ...ENTITIES,
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

const put = (character: string) => REFERENCES[character] ?? '\ufffd';

/** Text between tags. */
export function escapeText(text: string): string {
  return text.replace(TEXT, put);
}

/** The value of an attribute, in quotes of either kind. */
export function escapeAttribute(text: string): string {
  return text.replace(ATTRIBUTE, put);
}
