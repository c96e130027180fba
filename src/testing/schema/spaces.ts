/** Defines the JSON of spaces and their events. */
import type { Config } from '../../config';
import { SettingError } from '../../config/read-env';
import { SETTINGS } from '../../config/table';
import { FormatError } from '../../formats/document';
import { FIELD_NAMES, FIELDS, type Field, REQUIRED_FIELDS } from '../../formats/event-fields';
import { openFormat } from '../../formats/open';
import { knownZone } from '../../lib/time/zones';
import type { Mistake } from './journal';
import { allRequired, type FromSchema, objectSchema, titled } from './schema';

export const NAME = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: '1 to 64 letters, digits, - and _',
} as const;

export const TEXT = { type: 'string' } as const;
export const TEXT_OR_NULL = { type: ['string', 'null'] } as const;
export const TIME = { type: 'string', format: 'date-time' } as const;
export const COUNT = { type: 'integer', format: 'int32', minimum: 0, maximum: 1_000_000_000 } as const;

/** Maps members of `Config` to their settings. A space may have its own values for these settings. */
const OWN = {
  listFormat: SETTINGS.listFormat,
  eventJsonFormat: SETTINGS.eventJsonFormat,
  eventTextFormat: SETTINGS.eventTextFormat,
  timeZone: SETTINGS.timeZone,
  rangeUnit: SETTINGS.rangeUnit,
  serviceNamespace: SETTINGS.serviceNamespace,
  maxEvents: SETTINGS.maxEvents,
  maxBodyBytes: SETTINGS.maxBodyBytes,
  strict: SETTINGS.strict,
  errorDetail: SETTINGS.errorDetail,
};

const SPACE_SETTINGS: readonly string[] = Object.values(OWN).map(({ variables }) => variables[0].name);

const SETTING = {
  type: ['string', 'integer', 'boolean'],
  description: 'a value as in the environment: text, a whole number, true or false',
} as const;

export const NEW_SPACE = titled(
  'NewSpace',
  objectSchema({
    name: NAME,
    /** The space ends by itself after this many seconds. */
    ttl: { type: 'number', minimum: 0.001, maximum: 604_800 },
    /** The new space begins with the events and settings of this space, or of `default` if this member is left out. */
    from: NAME,
    /** Settings have the names of their environment variables. */
    settings: {
      // A cast is needed, because the type of Object.fromEntries has no names.
      ...objectSchema(
        Object.fromEntries(SPACE_SETTINGS.map((name) => [name, SETTING])) as Readonly<
          Record<string, typeof SETTING>
        >,
      ),
      description: 'settings by the names of their environment variables: {"TIME_ZONE": "Europe/Berlin"}',
    },
  }),
);

export type NewSpace = FromSchema<typeof NEW_SPACE>;

type Settings = NonNullable<NewSpace['settings']>;

/** A space is an isolated service under an address of its own. `default` is the service itself. */
export const SPACE = titled(
  'Space',
  allRequired({
    name: NAME,
    url: {
      type: 'string',
      format: 'uri',
      description: "the address of the space's .asmx, which clients call",
    },
    wsdl: { type: 'string', format: 'uri' },
    expires: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'when the space ends by itself; null for a space without a ttl',
    },
  }),
);

export type SpaceInfo = FromSchema<typeof SPACE>;

const EVENT_VALUES = {
  id: { type: 'integer', format: 'int32', minimum: 1 },
  text: TEXT,
  time: {
    type: 'string',
    description:
      'ISO 8601, a date for an all-day event, or relative: now+30m, today-1dT09:00, month-start+1mo',
  },
  flag: { type: 'boolean' },
} as const;

/** Describes an event as a test writes it and reads it back. Additional members are kept as extra fields. */
export const TEST_EVENT = titled('Event', {
  type: 'object',
  // A cast is needed, because the type of Object.fromEntries has no names.
  properties: Object.fromEntries(FIELD_NAMES.map((field) => [field, EVENT_VALUES[FIELDS[field].kind]])) as {
    readonly [F in Field]: (typeof EVENT_VALUES)[(typeof FIELDS)[F]['kind']];
  },
  required: REQUIRED_FIELDS,
  additionalProperties: true,
});

export type TestEvent = FromSchema<typeof TEST_EVENT>;

export const IMPORT_COUNTS = titled(
  'ImportCounts',
  allRequired({
    read: COUNT,
    added: COUNT,
    changed: COUNT,
    unchanged: COUNT,
    removed: COUNT,
  }),
);

export type ImportCounts = FromSchema<typeof IMPORT_COUNTS>;

/** Returns a copy of a configuration with other settings. @param mistakes collects the settings that are wrong */
export function withSettings(config: Config, values: Settings, mistakes: Mistake[] = []): Config {
  const changed = Object.entries(OWN).flatMap(([key, { variables, read }]) => {
    const [{ name }] = variables;
    const value = values[name];
    try {
      return value === undefined ? [] : [[key, read({ [name]: String(value) })] as const];
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      const { message } = error;
      mistakes.push({ field: `/settings/${name}`, detail: message.endsWith('?') ? message : `${message}.` });
      return [];
    }
  });
  return { ...config, ...Object.fromEntries(changed) };
}

/** Opens the format files that the settings name, and returns a mistake for each file that can't be used. */
export function formatMistakes(config: Config): readonly Mistake[] {
  const zone = knownZone(config.timeZone);
  return (['listFormat', 'eventJsonFormat', 'eventTextFormat'] as const).flatMap((key) => {
    try {
      openFormat(config[key], zone);
      return [];
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return [{ field: `/settings/${OWN[key].variables[0].name}`, detail: error.message }];
    }
  });
}
