/** Writes example calls of an operation in common client languages. */
import type { Operation, Parameter } from '../contract/operations';
import { envelopeLines, soapHeaders } from '../contract/soap-request';
import { type Html, html } from './html';

interface CallTarget {
  readonly operation: Operation;
  /** This is the service's public address. */
  readonly endpoint: string;
  readonly namespace: string;
  readonly values: Readonly<Record<string, string>>;
}

interface Example {
  readonly title: string;
  /** This sentence says what the call needs, or when to prefer it. */
  readonly note: string;
  /** Writes the call. The address in the target needs no quoting. */
  code(target: CallTarget): Html;
}

const EXAMPLES: readonly Example[] = [
  {
    title: 'curl',
    note: 'HTTP GET: the result is the text of one <string> element.',
    code: (target) => html`curl '${target.endpoint}/${target.operation.name}?${query(target)}'`,
  },
  {
    title: 'curl, SOAP',
    note: 'SOAP 1.1, as a generated client sends it.',
    code(target) {
      const { operation, endpoint, namespace } = target;
      const headers = Object.entries(soapHeaders('1.1', namespace, operation.name)).map(([name, text]) =>
        `${name}: ${text}`.replaceAll("'", `'\\''`),
      );
      const lines = envelopeLines({
        version: '1.1',
        namespace,
        wrapper: operation.name,
        parts: operation.parameters.map(({ name }) => ({ name, content: value(target, name) })),
      });
      return html`curl '${endpoint}' \\
${headers.map((header) => html`  -H '${header}' \\\n`)}  --data-binary @- &lt;&lt;'END'
${lines.map(({ depth, pieces }) => html`${'  '.repeat(depth)}${pieces}\n`)}END`;
    },
  },
  {
    title: 'C#, HttpClient',
    note: 'Without generated code: it calls one address and reads one element.',
    code: (target) => html`using System.Xml.Linq;

using var http = new HttpClient();
var xml = await http.GetStringAsync(
    "${target.endpoint}/${target.operation.name}?${query(target)}");
string result = XDocument.Parse(xml).Root!.Value;
Console.WriteLine(result);`,
  },
  {
    title: 'C#, WCF',
    note: 'A proxy that dotnet-svcutil generates from the WSDL; EventsSoap12 is the SOAP 1.2 endpoint.',
    code(target) {
      const values = joined(
        target,
        ', ',
        ({ name, type }) => html`${value(target, name)}${type === 'long' && 'L'}`,
      );
      return html`// dotnet tool install --global dotnet-svcutil
// dotnet-svcutil "${target.endpoint}?wsdl" -n "*,Events.Client"
using Events.Client;

var client = new EventsSoapClient(
    EventsSoapClient.EndpointConfiguration.EventsSoap,
    "${target.endpoint}");
string result = await client.${target.operation.name}Async(${values});
Console.WriteLine(result);
await client.CloseAsync();`;
    },
  },
  {
    title: 'Python, zeep',
    note: 'pip install zeep',
    code(target) {
      // In Python `from` is a keyword, so it can only be passed in a dictionary.
      const keyword = target.operation.parameters.some(({ name }) => name === 'from');
      const list = joined(target, ', ', ({ name }) =>
        keyword
          ? html`'${name}': ${value(target, name, 'python')}`
          : html`${name}=${value(target, name, 'python')}`,
      );
      return html`from zeep import Client

client = Client('${target.endpoint}?WSDL')
result = client.service.${target.operation.name}(${keyword ? html`**{${list}}` : list})
print(result)`;
    },
  },
  {
    title: 'JavaScript, fetch',
    note: 'HTTP POST from a page of the same site.',
    code: (target) => html`const response = await fetch('${target.endpoint}/${target.operation.name}', {
  method: 'POST',
  body: new URLSearchParams({ ${members(target)} }),
});
const text = await response.text();
if (!response.ok) throw new Error(text);
const xml = new DOMParser().parseFromString(text, 'text/xml');
console.log(xml.documentElement.textContent);`,
  },
  {
    title: 'Node.js, soap',
    note: 'npm install soap',
    code: (target) => html`import { createClientAsync } from 'soap';

const client = await createClientAsync('${target.endpoint}?WSDL');
const [answer] = await client.${target.operation.name}Async({ ${members(target)} });
console.log(answer.${target.operation.name}Result);`,
  },
  {
    title: 'PowerShell',
    note: 'Windows PowerShell 5.1 and PowerShell 7.',
    code(target) {
      const pairs = joined(target, '; ', ({ name }) => html`${name} = '${value(target, name)}'`);
      return html`$xml = Invoke-RestMethod -Method Post -Uri '${target.endpoint}/${target.operation.name}' -Body @{ ${pairs} }
$xml.DocumentElement.InnerText`;
    },
  },
];

export function clientCalls(target: CallTarget) {
  const safe = { ...target, endpoint: encodeQuotes(target.endpoint) };
  return EXAMPLES.map(({ title, note, code }) => ({ title, note, code: code(safe) }));
}

/** Percent-encodes all characters that would end a string in a language of the example calls. */
export function encodeQuotes(address: string): string {
  return address.replace(
    /[ '"\\`$<>]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Marks a value, so that the page's script can update it when the form changes. */
function value({ values }: CallTarget, name: string, language?: 'python'): Html {
  const text = values[name] ?? '';
  // Values are numbers and booleans, and in Python booleans begin with a capital letter.
  const written = language === 'python' ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return html`<span data-value="${name}"${language && html` data-language="${language}"`}>${written}</span>`;
}

function joined(target: CallTarget, separator: string, one: (parameter: Parameter) => Html): Html {
  return html`${target.operation.parameters.map(
    (parameter, index) => html`${index > 0 && separator}${one(parameter)}`,
  )}`;
}

function query(target: CallTarget): Html {
  return joined(target, '&', ({ name }) => html`${name}=${value(target, name)}`);
}

/** Writes the arguments as members of an object in JavaScript. */
function members(target: CallTarget): Html {
  return joined(target, ', ', ({ name }) => html`${name}: '${value(target, name)}'`);
}
