/** The lines of an iCalendar stream (RFC 5545 3.1, 3.3.11). */

/** Each line folded and ended by CRLF. */
export function contentLines(lines: readonly string[]): string {
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

/** A value of type TEXT (RFC 5545 3.3.11). */
export function escapeText(text: string): string {
  if (!/[\\;,\n]/.test(text)) return text;
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
}

/** RFC 5545 3.1: of a line without its end. */
const MOST_OCTETS = 75;
/** Of one UTF-16 code unit in UTF-8. */
const MOST_OF_A_UNIT = 3;

/** RFC 5545 3.1: a line that is longer goes on behind a line end and a blank; characters stay whole. */
function fold(line: string): string {
  if (line.length * MOST_OF_A_UNIT <= MOST_OCTETS) return line;
  const octets = Buffer.byteLength(line);
  if (octets <= MOST_OCTETS) return line;
  return octets === line.length ? foldAscii(line) : foldCharacters(line);
}

function foldAscii(line: string): string {
  let folded = line.slice(0, MOST_OCTETS);
  for (let at = MOST_OCTETS; at < line.length; at += MOST_OCTETS - 1)
    folded += `\r\n ${line.slice(at, at + MOST_OCTETS - 1)}`;
  return folded;
}

function foldCharacters(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MOST_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
