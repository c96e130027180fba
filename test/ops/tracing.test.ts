/** OpenTelemetry's own variables enable tracing. The package is not installed here. */
import { whyNoTraces } from '../../src/ops/tracing';

const ENDPOINT = 'http://127.0.0.1:4318';

test.each<[Record<string, string>, boolean]>([
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT }, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ENDPOINT }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_SDK_DISABLED: 'false' }, true],
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_SDK_DISABLED: 'True' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }, false],
])('%j enables traces: %j', (env, asks) => {
  expect(whyNoTraces(env)?.includes(' is set, but there are no traces')).toBe(asks || undefined);
});
