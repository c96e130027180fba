import { RequestFault } from '../../contract/fault';
import { versionMismatch } from '../../contract/messages';
import type { RefusalReason } from '../../contract/refusals';
import type { SoapVersion } from '../../contract/soap-version';

/** 400 for what is not well-formed, 415 for the wrong media type: no body at all (contract 1.6, 2.3). */
const EMPTY_ANSWERS = { 400: 'xml', 415: 'content-type' } as const satisfies Record<number, RefusalReason>;

/** A SOAP request that is answered with no result; `version` decides the shape and the media type of the answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly version: SoapVersion;
  /** The fault to answer with status 500, or the status of an answer without a body. */
  readonly answer: RequestFault | keyof typeof EMPTY_ANSWERS;

  constructor(version: SoapVersion, answer: Refusal['answer']) {
    super(typeof answer === 'number' ? String(answer) : answer.message);
    this.version = version;
    this.answer = answer;
  }

  get reason(): RefusalReason {
    return typeof this.answer === 'number' ? EMPTY_ANSWERS[this.answer] : this.answer.reason;
  }
}

/** Contract 2.4: whatever else is wrong, always in the shape of SOAP 1.1. */
export function versionMismatchRefusal(namespace: string): Refusal {
  const chain = [versionMismatch(namespace)];
  return new Refusal('1.1', new RequestFault('VersionMismatch', chain, { reason: 'version' }));
}
