/** The answers of the SOAP bindings beside their envelopes: statuses, media types, and what node-soap can't write. */

import { SOAP_BINDING_NAME } from '../../contract/bindings';
import { escapeXmlText } from '../../contract/escape';
import { chainText, type ErrorDetail, type Fault } from '../../contract/fault';
import { ENVELOPE_NAMESPACE, MEDIA_TYPE, type SoapVersion } from '../../contract/soap-version';
import { CACHE_CONTROL, type Reply } from '../reply';
import type { SoapAnswer, SoapEngine } from './engine';
import type { Refusal } from './refusal';

/** Faults are always a 500: .NET clients read them nowhere else (contract 2.3, 3.3). */
export function answerReply(version: SoapVersion, { isFault, envelope }: SoapAnswer): Reply {
  return isFault
    ? soapReply(version, 500, CACHE_CONTROL.error, envelope)
    : soapReply(version, 200, CACHE_CONTROL.success, envelope);
}

export async function refusalReply(
  engine: SoapEngine,
  { version, answer, reason }: Refusal,
  detail: ErrorDetail,
): Promise<Reply> {
  const [status, envelope] =
    typeof answer === 'number' ? [answer, ''] : [500, await faultEnvelope(engine, version, answer, detail)];
  const refused = { reason, binding: SOAP_BINDING_NAME[version] };
  return { ...soapReply(version, status, CACHE_CONTROL.error, envelope), refused };
}

function faultEnvelope(
  engine: SoapEngine,
  version: SoapVersion,
  fault: Fault,
  detail: ErrorDetail,
): string | Promise<string> {
  return fault.code === 'VersionMismatch'
    ? versionMismatch(chainText(fault.chain, detail))
    : engine.fault(version, fault);
}

function soapReply(version: SoapVersion, status: number, cacheControl: string, body: Reply['body']): Reply {
  return { status, contentType: `${MEDIA_TYPE[version]}; charset=utf-8`, cacheControl, body };
}

/** With its Upgrade header, which node-soap has no way to write (contract 2.4). */
function versionMismatch(text: string): string {
  const supported = (prefix: string, version: SoapVersion) =>
    `<soap12:SupportedEnvelope qname="${prefix}:Envelope" xmlns:${prefix}="${ENVELOPE_NAMESPACE[version]}" />`;
  return (
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${ENVELOPE_NAMESPACE['1.1']}"` +
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">' +
    `<soap:Header><soap12:Upgrade xmlns:soap12="${ENVELOPE_NAMESPACE['1.2']}">` +
    `${supported('soap', '1.1')}${supported('soap12', '1.2')}</soap12:Upgrade></soap:Header>` +
    `<soap:Body><soap:Fault><faultcode>soap:VersionMismatch</faultcode><faultstring>${escapeXmlText(text)}` +
    '</faultstring><detail /></soap:Fault></soap:Body></soap:Envelope>'
  );
}
