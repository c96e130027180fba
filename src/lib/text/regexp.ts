import { setFlagsFromString } from 'node:v8';

export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/**
 * Compiles an untrusted regular expression for V8's linear-time engine. The default engine may need hours for `(a+)+$`.
 * @throws SyntaxError also for look-aheads, backreferences, and counts above 16, which this engine lacks; the counts of
 *   nested groups are multiplied. In Node 20 it lacks look-behinds, too.
 */
export function linearRegExp(source: string): RegExp {
  setFlagsFromString('--enable-experimental-regexp-engine');
  return new RegExp(source, 'l');
}
