import { TransferError } from '../errors';

/** No event needs an element with more characters, or deeper nesting. */
const MAX_ELEMENT = 16 * 1024 * 1024;
const MAX_DEPTH = 256;

/** Matches the end of a string, and escapes in it, because an escaped quote does not end the string. */
const IN_STRING = /"|\\./gs;
const BETWEEN_STRINGS = /["{}[\],]/g;

/**
 * Splits the text of a JSON array into the texts of its elements, with one element in memory at a time. It reads only
 * brackets, commas and quotation marks. `JSON.parse` later checks each element.
 * @throws TransferError if the text is not an array, continues after the array, or ends in it
 */
export async function* jsonElements(chunks: AsyncIterable<string>, file: string): AsyncGenerator<string> {
  const fail = (sentence: string) => new TransferError(`${file} ${sentence}.`);
  // This is the beginning of an element, which is not searched again, because the searches in an element of 16 MB would
  // take 12 s.
  let rest = '';
  // This is a backslash at the end of a chunk, which belongs to the first character of the next chunk.
  let backslash = '';
  let count = 0;
  // The depth is 0 outside the array, 1 in it, and more inside an element.
  let depth = 0;
  let inString = false;
  let hasEnded = false;
  for await (const chunk of chunks) {
    const text = backslash + chunk;
    let from = 0;
    let at = 0;
    for (;;) {
      const pattern: RegExp = inString ? IN_STRING : BETWEEN_STRINGS;
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found === null) break;
      const { 0: token, index } = found;
      const isOutside = depth === 0;
      if (isOutside && (hasEnded || token !== '[' || text.slice(from, index).trim() !== '')) break;
      at = index + token.length;
      if (inString) inString = token !== '"';
      else if (token === '"') inString = true;
      else if (token === '{' || token === '[') depth += 1;
      else if (token !== ',') depth -= 1;
      if (depth > MAX_DEPTH)
        throw fail(`is not valid JSON after element ${count}: more than ${MAX_DEPTH} brackets are open`);
      const isElement = depth === 0 || (depth === 1 && token === ',');
      if (!isElement && !isOutside) continue;
      const element = rest + text.slice(from, index);
      rest = '';
      from = at;
      hasEnded = depth === 0;
      if (hasEnded && token === '}')
        throw fail(`is not valid JSON after element ${count}: "}" closes the array`);
      const isEmptyArray = hasEnded && count === 0 && element.trim() === '';
      if (isOutside || isEmptyArray) continue;
      count += 1;
      yield element;
    }
    backslash = inString && at < text.length && text.endsWith('\\') ? '\\' : '';
    rest += text.slice(from, text.length - backslash.length);
    if (depth === 0 && rest.trim() !== '')
      throw fail(hasEnded ? 'continues after its JSON array' : 'must be a JSON array of events');
    // There may be any amount of white space around the array.
    if (depth === 0) rest = '';
    if (rest.length > MAX_ELEMENT)
      throw fail(`has an element ${count + 1} that is longer than ${MAX_ELEMENT} characters`);
  }
  if (!hasEnded) throw fail(`ends in the middle of its JSON array, at element ${count + 1}`);
}
