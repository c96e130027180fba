import type { Field } from '../../event/fields';

/** A name as it is compared: `Start Date`, `start_date` and `StartDate` are one. */
export function normalized(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

/**
 * What other programs call the fields, the usual ones first. A row that has a member of the field's own name needs none
 * of them.
 */
export const SYNONYMS: Readonly<Record<Field, readonly string[]>> = {
  id: ['eventid'],
  uid: ['guid', 'uuid', 'icaluid'],
  title: ['subject', 'name', 'summary', 'eventtitle', 'eventname'],
  description: ['desc', 'details', 'notes', 'body', 'eventdescription'],
  location: ['where', 'place', 'venue', 'eventlocation'],
  url: ['link', 'website', 'webpage', 'href', 'eventurl'],
  category: ['categories', 'eventcategory', 'eventtype'],
  start: [
    'starts',
    'startdatetime',
    'startsat',
    'dtstart',
    'begin',
    'begins',
    'eventstart',
    'from',
    'starttime',
  ],
  end: ['ends', 'enddatetime', 'endsat', 'dtend', 'finish', 'until', 'eventend', 'to', 'endtime'],
  allDay: ['alldayevent', 'falldayevent', 'isallday', 'isalldayevent', 'wholeday', 'iswholeday'],
};

/** Columns that hold the date alone, with those that then hold the time of day, where there is one. */
export const DATE_COLUMNS: ReadonlyMap<
  Field,
  readonly (readonly [date: string, clocks: readonly string[]])[]
> = new Map([
  [
    'start',
    [
      ['startdate', ['starttime']],
      ['begindate', ['begintime']],
      ['eventdate', ['eventtime', 'starttime', 'time', 'from', 'begin']],
      ['date', ['starttime', 'time', 'from', 'begin']],
    ],
  ],
  ['end', [['enddate', ['endtime']]]],
]);
