/**
 * The C# in docs/dotnet.md and docs/tls.md agrees with clients/dotnet, as far as a test can check this without .NET.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT, readText } from '../deploy/yaml';

const PAGE = readText('docs/dotnet.md');

/** Maps names of types to their namespaces. A project with implicit usings does not import these namespaces. */
const NAMESPACES: Readonly<Record<string, string>> = {
  CultureInfo: 'System.Globalization',
  XDocument: 'System.Xml.Linq',
  JsonDocument: 'System.Text.Json',
  Encoding: 'System.Text',
  BasicHttpBinding: 'System.ServiceModel',
  ServiceContract: 'System.ServiceModel',
  CustomBinding: 'System.ServiceModel.Channels',
  SslClientAuthenticationOptions: 'System.Net.Security',
  X509ChainPolicy: 'System.Security.Cryptography.X509Certificates',
  NetworkCredential: 'System.Net',
  ContainerBuilder: 'DotNet.Testcontainers.Builders',
  IContainer: 'DotNet.Testcontainers.Containers',
  IAsyncLifetime: 'Xunit',
};

const blocks = ['docs/dotnet.md', 'docs/tls.md'].flatMap((file) =>
  [...readText(file).matchAll(/^```csharp\n(.*?)^```/gms)].map(([, code = '']) => ({ file, code })),
);

test('every block of C# imports the namespaces that it needs', () => {
  expect(blocks.length).toBeGreaterThan(6);
  const missing = blocks.flatMap(({ file, code }) =>
    Object.entries(NAMESPACES)
      .filter(([name]) => new RegExp(`\\b${name}\\b`).test(code.replace(/\/\/.*/g, '')))
      .filter(([, namespace]) => !code.includes(`using ${namespace};`))
      .map(([name, namespace]) => ({ file, name, namespace })),
  );
  expect(missing).toEqual([]);
});

test('the fixture reads the variables that the page names, and no others', () => {
  const variables = (text: string) => [...new Set(text.match(/\bEVENTS_[A-Z_]+\b/g))].sort();
  expect(variables(PAGE)).toEqual(variables(readText('clients/dotnet/EventsService.cs')));
});

test.each(['clients/dotnet', 'examples/testing'])('what .NET builds in %s is not packed', (folder) => {
  expect(readText(`${folder}/.gitignore`)).toBe('bin/\nobj/\n');
});

test('the files that users copy exist', () => {
  const [, list = ''] = /Without a feed, copy (.*?)\n\n/s.exec(PAGE) ?? [];
  const files = [...list.matchAll(/`([\w.]+(?:\/|\.cs))`/g)].map(([, name = '']) => name);
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((name) => !existsSync(path.join(ROOT, 'clients/dotnet', name)))).toEqual([]);
});
