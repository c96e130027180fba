/** The dashboard and the alert rules use only metrics and labels that /metrics has. */
import { tableUnder, wordsOf } from '../docs/tables';
import { watchingMetrics } from '../support/metrics';
import { at, readText, readYaml, type Yaml } from './yaml';

interface Target {
  readonly expr: string;
  readonly legendFormat: string;
}
interface Panel {
  readonly title: string;
  readonly targets: readonly Target[];
  readonly fieldConfig: { readonly defaults: { readonly unit: string } };
}

const dashboard: { readonly panels: readonly Panel[]; readonly templating: unknown } = JSON.parse(
  readText('deploy/observability/dashboard.json'),
);
const rules = at(readYaml('deploy/observability/alerts.yml')[0], 'groups.0.rules') as readonly Yaml[];

const queries: readonly (readonly [string, string])[] = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...rules.map((rule) => [String(at(rule, 'alert')), String(at(rule, 'expr'))] as const),
];

/** A scrape adds these labels to each series. */
const SCRAPE_LABELS = ['job', 'instance'];

/** Maps each series of `/metrics` to its labels and their values, after every kind of event has happened once. */
async function served(): Promise<Map<string, Map<string, Set<string>>>> {
  const metrics = watchingMetrics();
  const args = { month: 3, year: 2026 };
  const call = { kind: 'call', operation: 'SelectEvents', binding: 'soap11', args, milliseconds: 1 } as const;
  for (const outcome of ['ok', 'fault', 'error'] as const) metrics.observe({ ...call, outcome });
  const request = { method: 'GET', path: '/', client: '127.0.0.1' };
  metrics.observe({ kind: 'rejected', reason: 'path', status: 404, ...request });
  const series = new Map<string, Map<string, Set<string>>>();
  for (const [, name = '', labels = ''] of (await metrics.text()).matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = series.get(name) ?? new Map<string, Set<string>>();
    series.set(name, known);
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      known.set(label, (known.get(label) ?? new Set()).add(value));
    }
  }
  // Prometheus itself provides the series `up`.
  return series.set('up', new Map());
}

function selectorsIn(expression: string) {
  const selectors = expression.matchAll(/\b(up|(?:events_query|nodejs|process)_\w+)(?:\{([^}]*)\})?/g);
  return [...selectors].map(([, name = '', labels = '']) => ({
    name,
    labels: [...labels.matchAll(/(\w+)(=~|!=|!~|=)"([^"]*)"/g)].map(([, label = '', , value = '']) => ({
      label,
      value,
    })),
  }));
}

function groupsIn(expression: string): string[] {
  return [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/));
}

test.each(queries)('%s uses metrics, labels and values that exist', async (_, expression) => {
  const series = await served();
  const selectors = selectorsIn(expression);
  expect(selectors).not.toEqual([]);
  for (const { name, labels } of selectors) {
    const known = series.get(name);
    expect([name, known === undefined]).toEqual([name, false]);
    for (const { label, value } of labels) {
      if (SCRAPE_LABELS.includes(label)) continue;
      expect([name, label, [...(known?.get(label) ?? [])]]).toEqual([
        name,
        label,
        expect.arrayContaining([value]),
      ]);
    }
    for (const label of groupsIn(expression)) {
      const isKnown = SCRAPE_LABELS.includes(label) || known?.has(label);
      expect([name, label, isKnown]).toEqual([name, label, true]);
    }
  }
});

test('legends and alert texts name only labels that the series still has', () => {
  const left = (expression: string, words: string) => {
    const groups = groupsIn(expression);
    const known = groups.length > 0 ? groups : SCRAPE_LABELS;
    for (const [, label] of words.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g))
      expect([expression, known]).toEqual([expression, expect.arrayContaining([label])]);
  };
  for (const { targets } of dashboard.panels) {
    for (const { expr, legendFormat } of targets) left(expr, legendFormat);
  }
  for (const rule of rules) {
    left(String(at(rule, 'expr')), String(at(rule, 'annotations.summary')));
    expect(['page', 'ticket']).toContain(at(rule, 'labels.severity'));
    expect(at(rule, 'annotations.description')).toBeTruthy();
  }
});

test('each series of the dashboard is one of the job and the instances that its reader has chosen', () => {
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const series = expressions.flatMap(
    (one) => one.match(/\b(?:events_query|nodejs|process)_\w+(?:\{[^}]*)?/g) ?? [],
  );
  expect(series.filter((one) => !one.includes('{job="$job", instance=~"$instance"'))).toEqual([]);
});

/** Returns the units that an expression may have: the unit of a ratio or a rate, or the unit in the metric's name. */
function unitsOf(expression: string): readonly string[] {
  if (/\/|process_cpu_seconds_total/.test(expression)) return ['percentunit'];
  if (/_seconds/.test(expression)) return ['s'];
  if (/_bytes/.test(expression)) return ['bytes'];
  return /\brate\(/.test(expression) ? ['reqps', 'ops'] : ['short'];
}

test('each panel has the unit of its expression', () => {
  const wrong = dashboard.panels.filter(
    ({ targets, fieldConfig }) =>
      !targets.every(({ expr }) => unitsOf(expr).includes(fieldConfig.defaults.unit)),
  );
  expect(wrong.map(({ title }) => title)).toEqual([]);
});

test('the dashboard and docs/operations.md show every metric of the service, and the page shows no other', async () => {
  const text = await watchingMetrics().text();
  const names = [...text.matchAll(/^# TYPE (events_query_\w+) /gm)].map(([, name = '']) => name);
  const shown = new Set(queries.flatMap(([, expression]) => selectorsIn(expression).map(({ name }) => name)));
  const asShown = [...shown].map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  expect(names.filter((name) => !asShown.includes(name))).toEqual([]);
  const documented = tableUnder('docs/operations.md', 'Metrics').flatMap(([name]) => wordsOf(name));
  expect(documented.filter((name) => name.startsWith('events_query_')).sort()).toEqual(names.sort());
});
