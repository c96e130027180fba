/** No fold with the character around it is longer, nor a calendar's first line with a byte order mark. */
const HELD = 32;

/** The beginning of a character of UTF-8, the fold, and bytes that can't stand at the beginning of one. */
const FOLDED = /([\xc2-\xf4][\x80-\xbf]{0,2})(\r?\n[ \t])([\x80-\xbf]{1,3})/g;

/**
 * Bytes of a calendar whose lines are folded behind characters rather than within them, as programs do that count
 * bytes: unfolding comes before decoding (RFC 5545 3.1). Bytes of anything else are given on as they are.
 */
export async function* foldedBehind(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array = Buffer.alloc(0);
  let isCalendar: boolean | undefined;
  for await (const chunk of bytes) {
    if (isCalendar === false) {
      yield chunk;
      continue;
    }
    const given = Buffer.concat([held, chunk]);
    isCalendar ??= given.length > HELD ? beginsCalendar(given) : undefined;
    const moved = isCalendar ? movedFolds(given) : given;
    const ready = isCalendar === undefined ? 0 : isCalendar ? moved.length - HELD : moved.length;
    if (ready > 0) yield moved.subarray(0, ready);
    held = moved.subarray(Math.max(ready, 0));
  }
  yield held;
}

function beginsCalendar(bytes: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*BEGIN:VCALENDAR/i.test(bytes.toString('latin1', 0, HELD));
}

/** Lines stay as many as they are, by which what is refused is told. */
function movedFolds(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const moved = text.replace(FOLDED, '$1$3$2');
  return moved === text ? bytes : Buffer.from(moved, 'latin1');
}
