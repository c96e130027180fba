import type { RowField } from '../../src/formats/event';
import { clockOf } from '../../src/formats/file/clock';
import { compileFormat } from '../../src/formats/file/compile';
import { escapeAttribute, escapeText } from '../../src/formats/file/xml-escape';
import { PackedEvents, SEPARATOR } from '../../src/formats/packed-events';

const UTC = clockOf('UTC');
const formatOf = (file: object) => compileFormat(JSON.stringify(file), 'x.json', UTC).format;
const JSON_TEXT = formatOf({ kind: 'json', event: { t: '{title}' } });
const XML_TEXT = formatOf({ kind: 'xml', event: '<E a="{title}">{title}</E>' });

/** An event as the store packs it: the values in the order of the row's fields. */
function packed(values: readonly string[], fields: readonly RowField[]) {
  return new PackedEvents(values.join(SEPARATOR), fields);
}

test('a format escapes each character of a text from the store, whatever the other characters are', () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0xffff; code++) {
    const character = String.fromCharCode(code);
    if (character === SEPARATOR) continue;
    for (const title of [character, `a${character}b`]) {
      const events = packed(['1', title], ['title']);
      const xml = `<E a="${escapeAttribute(title)}">${escapeText(title)}</E>`;
      if (JSON_TEXT.event(events) !== `{"t":${JSON.stringify(title)}}` || XML_TEXT.event(events) !== xml)
        wrong.push(JSON.stringify(title));
    }
  }
  expect(wrong).toEqual([]);
});

test.each([-62_135_596_800_000, -1, 0, 999, 1_577_836_800_000, 253_402_300_799_999])(
  'a time of %d milliseconds is read to the millisecond',
  (time) => {
    expect([...packed(['12', String(time)], ['start'])]).toMatchObject([{ id: 12, start: time }]);
  },
);
