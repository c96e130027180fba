import { JSONParser } from '@streamparser/json';
import { RowRefusal, TransferError } from '../errors';
import type { Place, RawRow } from '../event-record';
import { isObject } from './json-lines';

/**
 * Rows of a JSON array of objects, one element in memory at a time.
 * @throws TransferError when the text is no JSON array
 */
export async function* readJsonArray(
  text: AsyncIterable<string>,
  file: string,
): AsyncGenerator<RawRow | RowRefusal> {
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false });
  let elements: unknown[] = [];
  let number = 0;
  parser.onValue = ({ value }) => elements.push(value);
  parser.onError = () => {}; // write() throws it as well
  let started = false;
  for await (const chunk of text) {
    if (!started && chunk.trim() !== '') {
      started = true;
      if (!chunk.trimStart().startsWith('['))
        throw new TransferError(`${file} must be a JSON array of events.`);
    }
    feed(() => parser.write(chunk));
    for (const element of elements) yield row(element);
    elements = [];
  }
  if (!started || !parser.isEnded) {
    throw new TransferError(`${file} ends in the middle of its JSON array, after element ${number}.`);
  }

  function feed(write: () => void): void {
    try {
      write();
    } catch (error) {
      throw new TransferError(
        `${file} is not valid JSON after element ${number + elements.length}: ${firstSentence(error)}.`,
        { cause: error },
      );
    }
  }

  function row(element: unknown): RawRow | RowRefusal {
    const place: Place = { file, unit: 'element', number: ++number };
    return isObject(element)
      ? { place, fields: element, translated: false }
      : new RowRefusal(place, 'must be a JSON object');
  }
}

function firstSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n')[0] ?? '').split('. ')[0]?.replace(/\.$/, '') ?? '';
}
