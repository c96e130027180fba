import { SettingError } from '../settings/values';
import { codeOf, StoreError } from '../store/errors';
import { TransferError } from '../transfer/errors';
import type { CommandContext } from './context';

/** The command line is wrong. Its message is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Runs a command's work and answers its exit status: what `work` answers, 2 after one sentence for wrong use, 1 after
 * one sentence for a failure that the user can do something about. Any other error is thrown on.
 */
export async function exitStatus(work: () => Promise<number>, { stderr }: CommandContext): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UsageError || isParseArgsError(error)) {
      stderr.write(`${firstSentence(error.message)}\n`);
      return 2;
    }
    if (error instanceof TransferError || error instanceof StoreError || error instanceof SettingError) {
      stderr.write(`${error.message}\n`);
      return 1;
    }
    throw error;
  }
}

function isParseArgsError(error: unknown): error is Error {
  return codeOf(error).startsWith('ERR_PARSE_ARGS');
}

/** parseArgs explains `--` in further sentences. */
function firstSentence(message: string): string {
  return `${message.split(/\. |\n/)[0]?.replace(/\.$/, '')}.`;
}
