import { setFlagsFromString } from 'node:v8';

/** Returns a regular expression that matches exactly this text. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/**
 * Compiles a regular expression of somebody else. V8 matches it in time that grows with the text's length alone, where
 * its usual engine may need hours for `(a+)+$`.
 * @throws SyntaxError also for look-arounds, references to groups and counts over about 100, which linear time excludes
 */
export function linearRegExp(source: string): RegExp {
  setFlagsFromString('--enable-experimental-regexp-engine');
  return new RegExp(source, 'l');
}
