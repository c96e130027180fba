import { CallAbandonedError, ServiceUnavailableError, SoapException } from '../contract/errors';
import {
  type Answer,
  type EventsPortType,
  type EventsService,
  invoke,
  serviceFromFunction,
} from '../contract/operations';
import { networkFailure } from '../lib/errors';
import { describeAnswer } from './read-answer';
import { callKey, callText, type RecordedAnswer, type Recording } from './recording';
import type { RemoteService } from './upstream';

/**
 * Makes a service that answers each call as it was recorded. Calls with the same arguments are the same call.
 * @param recordings the result of `readRecordings`
 * @param fallback the service for calls that were not recorded; without it they are answered with a fault
 */
export function replayService(
  recordings: ReadonlyMap<string, Recording>,
  fallback?: EventsService,
): EventsService {
  return serviceFromFunction<Answer>(async (call, signal) => {
    const recording = recordings.get(callKey(call));
    if (recording !== undefined) return resultOf(recording.answer);
    if (fallback !== undefined) return invoke(fallback, call, signal);
    throw new SoapException(`No answer to ${callText(call)} was recorded.`, { code: 'Server' });
  });
}

/**
 * Makes a service that forwards each call to another service over SOAP 1.1.
 * @param failed is called with the reason if a call has no answer: `http://old/Events.asmx: nothing listens there`
 */
export function upstreamService(remote: RemoteService, failed: (reason: string) => void): EventsPortType {
  const unavailable = (text: string, cause: string) => {
    failed(`${remote}: ${cause}`);
    return new ServiceUnavailableError(text, { cause });
  };
  return serviceFromFunction(async (call, signal) => {
    const { raw, answer } = await remote.call(call, 'soap11', signal).catch((error: unknown) => {
      if (signal?.aborted) throw new CallAbandonedError(error);
      throw unavailable('The recorded service cannot be reached.', networkFailure(error));
    });
    if (answer !== undefined) return resultOf(answer);
    const reason = `it answered ${call.operation} with ${describeAnswer(raw)} and no result or fault that clients can read`;
    throw unavailable('The recorded service gave an unreadable answer.', reason);
  });
}

function resultOf(answer: RecordedAnswer): string | null {
  if ('result' in answer) return answer.result;
  const { text, ...rest } = answer.fault;
  throw new SoapException(text, rest);
}
