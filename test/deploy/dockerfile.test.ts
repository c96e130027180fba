/** What the image is made of and may do, by the text of its Dockerfile: a change here is seen by no other test. */
import packageJson from '../../package.json';
import { type Instruction, imageEnvironment, readStages } from './image';
import { readText } from './yaml';

const stages = readStages();
const last = stages.at(-1) ?? [];
const of = (stage: readonly Instruction[], wanted: string) =>
  stage.filter(({ name }) => name === wanted).map(({ text }) => text);

test('each stage is of the Node that the tests promise', () => {
  const major = /^v?(\d+)/.exec(readText('.nvmrc'))?.[1];
  expect(packageJson.engines.node).toMatch(/\^24\./);
  expect(Number(major)).toBeLessThanOrEqual(24);
  for (const [from] of stages)
    expect(from?.text).toMatch(new RegExp(`^node:${major}-trixie-slim( AS \\w+)?$`));
});

test('it runs as a user without rights, from the last step that changes files on', () => {
  expect(of(last, 'USER')).toEqual(['node']);
  const names = last.map(({ name }) => name);
  expect(Math.max(names.lastIndexOf('COPY'), names.lastIndexOf('RUN'))).toBeLessThan(names.indexOf('USER'));
  expect(of(last, 'RUN')).toEqual(['mkdir /data && chown node:node /data']);
  expect(of(last, 'VOLUME')).toEqual(['/data']);
});

test('it starts the service without __proto__, and asks it whether it can answer', () => {
  expect(of(last, 'ENTRYPOINT').map((text) => JSON.parse(text))).toEqual([
    ['node', '--disable-proto=delete', '/app/dist/main.js'],
  ]);
  expect(of(last, 'CMD').map((text) => JSON.parse(text))).toEqual([['serve']]);
  expect(of(last, 'STOPSIGNAL')).toEqual(['SIGTERM']);
  expect(of(last, 'HEALTHCHECK')).toEqual([
    expect.stringMatching(/^--interval=\S+ .* CMD \["node", "\/app\/dist\/main.js", "healthcheck"\]$/),
  ]);
});

test('it is open to clients on one port, and to its operator inside only', () => {
  expect(of(last, 'EXPOSE')).toEqual(['8080']);
  expect(imageEnvironment()).toEqual({
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    ADMIN_PORT: '8081',
    DATA_DIR: '/data',
    LOG_FORMAT: 'json',
  });
});

test('it holds what the program reads, and nothing of the development', () => {
  const shipped = packageJson.files.filter((name) => !['dist', 'examples'].includes(name));
  expect(of(last, 'COPY').sort()).toEqual(
    [
      '--from=build /app/dist dist',
      '--from=dependencies /app/node_modules node_modules',
      'package.json ./',
      ...shipped.map((name) => `${name} ${name}`),
    ].sort(),
  );
  const [, dependencies = []] = stages;
  expect(of(dependencies, 'RUN')[0]).toMatch(/^npm ci --omit=dev --ignore-scripts /);
  const installs = stages.flatMap((stage) => of(stage, 'RUN')).filter((text) => text.startsWith('npm ci'));
  for (const install of installs) expect(install).toContain(' --ignore-scripts ');
  expect(installs).toHaveLength(2);
});

test('the build sees what it copies, and nothing else', () => {
  const [first, ...allowed] = readText('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(first).toBe('*');
  const copied = stages
    .flatMap((stage) => of(stage, 'COPY'))
    .filter((text) => !text.startsWith('--from='))
    .flatMap((text) => text.split(' ').slice(0, -1));
  expect(allowed.map((line) => line.replace(/^!/, '')).sort()).toEqual([...new Set(copied)].sort());
});

test('its labels name the release, the commit and the licence', () => {
  const labels = Object.fromEntries(
    [
      ...of(last, 'LABEL')
        .join(' ')
        .matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g),
    ].map(([, name, value]) => [name, value]),
  );
  expect(labels).toMatchObject({
    title: packageJson.name,
    version: packageJson.version,
    revision: '$COMMIT',
    licenses: packageJson.license,
  });
  // Known to the build, which writes what --version says, and to the labels.
  expect(stages.map((stage) => of(stage, 'ARG'))).toEqual([['COMMIT'], [], ['COMMIT']]);
});
