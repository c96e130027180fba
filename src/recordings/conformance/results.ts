/** What of an answer belongs to the service behind the bindings: its results, and the faults of its own. */
import type { Answer } from './exchange';
import type { Expectation } from './vectors';

const SOAP_RESULT =
  /<(Select\w+)Response xmlns="([^"]*)">(?:<\1Result>[^<]*<\/\1Result>|<\1Result \/>)<\/\1Response>/;
const SOAP_NULL = /<(Select\w+)Response xmlns="([^"]*)" \/>/;
const STRING_RESULT = /<string xmlns="([^"]*)"(?:>[^<]*<\/string>| \/>)$/;
const STRING_NULL =
  /<string (?:xmlns:xs[di]="[^"]*" xmlns:xs[di]="[^"]*" )xsi:nil="true" xmlns="([^"]*)" \/>$/;

/** Blanks out a result: a text, an empty one or none (contract 4.1, 5.1). */
export function maskResult(body: string): string {
  return body
    .replace(SOAP_RESULT, '<$1Response xmlns="$2">…</$1Response>')
    .replace(SOAP_NULL, '<$1Response xmlns="$2">…</$1Response>')
    .replace(STRING_RESULT, '<string xmlns="$1">…</string>')
    .replace(STRING_NULL, '<string xmlns="$1">…</string>');
}

const FAULT_TEXT =
  /^<\?xml version="1\.0" encoding="utf-8"\?><soap:Envelope[^>]+><soap:Body><soap:Fault>(?:<faultcode>soap:(?:Client|Server)<\/faultcode><faultstring>([^<]*)<\/faultstring>|<soap:Code><soap:Value>soap:(?:Sender|Receiver)<\/soap:Value><\/soap:Code><soap:Reason><soap:Text xml:lang="en">([^<]*)<\/soap:Text><\/soap:Reason>).*<\/soap:Fault><\/soap:Body><\/soap:Envelope>$/s;

/** What the bindings say of a request that they can't read, in any of them (contract 13). */
const OF_THE_BINDINGS =
  /unable to read request|did not recognize the value|Unable to handle request|SOAP version mismatch|was not understood|Request format is|XML document|, position \d|Root element is missing|Cannot convert|Missing parameter|method name|potentially dangerous|request length exceeded/;

/**
 * Whether a call that was recorded with a result is answered, in its binding's own shape, with an error that the
 * service behind it made.
 */
export function isServiceFault(recorded: Expectation, { status, headers, body }: Answer): boolean {
  const text = body.toString('utf8');
  const contentType = headers.get('content-type');
  if (status !== 500 || headers.get('cache-control') !== 'private') return false;
  if (headers.get('content-length') !== String(body.length)) return false;
  const isSoap = recorded.body?.includes(':Envelope ') === true;
  if (!isSoap) {
    return (
      contentType === 'text/plain; charset=utf-8' && text.endsWith('\r\n') && !OF_THE_BINDINGS.test(text)
    );
  }
  const fault = FAULT_TEXT.exec(text);
  return (
    contentType === recorded.headers['Content-Type'] &&
    fault !== null &&
    !OF_THE_BINDINGS.test(fault[1] ?? fault[2] ?? '')
  );
}
