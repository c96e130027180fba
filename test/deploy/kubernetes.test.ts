import packageJson from '../../package.json';
import { SETTING_NAMES } from '../../src/config/table';
import { at, readYaml, type Yaml } from './yaml';

const documents = readYaml('deploy/kubernetes/events-query.yaml');

/** What an API server requires of each kind, and the kinds' API versions. */
const SCHEMA: Readonly<
  Record<string, { readonly apiVersion: string; readonly required: readonly string[] }>
> = {
  Deployment: {
    apiVersion: 'apps/v1',
    required: ['spec.selector.matchLabels', 'spec.template.metadata.labels', 'spec.template.spec.containers'],
  },
  Job: {
    apiVersion: 'batch/v1',
    required: ['spec.template.spec.containers', 'spec.template.spec.restartPolicy'],
  },
  Service: { apiVersion: 'v1', required: ['spec.selector', 'spec.ports.0.port'] },
  PodDisruptionBudget: { apiVersion: 'policy/v1', required: ['spec.selector.matchLabels'] },
};

/** Fields of a container and of a pod: a misspelt one is refused, or worse, left out. */
const CONTAINER_FIELDS =
  'name image args env ports startupProbe livenessProbe readinessProbe lifecycle resources securityContext volumeMounts';
const POD_FIELDS =
  'containers volumes restartPolicy automountServiceAccountToken terminationGracePeriodSeconds securityContext topologySpreadConstraints';

function kind(name: string): Yaml {
  const found = documents.filter((document) => at(document, 'kind') === name);
  expect(found).toHaveLength(1);
  return found[0] as Yaml;
}

const podOf = (document: Yaml) => at(document, 'spec.template.spec');
const containerOf = (document: Yaml) => at(document, 'spec.template.spec.containers.0');
const keysOf = (value: Yaml | undefined) => Object.keys(value as object);

describe('every object', () => {
  test('is of a known kind and version, with the fields that its kind requires', () => {
    expect(documents.map((document) => at(document, 'kind')).sort()).toEqual(Object.keys(SCHEMA).sort());
    for (const document of documents) {
      const { apiVersion, required } = SCHEMA[String(at(document, 'kind'))] ?? { required: [] };
      expect(at(document, 'apiVersion')).toBe(apiVersion);
      expect(at(document, 'metadata.name')).toMatch(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
      for (const field of required) expect([field, at(document, field)]).not.toEqual([field, undefined]);
    }
  });

  test.each(['Deployment', 'Job'])('%s: the pod has only fields that exist', (name) => {
    expect(POD_FIELDS.split(' ')).toEqual(expect.arrayContaining(keysOf(podOf(kind(name)))));
    expect(CONTAINER_FIELDS.split(' ')).toEqual(expect.arrayContaining(keysOf(containerOf(kind(name)))));
  });

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

  test.each(['Deployment', 'Job'])('%s: nothing runs as root or may write to the image', (name) => {
    expect(at(podOf(kind(name)), 'securityContext.runAsNonRoot')).toBe(true);
    expect(at(containerOf(kind(name)), 'securityContext')).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    });
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

describe('the probes', () => {
  test.each([
    ['startupProbe', '/live'],
    ['livenessProbe', '/live'],
    ['readinessProbe', '/ready'],
  ])('%s asks %s of the admin port', (probe, path) => {
    expect(at(containerOf(kind('Deployment')), `${probe}.httpGet`)).toEqual({ path, port: 'admin' });
  });

  test('the ports that are named are there, and the Service leads to the public one alone', () => {
    expect(at(containerOf(kind('Deployment')), 'ports')).toEqual([
      { name: 'http', containerPort: 8080 },
      { name: 'admin', containerPort: 8081 },
    ]);
    expect(at(kind('Service'), 'spec.ports')).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
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

  test('an update and a drained node take at most one replica, and an update only after its successor is ready', () => {
    const strategy = at(kind('Deployment'), 'spec.strategy');
    expect(strategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } });
    expect(at(kind('PodDisruptionBudget'), 'spec.maxUnavailable')).toBe(1);
    expect(Number(at(kind('Deployment'), 'spec.replicas'))).toBeGreaterThan(1);
  });
});
