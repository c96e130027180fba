/**
 * Contains ASMX's messages, each as one exception of a chain (contract 13). Each comment has the id in the contract's
 * catalogue.
 */

/** Represents one exception of a chain: its .NET type, which only long texts contain, and its message. */
export interface ChainedException {
  /** This is a full .NET type name, or empty for a text without a type. */
  readonly type: string;
  readonly message: string;
}

const CRLF = '\r\n';
const SOAP_EXCEPTION = 'System.Web.Services.Protocols.SoapException';
const INVALID_OPERATION = 'System.InvalidOperationException';

const soapException = (message: string): ChainedException => ({ type: SOAP_EXCEPTION, message });
const invalidOperation = (message: string): ChainedException => ({ type: INVALID_OPERATION, message });

/** Shortens a text as ASMX does before it inserts it into a message: to 1,024 characters (contract 2.2). */
export function truncate(text: string): string {
  return text.length > 1024 ? `${text.slice(0, 1021)}...` : text;
}

/** See contract 2.2 (text A1). */
export const soapActionNotRecognized = (action: string) =>
  soapException(`Server did not recognize the value of HTTP Header SOAPAction: ${truncate(action)}.`);

/** See contract 2.2 and 3.2 (text A2). */
export const actionMissing = soapException(
  'Unable to handle request without a valid action parameter. Please supply a valid soap action.',
);

/** See contract 3.2 (text A3). */
export const actionNotRecognized = (action: string) =>
  soapException(`Unable to handle request. The action '${truncate(action)}' was not recognized.`);

/** See contract 2.4 (text A4). */
export const versionMismatch = (namespace: string) =>
  soapException(
    `Possible SOAP version mismatch: Envelope namespace ${truncate(namespace)} was unexpected. Expecting http://schemas.xmlsoap.org/soap/envelope/.`,
  );

/** This is the outer exception if a request can't be read (contract 2.7, text A5). */
export const unableToReadRequest = soapException('Server was unable to read request.');

/** See contract 2.7.1 (text A6). */
export const errorInXmlDocument = (line: number, column: number) =>
  invalidOperation(`There is an error in XML document (${line}, ${column}).`);

/** See contract 2.7 and 5.4 (text A7). */
export const notANumber: ChainedException = {
  type: 'System.FormatException',
  message: 'Input string was not in a correct format.',
};

/** See contract 2.7 and 5.4 (text A8). */
export const outOfRange = (dotnetType: 'Int32' | 'Int64'): ChainedException => ({
  type: 'System.OverflowException',
  message: `Value was either too large or too small for an ${dotnetType}.`,
});

/** See contract 2.7 (text A9). */
export const notAnXmlBoolean = (text: string): ChainedException => ({
  type: 'System.FormatException',
  message: `The string '${truncate(text)}' is not a valid Boolean value.`,
});

/** See contract 2.3 and 3.4 (text A10). */
export const envelopeMissing = invalidOperation(
  'Request format is invalid: Missing required soap:Envelope element.',
);

/** See contract 2.3 and 3.4 (text A11). */
export const bodyMissing = invalidOperation('Request format is invalid: Missing required soap:Body element.');

/** This is the outer exception of errors on the server (contract 9.1, text A12). */
export const unableToProcessRequest = soapException('Server was unable to process request.');

/** See contract 2.5 (text A13). */
export const headerNotUnderstood = (name: string): ChainedException => ({
  type: 'System.Web.Services.Protocols.SoapHeaderException',
  message: `SOAP header ${truncate(name)} was not understood.`,
});

/** See contract 10.1 (text A14). */
export const extensionsFailed = soapException(
  'There was an exception running the extensions specified in the config file.',
);

/** See contract 5.4 (text A15). */
export const missingParameter = (name: string) => invalidOperation(`Missing parameter: ${name}.`);

/** See contract 5.4 (text A16). */
export const cannotConvert = (
  value: string,
  dotnetType: 'Int32' | 'Int64' | 'Boolean',
): ChainedException => ({
  type: 'System.ArgumentException',
  message: `Cannot convert ${truncate(value)} to System.${dotnetType}.${CRLF}Parameter name: type`,
});

/** See contract 5.4 (text A17). */
export const notABoolean: ChainedException = {
  type: 'System.FormatException',
  message: 'String was not recognized as a valid Boolean.',
};

/** See contract 1.7 (text A18). */
export const methodNameNotValid = (name: string) =>
  invalidOperation(`${truncate(name)} Web Service method name is not valid.`);

/** ASMX's message has these runs of spaces (contract 1.7, text A19). */
export const methodNameCase = (name: string, known: string): ChainedException => ({
  type: 'System.ArgumentException',
  message:
    `Invalid method name '${truncate(name)}',  method names are case sensitive.   ` +
    `The method name '${known}' with the same name but different casing was found.${CRLF}Parameter name: methodName`,
});

/** See contract 1.8 (text A20). */
export const contentTypeNotForm = (contentType: string) =>
  invalidOperation(`Request format is invalid: ${truncate(contentType)}.`);

/** See contract 1.4 (text A21). */
export const verbNotRecognized: ChainedException = {
  type: 'System.Web.HttpException',
  message: 'Request format is unrecognized.',
};

/** See contract 1.4 (text A22). */
export const urlNotRecognized = (pathInfo: string) =>
  invalidOperation(`Request format is unrecognized for URL unexpectedly ending in '${truncate(pathInfo)}'.`);

/** See contract 1.5 (text A23). */
export const descriptionNotFound = invalidOperation('XML Web service description was not found.');

/** See contract 1.5 (text A23). */
export const schemaNotFound = invalidOperation('Schema not found.');

/** See contract 3.4 (text A25). Other texts of the XML reader are in bindings/soap/xml/messages.ts. */
export const xmlException = (message: string): ChainedException => ({
  type: 'System.Xml.XmlException',
  message,
});

/** .NET has this message for an XML declaration with an unknown encoding (contract 3.5). */
export const encodingNotSupported = (name: string): ChainedException => ({
  type: 'System.ArgumentException',
  message:
    `'${truncate(name)}' is not a supported encoding name. For information on defining a custom encoding, ` +
    `see the documentation for the Encoding.RegisterProvider method.${CRLF}Parameter name: name`,
});

/** Clients see this text for every error that they may not see (contract 0.3, third switch; text A26). */
export const errorOnServer: ChainedException = { type: '', message: 'An error occurred on the server.' };

/** See contract 1.2 (text A27). */
export const scriptServiceOnly = invalidOperation(
  'Only Web services with a [ScriptService] attribute on the class definition can be called from script.',
);

/** See contract 10.1 (text A28). */
export const requestTooLong: ChainedException = {
  type: 'System.Web.HttpException',
  message: 'Maximum request length exceeded.',
};

/** ASMX answers this if it has to look ahead in a body that is too long (contract 10.1). */
export const nullReference: ChainedException = {
  type: 'System.NullReferenceException',
  message: 'Object reference not set to an instance of an object.',
};

/** ASMX answers this if the SOAPAction header is a single quotation mark (contract 2.2). */
export const lengthBelowZero: ChainedException = {
  type: 'System.ArgumentOutOfRangeException',
  message: `Length cannot be less than zero.${CRLF}Parameter name: length`,
};

/** This message is our own, because ASMX has no such limit (contract 10.1). */
export const tooDeep = (levels: number) =>
  invalidOperation(`The elements of a request may be nested ${levels} levels deep below Envelope.`);

/** See contract 1.1. */
export const dangerousPath = (character: string): ChainedException => ({
  type: 'System.Web.HttpException',
  message: `A potentially dangerous Request.Path value was detected from the client (${character}).`,
});

/** See contract 1.1. */
export const urlTooLong: ChainedException = {
  type: 'System.Web.HttpException',
  message: 'The length of the URL for this request exceeds the configured maxUrlLength value.',
};

/** See contract 1.1. */
export const queryTooLong: ChainedException = {
  type: 'System.Web.HttpException',
  message:
    'The length of the query string for this request exceeds the configured maxQueryStringLength value.',
};

/** See contract 5.8. */
export const dangerousValue = (source: 'QueryString' | 'Form', shown: string): ChainedException => ({
  type: 'System.Web.HttpRequestValidationException',
  message: `A potentially dangerous Request.${source} value was detected from the client (${shown}).`,
});

/** ASP.NET answers this if a form has more than 1,000 names. */
export const tooManyNames: readonly ChainedException[] = [
  { type: 'System.Web.HttpException', message: 'The URL-encoded form data is not valid.' },
  invalidOperation('Operation is not valid due to the current state of the object.'),
];
