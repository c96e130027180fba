import { settingWarnings } from '../../src/config';
import { SETTING_NAMES } from '../../src/config/table';

test.each([
  ['TIMEZONE', 'TIME_ZONE'],
  ['time_zone', 'TIME_ZONE'],
  ['Time-Zone', 'TIME_ZONE'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['max_evnets', 'MAX_EVENTS'],
  ['SERVICE_NAMESPCE', 'SERVICE_NAMESPACE'],
  ['PORTT', 'PORT'],
  ['PROT', 'PORT'],
  ['hsot', 'HOST'],
  ['SSEED', 'SEED'],
  ['HOST_', 'HOST'],
  ['READER_PASWORD_FILE', 'READER_PASSWORD_FILE'],
  ['DATABASE_URI_FILE', 'DATABASE_URL_FILE'],
  ['data_dr', 'DATA_DIR'],
  ['MAX_EVTS', 'MAX_EVENTS'],
])('%s is taken for a misspelt %s', (given, meant) => {
  expect(settingWarnings({ [given]: 'x' })).toEqual([`${given} is not a setting: did you mean ${meant}?`]);
});

test.each([
  ['TIME_ZONE_FILE', 'TIME_ZONE'],
  ['port_file', 'PORT'],
  ['MAX_EVENT_FILE', 'MAX_EVENTS'],
])('%s is reported as a setting that is not read from a file: %s', (given, meant) => {
  expect(settingWarnings({ [given]: '/run/x' })).toEqual([
    `${given} is not a setting: ${meant} is not read from a file, so set ${meant} itself.`,
  ]);
});

test('variables that machines and other programs set are not taken for misspellings', () => {
  const common =
    'HOME HOSTNAME HOSTS HOSTTYPE PATH POST PORTS SPORT SHOT TZ SHELL SEEDS USER PWD DATABASE DATA_DIRECTORY LOGNAME NODE_ENV DEBUG ADMIN PUBLIC LOG LOG_FILE ENV_FILE POST_FILE TEST_API POSTGRES_PASSWORD XDG_DATA_DIRS';
  expect(settingWarnings(Object.fromEntries(common.split(' ').map((name) => [name, 'x'])))).toEqual([]);
});

test('two errors are too many for a name as short as DATA_DIR', () => {
  for (const given of ['DATA_DRX', 'DTAA_DIX']) expect(settingWarnings({ [given]: 'x' })).toEqual([]);
});

test('a setting is not taken for a misspelling, nor is its double if the setting is there too', () => {
  expect(settingWarnings(Object.fromEntries(SETTING_NAMES.map((name) => [name, 'x'])))).toEqual([]);
  expect(settingWarnings({ TIME_ZONE: 'UTC', TIMEZONE: 'UTC' })).toEqual([]);
});
