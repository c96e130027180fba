import { EventSet } from '../../src/testing/events/event-set';
import { MemoryTarget } from '../../src/testing/events/memory-target';
import { importInto } from '../../src/transfer/import';
import type { ImportOptions, Refuse } from '../../src/transfer/import-options';
import { defaultOptions } from '../../src/transfer/import-options';
import { NOW, textSource } from './support';

export type Options = Partial<ImportOptions> & { readonly timeZone?: string };

/** Title, start and end of each event, and what was said of them. */
export async function taken(
  name: string,
  text: string | Uint8Array,
  { timeZone = 'UTC', ...options }: Options,
) {
  const said: string[] = [];
  let target = new MemoryTarget(EventSet.EMPTY, () => {});
  const create = async (refuse: Refuse) => {
    target = new MemoryTarget(EventSet.EMPTY, refuse);
    return target;
  };
  await importInto(
    create,
    [textSource(name, text)],
    { ...defaultOptions(timeZone, NOW), ...options },
    {
      notice: (sentence) => said.push(sentence),
    },
  );
  const shown = (time: number, allDay: boolean) => new Date(time).toISOString().slice(0, allDay ? 10 : 16);
  const events = [...target.result].map(({ values, extra }) => ({ ...values, extra }));
  const times = events.map(({ title, start, end, allDay }) => [
    title,
    shown(start, allDay),
    shown(end, allDay),
  ]);
  return { set: target.result, events, times, said };
}

export const map = (...pairs: readonly (readonly [string, string])[]) =>
  ({ names: new Map(pairs) }) as Pick<ImportOptions, 'names'>;

/** As `--zone` has it. */
export const zonedImport = (timeZone: string): Options => ({ timeZone, zoneGiven: timeZone });
