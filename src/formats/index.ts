import { bootstrapCalendar } from './bootstrap-calendar';
import type { Format } from './format';
import { fullcalendar } from './fullcalendar';
import { icalendar } from './icalendar';
import { json } from './json';
import { xml } from './xml';

/** The formats by the names that settings choose them by. A new one is its module and a line here. */
export const FORMATS = {
  json,
  xml,
  'bootstrap-calendar': bootstrapCalendar,
  fullcalendar,
  icalendar,
} satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as readonly FormatName[];
