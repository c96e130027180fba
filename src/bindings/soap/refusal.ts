import { type Fault, RequestFault } from '../../contract/fault';
import { versionMismatch } from '../../contract/messages';
import type { SoapVersion } from '../../contract/soap-version';

/** A SOAP request that is answered with no result; `version` decides the shape and the media type of the answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly version: SoapVersion;
  /** The fault to answer with status 500, or the status of an answer without a body (contract 1.6, 2.3). */
  readonly answer: Fault | 400 | 415;

  constructor(version: SoapVersion, answer: Fault | 400 | 415) {
    super(typeof answer === 'number' ? String(answer) : answer.chain.at(-1)?.message);
    this.version = version;
    this.answer = answer;
  }
}

/** Contract 2.4: whatever else is wrong, always in the shape of SOAP 1.1. */
export function versionMismatchRefusal(namespace: string): Refusal {
  return new Refusal('1.1', new RequestFault('VersionMismatch', [versionMismatch(namespace)]));
}
