import type { Database, Session } from '../store/database';
import { type RowRefusal, TransferError } from './errors';
import type { ImportListener, ImportOptions, ImportResult } from './import-options';
import { namesOf, type Source } from './read/source';
import { stageAll } from './stage-rows';
import { Staging } from './staging';
import type { ImportTarget } from './target';

/**
 * Imports the sources' events in one transaction: all of them or, if one is rejected, none.
 * @throws RowRefusal for the first bad row (unless `skipBad`), TransferError for sources that can't be read or
 *   have no events
 */
export async function importEvents(
  database: Database,
  sources: readonly Source[],
  options: ImportOptions,
  listener: ImportListener = {},
): Promise<ImportResult> {
  const work = async (session: Session): Promise<ImportResult> => {
    const result = await importInto(await Staging.create(session, options), sources, options, listener);
    if (options.dryRun) throw new DryRunEnd(result);
    return result;
  };
  try {
    return await database.transaction(work);
  } catch (error) {
    if (error instanceof DryRunEnd) return error.result;
    throw error;
  }
}

/** This error is thrown at the end of a dry run to roll its transaction back. It carries the result. */
class DryRunEnd extends Error {
  constructor(readonly result: ImportResult) {
    super('dry run');
  }
}

/**
 * Imports the sources' events into the target.
 * @throws like `importEvents`; the caller must then discard the target
 */
export async function importInto(
  target: ImportTarget,
  sources: readonly Source[],
  options: ImportOptions,
  listener: ImportListener,
): Promise<ImportResult> {
  let refused = 0;
  const refuse = (refusal: RowRefusal) => {
    if (!options.skipBad) throw refusal;
    refused += 1;
    listener.refused?.(refusal);
  };
  const { read, notes } = await stageAll(target, sources, options, listener, refuse);
  if (read === 0 && !options.allowEmpty) throw nothingIn(sources, options, notes.lines());
  await target.lock(() => listener.waiting?.());
  const ignoredStarts = await target.complete();
  if (ignoredStarts > 0) notes.count('otherStarts', '', ignoredStarts);
  for (const refusal of await target.leaveOutDuplicates()) refuse(refusal);
  const removedSamples = await target.removeSamples();
  const removedOthers = options.replace ? await target.removeOthers() : 0;
  for (const refusal of await target.leaveOutConflicts()) refuse(refusal);
  const { added, changed, staged } = await target.apply();
  if (staged === 0 && read > 0)
    throw new TransferError(`Every row of ${namesOf(sources)} was refused (${read}): nothing was changed.`);
  return {
    read,
    added,
    changed,
    unchanged: staged - added - changed,
    removed: removedSamples + removedOthers,
    refused,
    notes: [
      ...(removedSamples > 0 ? [`the ${removedSamples} sample events were removed`] : []),
      ...notes.lines(),
    ],
  };
}

/** Returns the error for sources without events. @param notes the notes of the import, which may explain the reason */
function nothingIn(
  sources: readonly Source[],
  { replace }: ImportOptions,
  notes: readonly string[],
): TransferError {
  const effect = replace ? '--replace would remove every event' : 'nothing was changed';
  const consequence = [effect, ...notes].join('; ');
  return new TransferError(
    `No event in ${namesOf(sources)}: ${consequence}. If that is meant, import with --allow-empty.`,
  );
}
