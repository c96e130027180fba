/** The Dockerfile agrees with other files. directives.test.ts checks the rest. */
import packageJson from '../../package.json';
import { type Instruction, readStages } from './image';
import { readText } from './yaml';

const stages = readStages();
const last = stages.at(-1) ?? [];
const textsOf = (stage: readonly Instruction[], wanted: string) =>
  stage.filter(({ name }) => name === wanted).map(({ text }) => text);

test('the image contains the files that the program reads, and no development files', () => {
  const shipped = packageJson.files.filter((name) => !['dist', 'examples'].includes(name));
  expect(textsOf(last, 'COPY').sort()).toEqual(
    [
      '--from=build /app/dist dist',
      '--from=dependencies /app/node_modules node_modules',
      'package.json ./',
      ...shipped.map((name) => `${name} ${name}`),
    ].sort(),
  );
  const [, dependencies = []] = stages;
  expect(textsOf(dependencies, 'RUN')[0]).toMatch(/^npm ci --omit=dev --ignore-scripts /);
  const installs = stages
    .flatMap((stage) => textsOf(stage, 'RUN'))
    .filter((text) => text.startsWith('npm ci'));
  for (const install of installs) expect(install).toContain(' --ignore-scripts ');
  expect(installs).toHaveLength(2);
});

test('the build receives only the files that it copies', () => {
  const [first, ...allowed] = readText('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(first).toBe('*');
  const copied = stages
    .flatMap((stage) => textsOf(stage, 'COPY'))
    .filter((text) => !text.startsWith('--from='))
    .flatMap((text) => text.split(' ').slice(0, -1));
  expect(allowed.map((line) => line.replace(/^!/, '')).sort()).toEqual([...new Set(copied)].sort());
});
