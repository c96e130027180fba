import { FIELDS, type Field } from '../../event/fields';
import { isOtherTime, type Proposed, TEXT_MEMBERS, wordRank } from './field-words';
import { guessTimeForm } from './guess-time';

/** What old services call the fields, in lower case, without anything but letters and digits. */
const NAMES: Readonly<Record<Field, string>> = {
  id: 'id eventid inteventid key eventkey number no',
  uid: 'uid guid uuid icaluid',
  title: 'title name subject summary caption eventname eventtitle text label',
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
  // Namespaces, and SharePoint's mark of a column, say nothing of the field.
  return FIELD_OF.get(plain(name.replace(/^(?:\w+:|ows_)/, '')));
}

function plain(name: string): string {
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

/** The placeholders of one proposal: each field and each extra field is shown once. */
export class Guesses {
  private readonly fields = new Set<Field>();
  private readonly extras = new Set<string>();

  /**
   * @param isLocal instants are of the time zone's clock
   * @param sought fields that no name says outright: the words that say them in eight languages do, as surely as this
   */
  constructor(
    private readonly isLocal: boolean,
    private readonly sought: ReadonlyMap<Proposed, number>,
  ) {}

  found(field: Field): boolean {
    return this.fields.has(field);
  }

  /**
   * A placeholder for the values that a member has in a sample's events; an extra field where it is none of the known
   * ones, or does not look like what its name says.
   * @param path the names of the objects in which it stands, and its own
   * @returns `undefined` for an extra field that no placeholder can name: one without a name, or with braces in it
   */
  placeholder(path: readonly string[], values: readonly unknown[]): string | undefined {
    const name = path.at(-1) ?? '';
    const given = values.filter((value) => value !== undefined && value !== null && value !== '');
    const suffix = values.includes(undefined) ? '?' : values.includes(null) ? '|null' : '';
    for (const field of [guessFieldAt(path), ...this.byWords(path, given)]) {
      if (field === undefined || this.fields.has(field) || isMark(field, name, given)) continue;
      const form = this.formOf(field, given);
      if (form === undefined) continue;
      this.fields.add(field);
      return `{${field}${form}${suffix}}`;
    }
    const extra = this.extra(path);
    return name === '' || /[{}]/.test(extra) ? undefined : `{extra.${extra}${suffix || suffixBeside(extra)}}`;
  }

  private byWords(path: readonly string[], given: readonly unknown[]): readonly Proposed[] {
    const fields = [...this.sought].filter(([field, least]) => (wordRank(field, path) ?? Infinity) <= least);
    return fields.map(([field]) => field).filter((field) => suits(field, path, given));
  }

  /** The member's name, with those around it where another has it already. */
  private extra(path: readonly string[]): string {
    let name = path.at(-1) ?? '';
    for (let length = 2; this.extras.has(name); length++)
      name = length > path.length ? `${path.join('.')} ${length}` : path.slice(-length).join('.');
    this.extras.add(name);
    return name;
  }

  private formOf(field: Field, values: readonly unknown[]): string | undefined {
    const form = formOf(field, values);
    const isTime = field === 'start' || field === 'end';
    return isTime && this.isLocal && form?.startsWith('@local') === false ? `@local${form}` : form;
  }
}

/** Whether what is called so can be the field by its values, too: a word in a name says less than a name. */
function suits(field: Proposed, path: readonly string[], given: readonly unknown[]): boolean {
  if (field === 'start' || field === 'end')
    return !isOtherTime(path) && (field === 'end' || wordRank('end', path) === undefined);
  if (given.length === 0 || field === 'allDay') return given.length > 0;
  return given.every((value) => typeof value === 'string') && !given.some((value) => isNoText(value));
}

function isNoText(value: string): boolean {
  return /^https?:/.test(value) || guessTimeForm([value]) !== undefined;
}

/** A name that ends in `?` or `|null` itself has `|null` appended, so that its end isn't read as a suffix. */
function suffixBeside(name: string): string {
  return /\?$|\|null$/.test(name) ? '|null' : '';
}

/** What says the same of each event says what an event is, as `"kind": "calendar#event"` does, and nothing of one. */
function isMark(field: Field, name: string, values: readonly unknown[]): boolean {
  if (field !== 'category' || plain(name).includes('categor')) return false;
  return values.length > 1 && values.every((value) => value === values[0]);
}

/** What stands after the field's name, or `undefined` when the values are none of it. */
function formOf(field: Field, values: readonly unknown[]): string | undefined {
  const [value] = values;
  switch (field) {
    case 'id':
      if (typeof value === 'number') return '';
      return values.every((one) => typeof one === 'string' && /^\d{1,10}$/.test(one)) ? ':text' : undefined;
    case 'start':
    case 'end':
      return guessTimeForm(values);
    case 'allDay':
      if (typeof value === 'boolean') return '';
      if (typeof value === 'number') return ':01';
      if (value === '0' || value === '1') return ':01';
      return typeof value === 'string' && /^(true|false)$/.test(value) ? ':text' : undefined;
    default:
      return typeof value === 'object' ? undefined : '';
  }
}
