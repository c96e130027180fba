/** One odd value may leave a field unproved, but it never changes how `format` reads the other events. */
import { inferFormat } from '../../../src/formats/infer/infer';
import { BERLIN, readBy, shown } from '../../support/drafts';

type Sample = readonly Readonly<Record<string, unknown>>[];

const SAMPLES: Readonly<Record<string, Sample>> = {
  'whole times and a flag': [
    { id: 1, title: 'Fair', start: '2026-03-14T00:00:00', end: '2026-03-16T00:00:00', allDay: 'yes' },
    { id: 2, title: 'Choir', start: '2026-03-15T19:30:00', end: '2026-03-15T21:00:00', allDay: 'no' },
    { id: 3, title: 'Party', start: '2026-03-16T22:00:00', end: '2026-03-17T02:00:00', allDay: 'no' },
  ],
  'days beside times of day': [
    { id: 1, title: 'Choir', date: '13.03.2026', time: '19:30', endDate: '13.03.2026', endTime: '21:00' },
    { id: 2, title: 'Party', date: '14.03.2026', time: '22:00', endDate: '15.03.2026', endTime: '23:00' },
    { id: 3, title: 'Talk', date: '17.03.2026', time: '10:15', endDate: '17.03.2026', endTime: null },
    { id: 4, title: 'Fair', date: '19.03.2026', time: null, endDate: '21.03.2026', endTime: null },
  ],
  'days and a flag': [
    { id: 1, title: 'Fair', date: '3/14/2026', lastDay: '3/16/2026', allDay: 1 },
    { id: 2, title: 'Feast', date: '4/1/2026', lastDay: '4/1/2026', allDay: 1 },
  ],
};

const ODD_VALUES = [
  null,
  '',
  'x',
  '1',
  0,
  '13.03.2026 ',
  '00:00',
  '3/4/2026',
  '0001-01-01T00:00:00',
  ['a'],
  { toString: 1 },
];

/** Returns the proposal's reading of a sample, or `undefined` if a person must change the proposal first. */
function readingOf(proposedFrom: Sample, sample: Sample) {
  const { text, problem } = inferFormat([JSON.stringify(proposedFrom)], BERLIN);
  if (problem !== undefined) return undefined;
  return readBy(text, JSON.stringify(sample)).events.map(shown);
}

const CASES = Object.entries(SAMPLES).flatMap(([name, sample]) =>
  Object.keys(sample[0] ?? {}).map((column) => ({ name, column, sample })),
);

test.each(CASES)('$name, with an odd value at $column', ({ sample, column }) => {
  const expected = readingOf(sample, sample);
  expect(expected?.map(({ fields, unread }) => [unread.length, fields.title])).toEqual(
    sample.map(({ title }) => [0, title]),
  );
  for (const [index, row] of sample.slice(0, 2).entries()) {
    for (const odd of ODD_VALUES) {
      const found = readingOf(sample.with(index, { ...row, [column]: odd }), sample);
      for (const [at, { fields, unread }] of (found ?? []).entries()) {
        if (at === index || unread.length > 0) continue;
        const { title, start, end } = expected?.[at]?.fields ?? {};
        // The odd row may prove that an all-day event ends on the day in its end.
        const hasEnd = fields.end !== undefined && fields.allDay !== true;
        expect({ odd, ...fields }).toMatchObject({ title, start, ...(hasEnd && { end }) });
      }
    }
  }
});
