/**
 * This package instruments Node, HTTP, Express and pg, with the exporters that OpenTelemetry's variables choose.
 */
const PACKAGE = '@opentelemetry/auto-instrumentations-node';

/** Each of these standard variables of OpenTelemetry switches tracing on. */
const SWITCHES = [
  'OTEL_TRACES_EXPORTER',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
];

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Loads OpenTelemetry if its variables enable traces and its package is installed with the program or in a folder of
 * NODE_PATH. This must be called before the instrumented modules are loaded.
 */
export function startTracing(env: Env): void {
  if (switchOf(env) !== undefined && isInstalled()) require(`${PACKAGE}/register`);
}

/** Returns a sentence if traces are enabled but the package is not installed, else `undefined`. */
export function whyNoTraces(env: Env): string | undefined {
  const name = switchOf(env);
  if (name === undefined || isInstalled()) return undefined;
  return `${name} is set, but there are no traces: the package ${PACKAGE} is not installed.`;
}

function switchOf(env: Env): string | undefined {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none')
    return undefined;
  return SWITCHES.find((name) => (env[name] ?? '') !== '');
}

function isInstalled(): boolean {
  try {
    require.resolve(`${PACKAGE}/register`);
    return true;
  } catch {
    return false;
  }
}
