/** All files that mention versions promise the tested versions. */
import { engines } from '../../package.json';
import { chosen, crosses, IMAGE_NODE, NODES, POSTGRES } from '../../scripts/test-matrix.js';
import { at, readText, readYaml } from '../deploy/yaml';

const major = (version: string) => Number(version.split('.')[0]);

test('engines and README allow the major versions of the matrix, beginning with the first version that it runs', () => {
  const oldest = NODES.filter((version, index) => major(version) !== major(NODES[index - 1] ?? ''));
  expect(engines.node).toBe(oldest.map((version) => `^${version}`).join(' || '));
  for (const version of oldest)
    expect(readText('README.md')).toContain(` ${major(version)} (from ${version.replace(/\.0$/, '')})`);
});

test('the image and the tests use the same Node, which is in the matrix', () => {
  const images = (readText('Dockerfile').match(/(?<=^FROM node:)\d+/gm) ?? []).map(Number);
  expect(images.length).toBeGreaterThan(0);
  expect(new Set([Number(readText('.nvmrc')), ...images])).toEqual(new Set([major(IMAGE_NODE)]));
  expect(NODES).toContain(IMAGE_NODE);
});

test('the matrix begins with the Postgres of the README, and has every later major version up to its newest', () => {
  const [, asked] = /Postgres (\d+) or later/.exec(readText('README.md')) ?? [];
  const majors = POSTGRES.map(major);
  expect(majors).toEqual(majors.map((_, index) => Number(asked) + index));
});

test('a pair that is named by its majors is the newest of each, and what is not named is the newest of all', () => {
  const newest = (versions: readonly string[], of: number) => versions.findLast((one) => major(one) === of);
  expect(chosen('22', '15')).toEqual([{ node: newest(NODES, 22), postgres: newest(POSTGRES, 15) }]);
  expect(chosen('20.19.2', undefined)).toEqual([{ node: '20.19.2', postgres: POSTGRES.at(-1) }]);
  expect(chosen(undefined, undefined)).toEqual(crosses());
  expect(() => chosen('2', undefined)).toThrow('There is no Node "2" in the matrix');
});

test('the workflow runs every pair of the matrix, and all that .ci/run runs', () => {
  const [workflow] = readYaml('.github/workflows/ci.yml');
  expect(at(workflow, 'jobs.matrix.strategy.matrix.include')).toEqual(
    crosses().map(({ node, postgres }) => ({ node, postgres: major(postgres) })),
  );
  expect(JSON.stringify(at(workflow, 'jobs.all.steps'))).toContain('".ci/run"');
});
