/**
 * Content-Type as ASMX reads it, which is not as HTTP defines it (contract 1.6, 2.8): the base ends at the first
 * `;` and is not trimmed; a parameter is the first piece that *starts with* its name and has an `=`, even inside
 * quotes.
 */
export interface MediaType {
  /** Lower case; `''` when there is no header. */
  readonly base: string;
  /** The `charset` parameter; `undefined` when absent or empty. */
  readonly charset: string | undefined;
  /** The `action` parameter of SOAP 1.2; `undefined` when absent or empty. */
  readonly action: string | undefined;
}

const NONE: MediaType = { base: '', charset: undefined, action: undefined };

export function readMediaType(header: string | undefined): MediaType {
  if (header === undefined) return NONE;
  const [base = '', ...pieces] = header.split(';');
  return {
    base: base.toLowerCase(),
    charset: parameter(pieces, 'charset'),
    action: parameter(pieces, 'action'),
  };
}

function parameter(pieces: readonly string[], name: string): string | undefined {
  for (const piece of pieces) {
    const trimmed = piece.trimStart();
    const equals = trimmed.indexOf('=');
    if (equals < 0 || !trimmed.toLowerCase().startsWith(name)) continue;
    const value = trimmed.slice(equals + 1).trim();
    const quoted = /^(["'])([\s\S]*)\1$/.exec(value);
    return (quoted?.[2] ?? value) || undefined;
  }
  return undefined;
}
