import packageJson from '../../package.json';
import { SETTING_NAMES } from '../../src/config/table';
import { at, readYaml, type Yaml } from './yaml';

const documents = readYaml('deploy/kubernetes/events-query.yaml');

function kind(name: string): Yaml {
  const found = documents.filter((document) => at(document, 'kind') === name);
  expect(found).toHaveLength(1);
  return found[0] as Yaml;
}

const podOf = (document: Yaml) => at(document, 'spec.template.spec');
const containerOf = (document: Yaml) => at(document, 'spec.template.spec.containers.0');

describe('every object', () => {
  test.each(['Deployment', 'Job'])('%s: every variable is a setting of the service', (name) => {
    const names = (at(containerOf(kind(name)), 'env') as Yaml[]).map((variable) => at(variable, 'name'));
    expect(SETTING_NAMES).toEqual(expect.arrayContaining(names));
  });

  test.each([
    ['Deployment', 'events_reader', 'reader-password'],
    ['Job', 'events', 'owner-password'],
  ])('%s: connects as %s, by a password of any characters', (name, user, key) => {
    const variables = at(containerOf(kind(name)), 'env') as Yaml[];
    const named = (wanted: string) => variables.find((variable) => at(variable, 'name') === wanted);
    expect(at(named('PGUSER'), 'value')).toBe(user);
    expect(at(named('PGPASSWORD'), 'valueFrom.secretKeyRef')).toEqual({ name: 'events-query', key });
    expect(named('DATABASE_URL')).toBeUndefined();
    // No secret stands in the file itself.
    for (const variable of variables) {
      if (/PASSWORD/.test(String(at(variable, 'name')))) expect(at(variable, 'value')).toBeUndefined();
    }
  });

  test.each(['Deployment', 'Job'])('%s: the image is the release’s', (name) => {
    expect(at(containerOf(kind(name)), 'image')).toBe(`events-query:${packageJson.version}`);
  });
});

describe('the labels', () => {
  test('of the Deployment, its pods, the Service and the budget agree, and leave the Job out', () => {
    const labels = at(kind('Deployment'), 'spec.template.metadata.labels');
    expect(at(kind('Deployment'), 'spec.selector.matchLabels')).toEqual(labels);
    expect(at(kind('Service'), 'spec.selector')).toEqual(labels);
    expect(at(kind('PodDisruptionBudget'), 'spec.selector.matchLabels')).toEqual(labels);
    expect(at(kind('Job'), 'spec.template.metadata.labels')).not.toEqual(labels);
  });
});

describe('stopping', () => {
  test('the grace period holds the pause before SIGTERM and the service’s own grace', () => {
    const deployment = kind('Deployment');
    const pause = Number(at(containerOf(deployment), 'lifecycle.preStop.exec.command.1'));
    const env = at(containerOf(deployment), 'env') as Yaml[];
    const grace = env.find((variable) => at(variable, 'name') === 'SHUTDOWN_GRACE_MS');
    const seconds = Number(at(podOf(deployment), 'terminationGracePeriodSeconds'));
    expect(pause).toBeGreaterThan(0);
    expect(seconds).toBeGreaterThan(pause + Number(at(grace, 'value')) / 1000);
  });
});
