import { FIELDS, type Field } from '../../event/fields';
import { PROPOSED, TEXT_MEMBERS, wordRank, wordsOf } from './field-words';

/** What old services call the fields, in lower case, without anything but letters and digits. */
const NAMES: Readonly<Record<Field, string>> = {
  id: 'id eventid inteventid key eventkey number no',
  uid: 'uid guid uuid icaluid',
  title: 'title name subject summary caption eventname eventtitle',
  description: 'description desc details body notes note content longdescription eventdescription',
  location: 'location where place venue room address eventlocation',
  url: 'url link href website web eventurl',
  category: 'category categories class classname kind type eventtype eventcategory',
  start:
    'start starts begin begins from startdate starttime startdatetime begindate dtstart startsat datestart eventstart eventdate date datefrom eventstarttime eventstartdate eventtimebegin startutc startlocal',
  end: 'end ends finish until to enddate endtime enddatetime dtend endsat dateto eventendtime eventenddate eventtimeend dateend eventend endutc endlocal',
  allDay: 'allday isallday alldayevent falldayevent isalldayevent wholeday iswholeday fullday',
};

const FIELD_OF = new Map(
  (Object.keys(NAMES) as Field[]).flatMap((field) =>
    NAMES[field].split(' ').map((name) => [name, field] as const),
  ),
);

/** The field that a member or element of that name probably holds. */
export function guessField(name: string): Field | undefined {
  // Namespaces, and SharePoint's mark of a column, say nothing of the field; `__type` is what .NET calls an object.
  return name.startsWith('__') ? undefined : FIELD_OF.get(plain(name.replace(/^(?:\w+:|ows_)/, '')));
}

/** The same, or the field that words in the name say outright in one of eight languages. */
export function likelyField(name: string): Field | undefined {
  return guessField(name) ?? PROPOSED.find((field) => wordRank(field, [name]) === 0);
}

export function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The same of a time: `{"start":{"dateTime":…}}`. */
const TIME_MEMBERS = ['dateTime', 'date', 'local', 'utc', 'time'] as const;

const OF_TEXT: ReadonlySet<string> = new Set(TEXT_MEMBERS.map(plain));
const OF_TIME: ReadonlySet<string> = new Set(TIME_MEMBERS.map(plain));

/**
 * The field of a member that may stand in an object: where the object has a field's name, of its members those that say
 * nothing more are the field's.
 * @param path the names of the objects in which it stands, and its own
 */
export function guessFieldAt(path: readonly string[]): Field | undefined {
  const [outer = '', name = ''] = ['', ...path].slice(-2);
  const field = guessField(outer);
  const members = field !== undefined && FIELDS[field].kind === 'time' ? OF_TIME : OF_TEXT;
  return field !== undefined && members.has(plain(name)) ? field : guessField(name);
}

/** What an event has beside itself is numbered, too. */
const OTHER_THINGS =
  /categ|kateg|cat[eé]g|user|parent|typ|venue|ort|loca|raum|room|salle|sala|group|grupp|serie|calen|kalen|account|owner|organi|status|colou?r|farbe|client|kund/i;

/** Numbers that come once each, of events by the end of their name. */
export function idRank(path: readonly string[], given: readonly unknown[]): number | undefined {
  const [name = '', ...others] = path;
  const isNumber = /(id|nr|no|num|n[uú]mer[oó]?|number|nummer|num[eé]ro)$/i.test(name);
  const isOther = others.length > 0 || OTHER_THINGS.test(name);
  return isNumber && !isOther && new Set(given).size === given.length ? 1 : undefined;
}

/** A time whose time of day may stand apart, and be shown by a placeholder of its own. */
export type TimeName = 'start' | 'end';

/** Words for the time of day that stands beside a date. */
const CLOCK_WORDS = /^(uhrzeit|zeit|heure|hora|ora|tijd|godzina|hour|clock)$/;

/** Which of the two a member with a time of day is of; a length is of none. */
export function clockField(path: readonly string[]): TimeName | undefined {
  const named = guessFieldAt(path);
  if (named === 'end' || wordRank('end', path) !== undefined) return 'end';
  const isStart = named === 'start' || wordRank('start', path) !== undefined;
  return isStart || wordsOf(path).some((word) => CLOCK_WORDS.test(word)) ? 'start' : undefined;
}
