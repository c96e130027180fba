import { SoapException } from '../contract/errors';
import { type Call, type EventsPortType, invoke, serviceOf } from '../contract/operations';
import { callKey, callText, type Recording } from './recording';
import { resultOf } from './upstream';

/**
 * Answers each call as it was recorded, found by what it means and not by its bytes.
 * @param fallback answers calls that were not recorded; without one they are faults
 */
export function replayService(
  recordings: ReadonlyMap<string, Recording>,
  fallback?: EventsPortType,
): EventsPortType {
  const answer = async (call: Call): Promise<string | null> => {
    const recording = recordings.get(callKey(call));
    if (recording !== undefined) return resultOf(recording.answer);
    if (fallback !== undefined) return invoke(fallback, call);
    throw new SoapException(`No answer to ${callText(call)} was recorded.`, { code: 'Server' });
  };
  return serviceOf(answer);
}
