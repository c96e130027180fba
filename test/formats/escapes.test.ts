import { compileFormat } from '../../src/formats/format-file';
import { escapeAttribute, escapeText } from '../../src/formats/xml-wrapper';
import { clockOf } from '../../src/lib/time/clock';

const UTC = clockOf('UTC');
const formatOf = (file: object) => compileFormat(JSON.stringify(file), 'x.json', UTC).format;
const JSON_TEXT = formatOf({ kind: 'json', event: { t: '{title}', u: '{uid}' } });
const XML_TEXT = formatOf({ kind: 'xml', event: '<E a="{title}" b="{uid}">{title}</E>' });

const EVENT = {
  id: 12,
  uid: 'u',
  title: 't',
  description: 'd',
  location: 'l',
  url: 'https://example.org/',
  category: 'c',
  start: 0,
  end: 1,
  allDay: false,
};

test('a format escapes each character of a text from the store, whatever the other characters are', () => {
  const wrong: string[] = [];
  for (let code = 0; code < 0xfffe; code++) {
    const character = String.fromCharCode(code);
    for (const title of [character, `a${character}b`]) {
      const event = { ...EVENT, title, uid: title };
      const text = JSON.stringify(title);
      const attribute = escapeAttribute(title);
      const xml = `<E a="${attribute}" b="${attribute}">${escapeText(title)}</E>`;
      if (JSON_TEXT.event(event) !== `{"t":${text},"u":${text}}` || XML_TEXT.event(event) !== xml)
        wrong.push(text);
    }
  }
  expect(wrong).toEqual([]);
});
