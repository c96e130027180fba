/** The same imports into Postgres and into events in memory: the same counts, the same sentences, the same events. */
import type { Database } from '../../src/store/database';
import { Store } from '../../src/store/event-store';
import { loadEvents } from '../../src/testing/events/base-events';
import { EventSet } from '../../src/testing/events/event-set';
import { MemoryTarget } from '../../src/testing/events/memory-target';
import { importEvents, importInto } from '../../src/transfer/import';
import type { ImportOptions } from '../../src/transfer/import-options';
import { defaultOptions } from '../../src/transfer/import-options';
import { usePostgres } from '../support/databases';
import { NOW, textSource } from '../transfer/support';

type Rows = readonly Readonly<Record<string, unknown>>[];
type Step = readonly [Rows, Partial<ImportOptions>?];

const A = { uid: 'a', title: 'A', start: '2026-03-01' };
const B = { uid: 'b', title: 'B', start: '2026-03-02T09:00:00.123Z', end: '2026-03-02T10:00:00Z' };
const SAMPLE = { uid: 'sample:1/2020', id: 1, title: 'S', start: '2020-01-04' };
const LAST = 2_147_483_647;
const SKIP = { skipBad: true };
const REPLACE = { replace: true };

/** Each case is imports, one after the other, into what was empty before. */
const CASES: readonly (readonly [string, readonly Step[]])[] = [
  ['adds, changes nothing, changes one', [[[A, B]], [[A, B]], [[{ ...A, title: 'A2' }, B]]]],
  ['a start that moves', [[[A]], [[{ ...A, start: '2026-03-01T00:00:00Z', allDay: false }]]]],
  [
    'ids go on after the highest',
    [
      [[{ ...A, id: 40 }]],
      [
        [
          { ...A, uid: 'z' },
          { ...B, id: 50 },
          { ...A, uid: 'y' },
        ],
      ],
    ],
  ],
  [
    'ids where there is no room',
    [
      [
        [
          { ...A, id: LAST },
          { ...A, uid: 'c', id: 1 },
        ],
      ],
      [[B, { ...B, uid: 'd' }]],
    ],
  ],
  ['a uid twice', [[[A, { ...A, title: 'x' }]]]],
  [
    'an id twice',
    [
      [
        [
          { ...A, id: 4 },
          { ...B, id: 4 },
        ],
      ],
    ],
  ],
  ['doubles are left out', [[[A, A, { ...B, id: 4 }, { ...B, uid: 'c', id: 4 }, { ...A, uid: 'd' }], SKIP]]],
  ['an id that another has', [[[{ ...A, id: 1 }]], [[{ ...B, id: 1 }]]]],
  ['another id of the same event', [[[{ ...A, id: 1 }]], [[{ ...A, id: 2 }]]]],
  [
    'both at once',
    [
      [
        [
          { ...A, id: 1 },
          { ...B, id: 2 },
        ],
      ],
      [[{ ...A, id: 2 }]],
    ],
  ],
  [
    'both at once is left out once',
    [
      [
        [
          { ...A, id: 1 },
          { ...B, id: 2 },
        ],
      ],
      [
        [
          { ...A, id: 2 },
          { ...A, uid: 'c' },
        ],
        SKIP,
      ],
    ],
  ],
  [
    'conflicts are left out',
    [
      [[{ ...A, id: 1 }]],
      [
        [
          { ...B, id: 1 },
          { ...A, id: 3 },
          { ...B, uid: 'c' },
        ],
        SKIP,
      ],
    ],
  ],
  [
    'replace removes, and frees ids',
    [
      [[A, B]],
      [
        [
          { ...A, id: 1 },
          { ...A, uid: 'c', id: 2 },
        ],
        REPLACE,
      ],
    ],
  ],
  ['replace by nothing', [[[A, B]], [[], { ...REPLACE, allowEmpty: true }]]],
  ['samples go with the first others', [[[SAMPLE]], [[{ ...A, id: 1 }]]]],
  ['samples stay with themselves', [[[SAMPLE]], [[SAMPLE, { ...SAMPLE, uid: 'sample:2/2020', id: 2 }]]]],
  ['samples stay when nothing comes', [[[SAMPLE]], [[], { allowEmpty: true }]]],
  ['a bad row keeps all out', [[[A]], [[B, { title: 'x', start: 'soon' }]]]],
  ['without uid and id', [[[{ ...A, uid: '' }]], [[{ ...A, uid: '', description: 'd' }]]]],
];

const engine = usePostgres();
let database: Database;
beforeAll(async () => {
  database = await engine.open();
});
afterAll(() => database.close());

function optionsOf(given: Partial<ImportOptions> = {}): ImportOptions {
  return { ...defaultOptions('Europe/Berlin', NOW), ...given };
}

async function outcomeOf(work: (refused: (sentence: string) => void) => Promise<object>): Promise<unknown> {
  const sentences: string[] = [];
  try {
    return { result: await work((sentence) => sentences.push(sentence)), sentences };
  } catch (error) {
    return { failed: String(error), sentences };
  }
}

const fieldsOf = (events: EventSet) => [...events].map(({ values }) => values);

test.each(CASES)('%s', async (_what, steps) => {
  await database.transaction((session) => session.script('TRUNCATE event'));
  let memory = EventSet.EMPTY;
  for (const [rows, given] of steps) {
    const source = textSource('a.json', JSON.stringify(rows));
    const inMemory = await outcomeOf(async (refused) => {
      let target: MemoryTarget | undefined;
      const result = await importInto(
        async (refuse) => {
          target = new MemoryTarget(memory, refuse);
          return target;
        },
        [source],
        optionsOf(given),
        { refused: ({ message }) => refused(message) },
      );
      memory = target?.result ?? memory;
      return result;
    });
    const stored = await outcomeOf((refused) =>
      importEvents(database, [source], optionsOf(given), { refused: ({ message }) => refused(message) }),
    );
    expect(inMemory).toEqual(stored);
    expect(fieldsOf(memory)).toEqual(fieldsOf(await loadEvents(new Store(database))));
  }
});
