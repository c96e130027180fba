/** The lines of an iCalendar stream (RFC 5545 3.1, 3.3.11). */

/** Each line folded and ended by CRLF. */
export function contentLines(lines: readonly string[]): string {
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** A value of type TEXT (RFC 5545 3.3.11). */
export function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
}

/** RFC 5545 3.1: lines of at most 75 octets without the line end, continued by a blank; characters stay whole. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
