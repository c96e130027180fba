import { clockOf } from '../../src/formats/file/clock';
import { compileFormat } from '../../src/formats/file/compile';
import { escapeAttribute, escapeText } from '../../src/formats/file/xml-escape';
import { packEvents } from '../../src/formats/packed-events';

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
  startInstant: 0,
  endInstant: 1,
};

test('a format escapes each character of a text from the store, whatever the other characters are', () => {
  const wrong: string[] = [];
  for (let code = 0; code < 0xfffe; code++) {
    const character = String.fromCharCode(code);
    for (const title of [character, `a${character}b`]) {
      const events = packEvents([{ ...EVENT, title, uid: title }]);
      const text = JSON.stringify(title);
      const attribute = escapeAttribute(title);
      const xml = `<E a="${attribute}" b="${attribute}">${escapeText(title)}</E>`;
      if (JSON_TEXT.event(events) !== `{"t":${text},"u":${text}}` || XML_TEXT.event(events) !== xml)
        wrong.push(text);
    }
  }
  expect(wrong).toEqual([]);
});

test.each([-62_135_596_800_000, -1, 0, 999, 951_825_600_000, 1_577_836_800_000, 253_402_300_799_999])(
  'a time of %d milliseconds is read to the millisecond',
  (time) => {
    const timed = { ...EVENT, start: time, startInstant: time };
    expect([...packEvents([timed, EVENT])]).toEqual([timed, EVENT].map((event) => ({ ...event, extra: {} })));
  },
);

test('the events of a text are read one after the other, whatever stands in their texts and behind them', () => {
  const odd = '"},{"id":1,"\\u001f\\",\u2028 €😀 "start":"';
  const events = [
    { ...EVENT, uid: odd, title: odd, description: odd, location: odd, url: '', category: odd },
    {
      ...EVENT,
      allDay: true,
      start: 86_400_000,
      end: 2 * 86_400_000,
      startInstant: 82_800_000,
      endInstant: -1,
    },
    { ...EVENT, title: '\\', extra: { [odd]: [odd, { n: 1.5 }] } },
    { ...EVENT, title: '', uid: '"' },
  ];
  expect([...packEvents(events)]).toEqual(events.map((event) => ({ extra: {}, ...event })));
});
