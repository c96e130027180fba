import { SCALE_QUESTIONS, type ScaleQuestion } from '../scale-questions';
import { atLeast, atMost, markdown } from './table';

const GOALS: Readonly<Record<ScaleQuestion, number>> = { id: 1.5, day: 1.5, month: 3 };
const IMPORT_GOAL = 15_000;
const IMPORT_MEMORY_GOAL = 150;

export interface ScaledSize {
  readonly events: number;
  readonly import: { readonly eventsPerSecond: number; readonly peakMegabytes: number };
  readonly milliseconds: Readonly<Record<ScaleQuestion, number>>;
}

/** @param results the results from the smallest store to the largest */
export function scaleTable(results: readonly ScaledSize[]): string {
  const [first] = results;
  const last = results.at(-1);
  const growth = (question: ScaleQuestion) =>
    (last?.milliseconds[question] ?? Number.NaN) / (first?.milliseconds[question] ?? Number.NaN);
  const rates = results.map((size) => size.import.eventsPerSecond);
  const peaks = results.map((size) => size.import.peakMegabytes);
  return markdown([
    ['', ...results.map((size) => `${size.events.toLocaleString('en')} events`), 'growth', 'goal'],
    ...SCALE_QUESTIONS.map((question) => [
      `${question}, ms`,
      ...results.map(({ milliseconds }) => milliseconds[question].toFixed(2)),
      growth(question).toFixed(2),
      atMost(GOALS[question], growth(question)),
    ]),
    [
      'import, events a second',
      ...rates.map((rate) => rate.toFixed(0)),
      '',
      atLeast(IMPORT_GOAL, Math.min(...rates)),
    ],
    [
      'import, most memory, MB',
      ...peaks.map((peak) => peak.toFixed(0)),
      '',
      atMost(IMPORT_MEMORY_GOAL, Math.max(...peaks)),
    ],
  ]);
}
