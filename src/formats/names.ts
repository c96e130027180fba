import type { Field } from '../event/fields';

/**
 * What files call the fields, the likeliest first: English, and what programs write. Names are compared without regard
 * to case, blanks, dashes and underscores. `A+B` is a day in one column and its time of day in another.
 */
export const FIELD_NAMES: Readonly<Record<Field, readonly string[]>> = {
  id: ['id', 'EventID'],
  uid: ['uid', 'GUID', 'UUID', 'iCalUID'],
  title: ['title', 'Subject', 'Name', 'Summary', 'EventTitle', 'EventName'],
  description: ['description', 'Desc', 'Details', 'Notes', 'Body', 'EventDescription'],
  location: ['location', 'Where', 'Place', 'Venue', 'EventLocation'],
  url: ['url', 'Link', 'Website', 'WebPage', 'Href', 'EventURL'],
  category: ['category', 'Categories', 'EventCategory', 'EventType'],
  start: [
    'start',
    'StartDate+StartTime',
    'StartDate',
    'BeginDate+BeginTime',
    'BeginDate',
    'EventDate+EventTime',
    'EventDate+StartTime',
    'EventDate+Time',
    'EventDate+From',
    'EventDate+Begin',
    'EventDate',
    'Date+StartTime',
    'Date+Time',
    'Date+From',
    'Date+Begin',
    'Date',
    'Starts',
    'StartDateTime',
    'StartsAt',
    'DTSTART',
    'Begin',
    'Begins',
    'EventStart',
    'From',
    'StartTime',
  ],
  end: [
    'end',
    'EndDate+EndTime',
    'EndDate',
    'Ends',
    'EndDateTime',
    'EndsAt',
    'DTEND',
    'Finish',
    'Until',
    'EventEnd',
    'To',
    'EndTime',
  ],
  allDay: ['allDay', 'AllDayEvent', 'fAllDayEvent', 'IsAllDay', 'IsAllDayEvent', 'WholeDay', 'IsWholeDay'],
};

/** Names that also stand for other things, such as places: they are of a time where some value is one. */
export const AMBIGUOUS_NAMES: ReadonlySet<string> = new Set(['from', 'to', 'until', 'begin', 'finish']);

/** A name as it is compared: `Start Date`, `start_date` and `StartDate` are one. */
export function normalized(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}
