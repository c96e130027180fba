/** Names the two versions of SOAP, and what distinguishes them on the wire (contract 2, 3). */
export const SOAP_VERSIONS = ['1.1', '1.2'] as const;

export type SoapVersion = (typeof SOAP_VERSIONS)[number];

export const ENVELOPE_NAMESPACE: Readonly<Record<SoapVersion, string>> = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
};

export const MEDIA_TYPE: Readonly<Record<SoapVersion, string>> = {
  '1.1': 'text/xml',
  '1.2': 'application/soap+xml',
};
