import type { OracleEvent } from '../support/oracle';

/** Represents an event as the service should store it. The service's own code does not compute it. */
export interface ExpectedEvent extends OracleEvent {
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  readonly category: string;
}

export function asObject({ id, title, description, location, url, category, ...times }: ExpectedEvent) {
  const { start, end, allDay } = times;
  const shown = allDay ? dateOf : timeOf;
  return { id, title, description, location, url, category, start: shown(start), end: shown(end), allDay };
}

export function asXml(event: ExpectedEvent): string {
  const escaped = (value: unknown) =>
    String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const elements = Object.entries(asObject(event)).map(
    ([name, value]) => `<${name}>${escaped(value)}</${name}>`,
  );
  return `<event>${elements.join('')}</event>`;
}

export function dateOf(midnight: number): string {
  return new Date(midnight).toISOString().slice(0, 10);
}

/** Writes `2026-03-01T09:00:00Z`, with milliseconds unless they are zero. */
export function timeOf(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}
