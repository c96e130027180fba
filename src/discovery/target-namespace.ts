const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** The namespace of the service that a WSDL describes; `undefined` for a text that is none. */
export function targetNamespaceOf(wsdl: string): string | undefined {
  const written = /<(?:\w+:)?definitions [^>]*\btargetNamespace="([^"]+)"/.exec(wsdl)?.[1];
  return written?.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => CHARACTERS[name] ?? '');
}
