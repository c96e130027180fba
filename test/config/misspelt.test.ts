import { misspellingWarnings } from '../../src/settings/misspelt';
import { SETTING_NAMES } from '../../src/settings/table';

test.each([
  ['TIMEZONE', 'TIME_ZONE'],
  ['time_zone', 'TIME_ZONE'],
  ['Time-Zone', 'TIME_ZONE'],
  ['port', 'PORT'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['MAX_EVNETS', 'MAX_EVENTS'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['SERVICE_NAMESPCE', 'SERVICE_NAMESPACE'],
  ['EVENT_TEXTFORMAT', 'EVENT_TEXT_FORMAT'],
])('%s is taken for a misspelt %s', (given, meant) => {
  expect(misspellingWarnings({ [given]: 'x' })).toEqual([
    `${given} is not a setting: did you mean ${meant}?`,
  ]);
});

test('what machines and other programs set is not', () => {
  const common =
    'HOME HOSTNAME HOSTS HOSTTYPE PATH POST PORTS SPORT TZ SHELL SEEDS USER PWD DATABASE DATA_DIRECTORY LOGNAME NODE_ENV DEBUG ADMIN PUBLIC LOG TEST_API POSTGRES_PASSWORD XDG_DATA_DIRS';
  expect(misspellingWarnings(Object.fromEntries(common.split(' ').map((name) => [name, 'x'])))).toEqual([]);
});

test('neither is a setting itself, nor its double beside it', () => {
  expect(misspellingWarnings(Object.fromEntries(SETTING_NAMES.map((name) => [name, 'x'])))).toEqual([]);
  expect(misspellingWarnings({ TIME_ZONE: 'UTC', TIMEZONE: 'UTC' })).toEqual([]);
});
