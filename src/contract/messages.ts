/**
 * The catalogue of ASMX's messages, each as one link of the chain that an error text shows (contract 13).
 * Functions are named after what happened; the id is the catalogue's.
 */

/** One exception of a chain: the .NET type that the long text names, and its message. */
export interface ChainedException {
  /** A full .NET type name, or empty for a text without one. */
  readonly type: string;
  readonly message: string;
}

const CRLF = '\r\n';
const SOAP_EXCEPTION = 'System.Web.Services.Protocols.SoapException';
const INVALID_OPERATION = 'System.InvalidOperationException';

const soapException = (message: string): ChainedException => ({ type: SOAP_EXCEPTION, message });
const invalidOperation = (message: string): ChainedException => ({ type: INVALID_OPERATION, message });

/** ASMX cuts text that it inserts into a message at 1,024 characters (contract 2.2). */
export function inserted(text: string): string {
  return text.length > 1024 ? `${text.slice(0, 1021)}...` : text;
}

/** A1, contract 2.2 */
export const soapActionNotRecognized = (action: string) =>
  soapException(`Server did not recognize the value of HTTP Header SOAPAction: ${inserted(action)}.`);

/** A2, contract 2.2 and 3.2 */
export const actionMissing = soapException(
  'Unable to handle request without a valid action parameter. Please supply a valid soap action.',
);

/** A3, contract 3.2 */
export const actionNotRecognized = (action: string) =>
  soapException(`Unable to handle request. The action '${inserted(action)}' was not recognized.`);

/** A4, contract 2.4 */
export const versionMismatch = (namespace: string) =>
  soapException(
    `Possible SOAP version mismatch: Envelope namespace ${inserted(namespace)} was unexpected. Expecting http://schemas.xmlsoap.org/soap/envelope/.`,
  );

/** A5, contract 2.7: the outer link of everything wrong with what the client sent. */
export const unableToReadRequest = soapException('Server was unable to read request.');

/** A6, contract 2.7.1 */
export const errorInXmlDocument = (line: number, column: number) =>
  invalidOperation(`There is an error in XML document (${line}, ${column}).`);

/** A7, contract 2.7 and 5.4 */
export const notANumber: ChainedException = {
  type: 'System.FormatException',
  message: 'Input string was not in a correct format.',
};

/** A8, contract 2.7 and 5.4 */
export const outOfRange = (dotnetType: 'Int32' | 'Int64'): ChainedException => ({
  type: 'System.OverflowException',
  message: `Value was either too large or too small for an ${dotnetType}.`,
});

/** A9, contract 2.7 */
export const notAnXmlBoolean = (text: string): ChainedException => ({
  type: 'System.FormatException',
  message: `The string '${inserted(text)}' is not a valid Boolean value.`,
});

/** A10, contract 2.3 and 3.4 */
export const envelopeMissing = invalidOperation(
  'Request format is invalid: Missing required soap:Envelope element.',
);

/** A11, contract 2.3 and 3.4 */
export const bodyMissing = invalidOperation('Request format is invalid: Missing required soap:Body element.');

/** A12, contract 9.1: the outer link of everything that went wrong on the server. */
export const unableToProcessRequest = soapException('Server was unable to process request.');

/** A13, contract 2.5 */
export const headerNotUnderstood = (name: string): ChainedException => ({
  type: 'System.Web.Services.Protocols.SoapHeaderException',
  message: `SOAP header ${inserted(name)} was not understood.`,
});

/** A14, contract 10.1 */
export const extensionsFailed = soapException(
  'There was an exception running the extensions specified in the config file.',
);

/** A15, contract 5.4 */
export const missingParameter = (name: string) => invalidOperation(`Missing parameter: ${name}.`);

/** A16, contract 5.4 */
export const cannotConvert = (
  value: string,
  dotnetType: 'Int32' | 'Int64' | 'Boolean',
): ChainedException => ({
  type: 'System.ArgumentException',
  message: `Cannot convert ${inserted(value)} to System.${dotnetType}.${CRLF}Parameter name: type`,
});

/** A17, contract 5.4 */
export const notABoolean: ChainedException = {
  type: 'System.FormatException',
  message: 'String was not recognized as a valid Boolean.',
};

/** A18, contract 1.7 */
export const methodNameNotValid = (name: string) =>
  invalidOperation(`${inserted(name)} Web Service method name is not valid.`);

/** A19, contract 1.7: the runs of blanks are ASMX's. */
export const methodNameCase = (name: string, known: string): ChainedException => ({
  type: 'System.ArgumentException',
  message:
    `Invalid method name '${inserted(name)}',  method names are case sensitive.   ` +
    `The method name '${known}' with the same name but different casing was found.${CRLF}Parameter name: methodName`,
});

/** A20, contract 1.8 */
export const contentTypeNotForm = (contentType: string) =>
  invalidOperation(`Request format is invalid: ${inserted(contentType)}.`);

/** A21, contract 1.4 */
export const verbNotRecognized: ChainedException = {
  type: 'System.Web.HttpException',
  message: 'Request format is unrecognized.',
};

/** A22, contract 1.4 */
export const urlNotRecognized = (pathInfo: string) =>
  invalidOperation(`Request format is unrecognized for URL unexpectedly ending in '${inserted(pathInfo)}'.`);

/** A23, contract 1.5 */
export const descriptionNotFound = invalidOperation('XML Web service description was not found.');

/** A23, contract 1.5 */
export const schemaNotFound = invalidOperation('Schema not found.');

/** A25, contract 3.4. Other texts of the XML reader are in bindings/soap/xml/messages.ts. */
export const xmlException = (message: string): ChainedException => ({
  type: 'System.Xml.XmlException',
  message,
});

/** Contract 3.5: .NET's words for an XML declaration with an unknown encoding. */
export const encodingNotSupported = (name: string): ChainedException => ({
  type: 'System.ArgumentException',
  message:
    `'${inserted(name)}' is not a supported encoding name. For information on defining a custom encoding, ` +
    `see the documentation for the Encoding.RegisterProvider method.${CRLF}Parameter name: name`,
});

/** A26, contract 0.3, third switch: the only text for an error that clients may not see. */
export const errorOnServer: ChainedException = { type: '', message: 'An error occurred on the server.' };

/** A27, contract 1.2 */
export const scriptServiceOnly = invalidOperation(
  'Only Web services with a [ScriptService] attribute on the class definition can be called from script.',
);

/** A28, contract 10.1 */
export const requestTooLong: ChainedException = {
  type: 'System.Web.HttpException',
  message: 'Maximum request length exceeded.',
};

/** Contract 10.1: the error of reading ahead in a body that is too long. */
export const nullReference: ChainedException = {
  type: 'System.NullReferenceException',
  message: 'Object reference not set to an instance of an object.',
};

/** Contract 2.2: a SOAPAction header that is a single quotation mark. */
export const lengthBelowZero: ChainedException = {
  type: 'System.ArgumentOutOfRangeException',
  message: `Length cannot be less than zero.${CRLF}Parameter name: length`,
};

/** Contract 10.1: this service's words for a limit that ASMX does not have. */
export const tooDeep = (levels: number) =>
  invalidOperation(`The elements of a request may be nested ${levels} levels deep below Envelope.`);

/** Contract 1.1 */
export const dangerousPath = (character: string): ChainedException => ({
  type: 'System.Web.HttpException',
  message: `A potentially dangerous Request.Path value was detected from the client (${character}).`,
});

/** Contract 1.1 */
export const urlTooLong: ChainedException = {
  type: 'System.Web.HttpException',
  message: 'The length of the URL for this request exceeds the configured maxUrlLength value.',
};

/** Contract 1.1 */
export const queryTooLong: ChainedException = {
  type: 'System.Web.HttpException',
  message:
    'The length of the query string for this request exceeds the configured maxQueryStringLength value.',
};

/** Contract 5.8 */
export const dangerousValue = (source: 'QueryString' | 'Form', shown: string): ChainedException => ({
  type: 'System.Web.HttpRequestValidationException',
  message: `A potentially dangerous Request.${source} value was detected from the client (${shown}).`,
});

/** The text of ASP.NET for a form with more than 1,000 names. */
export const tooManyNames: readonly ChainedException[] = [
  { type: 'System.Web.HttpException', message: 'The URL-encoded form data is not valid.' },
  invalidOperation('Operation is not valid due to the current state of the object.'),
];
