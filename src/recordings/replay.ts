/** Recorded answers served again. */
import { ServiceUnavailableError, SoapException } from '../contract/errors';
import {
  type Answer,
  type Call,
  type EventsPortType,
  type EventsService,
  invoke,
  serviceOf,
} from '../contract/operations';
import { callKey, callText, type RecordedAnswer, type Recording } from './recording';
import { ask, type Upstream } from './upstream';

/**
 * Answers each call as it was recorded, found by what it means and not by its bytes.
 * @param recordings by `callKey`
 * @param fallback answers calls that were not recorded; without one they are faults
 */
export function replayService(
  recordings: ReadonlyMap<string, Recording>,
  fallback?: EventsService,
): EventsService {
  return serviceOf<Answer>(async (call: Call) => {
    const recording = recordings.get(callKey(call));
    if (recording !== undefined) return resultOf(recording.answer);
    if (fallback !== undefined) return invoke(fallback, call);
    throw new SoapException(`No answer to ${callText(call)} was recorded.`, { code: 'Server' });
  });
}

/** The three operations of another service, called by SOAP 1.1. */
export function upstreamService(upstream: Upstream, namespace: string): EventsPortType {
  return serviceOf(async (call) => {
    const { raw, answer } = await ask(upstream, namespace, call).catch((cause: unknown) => {
      throw new ServiceUnavailableError('The service behind this one can not be reached.', { cause });
    });
    if (answer !== undefined) return resultOf(answer);
    const cause = new Error(`${upstream} answered ${call.operation} with ${raw.status} and no envelope.`);
    throw new ServiceUnavailableError('The service behind this one gave no answer.', { cause });
  });
}

/** @throws SoapException for a fault */
function resultOf(answer: RecordedAnswer): string | null {
  if ('result' in answer) return answer.result;
  const { text, ...rest } = answer.fault;
  throw new SoapException(text, rest);
}
