/** OpenTelemetry's own variables decide whether traces are asked for. The package is not installed here. */
import { whyNoTraces } from '../../src/ops/tracing';

const ENDPOINT = 'http://127.0.0.1:4318';

test.each([
  { OTEL_TRACES_EXPORTER: 'otlp' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT },
  { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ENDPOINT },
  { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_SDK_DISABLED: 'false' },
])('%j asks for traces', (env) => {
  expect(whyNoTraces(env)).toContain(' is set, but there are no traces');
});

test.each([
  {},
  { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_SDK_DISABLED: 'True' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_TRACES_EXPORTER: 'none' },
])('%j asks for none', (env) => {
  expect(whyNoTraces(env)).toBeUndefined();
});
