/** Writes the samples of ASMX's operation page (contract 8.2) word for word, because people search for these words. */
import { BINDINGS } from '../contract/bindings';
import { escapeXmlAttribute } from '../contract/escape';
import type { Operation } from '../contract/operations';
import { envelopeLines, soapHeaders } from '../contract/soap-request';
import type { SoapVersion } from '../contract/soap-version';
import { type Html, html } from './html';

interface Sample {
  readonly title: string;
  readonly request: Html;
  readonly response: Html;
}

interface SampleService {
  readonly host: string;
  readonly path: string;
  readonly namespace: string;
}

const XML_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

const value = (text: string) => html`<span class="value">${text}</span>`;
const key = (text: string) => html`<span class="key">${text}</span>`;

export function wireSamples(operation: Operation, service: SampleService): readonly Sample[] {
  return BINDINGS.map(({ title, call }) => ({
    title,
    ...(call.kind === 'soap'
      ? soapSample(call.version, operation, service)
      : { request: httpRequest(call.method, operation, service), response: stringResponse(service) }),
  }));
}

function httpRequest(method: 'GET' | 'POST', operation: Operation, { path, host }: SampleService): Html {
  if (method === 'GET') {
    return html`GET ${path}/${operation.name}?${pairs(operation)} HTTP/1.1
Host: ${host}
`;
  }
  return html`POST ${path}/${operation.name} HTTP/1.1
Host: ${host}
Content-Type: application/x-www-form-urlencoded
Content-Length: ${value('length')}

${pairs(operation)}`;
}

function soapSample(
  version: SoapVersion,
  operation: Operation,
  service: SampleService,
): Omit<Sample, 'title'> {
  const { 'Content-Type': contentType, SOAPAction } = soapHeaders(version, service.namespace, operation.name);
  const action = SOAPAction !== undefined && html`SOAPAction: ${SOAPAction}\n`;
  return {
    request: html`POST ${service.path} HTTP/1.1
Host: ${service.host}
Content-Type: ${contentType}
Content-Length: ${value('length')}
${action}
${sampleEnvelope(version, service.namespace, operation.name, operation.parameters)}`,
    response: html`HTTP/1.1 200 OK
Content-Type: ${contentType}
Content-Length: ${value('length')}

${sampleEnvelope(version, service.namespace, `${operation.name}Response`, [
  { name: `${operation.name}Result`, type: 'string' },
])}`,
  };
}

export function sampleEnvelope(
  version: SoapVersion,
  namespace: string,
  wrapper: string,
  parts: readonly { readonly name: string; readonly type: string }[],
): Html {
  const lines = envelopeLines({
    version,
    namespace,
    wrapper,
    parts: parts.map(({ name, type }) => ({ name, content: value(type) })),
    // In ASMX the samples have other prefixes and declarations than the answers.
    prefix: version === '1.1' ? 'soap' : 'soap12',
    declarations: [
      'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
      'xmlns:xsd="http://www.w3.org/2001/XMLSchema"',
    ],
  });
  return html`${XML_DECLARATION}${lines.map(({ depth, pieces }) => html`\n${'  '.repeat(depth)}${pieces}`)}`;
}

function stringResponse({ namespace }: SampleService): Html {
  return html`HTTP/1.1 200 OK
Content-Type: text/xml; charset=utf-8
Content-Length: ${value('length')}

${XML_DECLARATION}
${`<string xmlns="${escapeXmlAttribute(namespace)}">`}${value('string')}${'</string>'}`;
}

/**
 * Returns the names with their placeholders. As in ASMX every placeholder is `string`, because GET and POST send text.
 */
function pairs(operation: Operation): readonly Html[] {
  return operation.parameters.map(
    ({ name }, index) => html`${index > 0 && '&'}${key(name)}=${value('string')}`,
  );
}
