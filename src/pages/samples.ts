/** The wire samples of ASMX's operation page (contract 8.2), word for word: people search for them. */
import { escapeXmlAttribute } from '../contract/escape';
import { actionBase, type Operation } from '../contract/operations';
import { type Html, html } from './html';

export interface Sample {
  /** `SOAP 1.1`, `SOAP 1.2`, `HTTP GET`, `HTTP POST`. */
  readonly title: string;
  readonly request: Html;
  readonly response: Html;
}

export interface SampleService {
  readonly host: string;
  /** Path of the service as a client sees it. */
  readonly path: string;
  readonly namespace: string;
}

const XML_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

/** A placeholder that a caller replaces. */
const value = (text: string) => html`<span class="value">${text}</span>`;
/** A parameter's name. */
const key = (text: string) => html`<span class="key">${text}</span>`;

export function wireSamples(operation: Operation, service: SampleService): readonly Sample[] {
  return [
    soapSample('1.1', operation, service),
    soapSample('1.2', operation, service),
    {
      title: 'HTTP GET',
      request: html`GET ${service.path}/${operation.name}?${pairs(operation)} HTTP/1.1
Host: ${service.host}
`,
      response: stringResponse(service),
    },
    {
      title: 'HTTP POST',
      request: html`POST ${service.path}/${operation.name} HTTP/1.1
Host: ${service.host}
Content-Type: application/x-www-form-urlencoded
Content-Length: ${value('length')}

${pairs(operation)}`,
      response: stringResponse(service),
    },
  ];
}

function soapSample(version: '1.1' | '1.2', operation: Operation, service: SampleService): Sample {
  const mediaType = version === '1.1' ? 'text/xml' : 'application/soap+xml';
  const action = version === '1.1' && html`SOAPAction: "${actionBase(service.namespace)}${operation.name}"\n`;
  return {
    title: `SOAP ${version}`,
    request: html`POST ${service.path} HTTP/1.1
Host: ${service.host}
Content-Type: ${mediaType}; charset=utf-8
Content-Length: ${value('length')}
${action}
${envelope(version, service.namespace, operation.name, operation.parameters)}`,
    response: html`HTTP/1.1 200 OK
Content-Type: ${mediaType}; charset=utf-8
Content-Length: ${value('length')}

${envelope(version, service.namespace, `${operation.name}Response`, [
  { name: `${operation.name}Result`, type: 'string' },
])}`,
  };
}

function envelope(
  version: '1.1' | '1.2',
  namespace: string,
  wrapper: string,
  parts: readonly { readonly name: string; readonly type: string }[],
): Html {
  const [prefix, uri] =
    version === '1.1'
      ? ['soap', 'http://schemas.xmlsoap.org/soap/envelope/']
      : ['soap12', 'http://www.w3.org/2003/05/soap-envelope'];
  const declarations = [
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema"',
    `xmlns:${prefix}="${uri}"`,
  ].join(' ');
  return html`${XML_DECLARATION}
${`<${prefix}:Envelope ${declarations}>`}
${`  <${prefix}:Body>`}
${`    <${wrapper} xmlns="${escapeXmlAttribute(namespace)}">`}
${parts.map(({ name, type }) => html`${`      <${name}>`}${value(type)}${`</${name}>`}\n`)}${`    </${wrapper}>`}
${`  </${prefix}:Body>`}
${`</${prefix}:Envelope>`}`;
}

function stringResponse({ namespace }: SampleService): Html {
  return html`HTTP/1.1 200 OK
Content-Type: text/xml; charset=utf-8
Content-Length: ${value('length')}

${XML_DECLARATION}
${`<string xmlns="${escapeXmlAttribute(namespace)}">`}${value('string')}${'</string>'}`;
}

/** GET and POST send text: every placeholder is `string`. */
function pairs(operation: Operation): readonly Html[] {
  return operation.parameters.map(
    ({ name }, index) => html`${index > 0 && '&'}${key(name)}=${value('string')}`,
  );
}
