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
  let failure: Error | undefined;
  parser.onError = (error) => {
    failure ??= error;
  };
  let started = false;
  for await (const chunk of text) {
    if (!started && chunk.trim() !== '') {
      started = true;
      if (!chunk.trimStart().startsWith('['))
        throw new TransferError(`${file} must be a JSON array of events.`);
    }
    if (!parser.isEnded) parser.write(chunk);
    else if (chunk.trim() !== '') throw new TransferError(`${file} goes on after its JSON array.`);
    if (failure !== undefined) {
      const element = number + elements.length;
      throw new TransferError(
        `${file} is not valid JSON after element ${element}: ${firstSentence(failure)}.`,
      );
    }
    for (const element of elements) yield row(element);
    elements = [];
  }
  if (!started || !parser.isEnded) {
    throw new TransferError(`${file} ends in the middle of its JSON array, after element ${number}.`);
  }

  function row(element: unknown): RawRow | RowRefusal {
    const place: Place = { file, unit: 'element', number: ++number };
    return isObject(element)
      ? { place, fields: element, translated: false }
      : new RowRefusal(place, 'must be a JSON object');
  }
}

function firstSentence({ message }: Error): string {
  return message.split(/\n|\. |\.$/)[0] ?? '';
}
