import { bootstrapCalendar } from './bootstrap-calendar';
import type { Format } from './format';
import { fullcalendar } from './fullcalendar';
import { icalendar } from './icalendar';
import { json } from './json';
import { xml } from './xml';

/** The formats by the names that `LIST_FORMAT` and `EVENT_TEXT_FORMAT` know them by. */
export const FORMATS = {
  json,
  xml,
  'bootstrap-calendar': bootstrapCalendar,
  fullcalendar,
  icalendar,
} satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;
