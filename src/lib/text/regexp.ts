import { setFlagsFromString } from 'node:v8';

export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/**
 * Compiles an untrusted regular expression for V8's linear-time engine. The default engine may need hours for `(a+)+$`.
 * @throws SyntaxError also for look-arounds, backreferences and counts over about 100, which this engine lacks
 */
export function linearRegExp(source: string): RegExp {
  setFlagsFromString('--enable-experimental-regexp-engine');
  return new RegExp(source, 'l');
}
