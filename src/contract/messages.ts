/**
 * Contains ASMX's messages, each as one exception of a chain (contract 13). A comment has the id of its message in the
 * contract's catalogue, if the catalogue lists the message.
 */

/**
 * Represents one exception of a chain: its message, and its .NET type, which clients see only if `ERROR_DETAIL` is
 * `long`.
 */
export interface ChainedException {
  /** This is a full .NET type name, or empty for a text without a type. */
  readonly type: string;
  readonly message: string;
}

const CRLF = '\r\n';

/** Makes the function that makes exceptions of one .NET type. */
const exception =
  (type: string) =>
  (message: string): ChainedException => ({ type, message });

const soapException = exception('System.Web.Services.Protocols.SoapException');
const invalidOperation = exception('System.InvalidOperationException');
const argumentException = exception('System.ArgumentException');
const formatException = exception('System.FormatException');
const overflowException = exception('System.OverflowException');
const httpException = exception('System.Web.HttpException');

/** Shortens a text to 1,024 characters, as ASMX does before it inserts a text into a message (contract 2.2). */
export function truncate(text: string): string {
  return text.length > 1024 ? `${text.slice(0, 1021)}...` : text;
}

/** ASMX answers this if no operation has the action of the SOAPAction header (contract 2.2, text A1). */
export const soapActionNotRecognized = (action: string) =>
  soapException(`Server did not recognize the value of HTTP Header SOAPAction: ${truncate(action)}.`);

/** ASMX answers this if a request has no action and Body has no operation (contract 2.2, 3.2, text A2). */
export const actionMissing = soapException(
  'Unable to handle request without a valid action parameter. Please supply a valid soap action.',
);

/** ASMX answers this if no operation has the action of SOAP 1.2's Content-Type (contract 3.2, text A3). */
export const actionNotRecognized = (action: string) =>
  soapException(`Unable to handle request. The action '${truncate(action)}' was not recognized.`);

/** ASMX answers this if Envelope has another namespace than SOAP's (contract 2.4, text A4). */
export const versionMismatch = (namespace: string) =>
  soapException(
    `Possible SOAP version mismatch: Envelope namespace ${truncate(namespace)} was unexpected. Expecting http://schemas.xmlsoap.org/soap/envelope/.`,
  );

/** This is the outer exception if a request can't be read (contract 2.7, text A5). */
export const unableToReadRequest = soapException('Server was unable to read request.');

/** This exception gives the place in the request at which a value can't be read (contract 2.7.1, text A6). */
export const errorInXmlDocument = (line: number, column: number) =>
  invalidOperation(`There is an error in XML document (${line}, ${column}).`);

/** This is the reason if a text is not an integer (contract 2.7, 5.4, text A7). */
export const notANumber = formatException('Input string was not in a correct format.');

/** This is the reason if an integer does not fit its type (contract 2.7, 5.4, text A8). */
export const outOfRange = (dotnetType: 'Int32' | 'Int64') =>
  overflowException(`Value was either too large or too small for an ${dotnetType}.`);

/** This is the reason if a text over SOAP is not a boolean (contract 2.7, text A9). */
export const notAnXmlBoolean = (text: string) =>
  formatException(`The string '${truncate(text)}' is not a valid Boolean value.`);

/** ASMX answers this if the root element is not Envelope (contract 2.3, 3.4, text A10). */
export const envelopeMissing = invalidOperation(
  'Request format is invalid: Missing required soap:Envelope element.',
);

/** ASMX answers this if Envelope has no Body (contract 2.3, 3.4, text A11). */
export const bodyMissing = invalidOperation('Request format is invalid: Missing required soap:Body element.');

/** This is the outer exception of errors on the server (contract 9.1, text A12). */
export const unableToProcessRequest = soapException('Server was unable to process request.');

/** ASMX answers this if a header entry has mustUnderstand (contract 2.5, text A13). */
export const headerNotUnderstood = (name: string): ChainedException => ({
  type: 'System.Web.Services.Protocols.SoapHeaderException',
  message: `SOAP header ${truncate(name)} was not understood.`,
});

/** This is the outer exception if a SOAP body is too long (contract 10.1, text A14). */
export const extensionsFailed = soapException(
  'There was an exception running the extensions specified in the config file.',
);

/** ASMX answers this if a GET or POST lacks a parameter (contract 5.4, text A15). */
export const missingParameter = (name: string) => invalidOperation(`Missing parameter: ${name}.`);

/** This is the outer exception if a value of a GET or POST does not fit its type (contract 5.4, text A16). */
export const cannotConvert = (value: string, dotnetType: 'Int32' | 'Int64' | 'Boolean') =>
  argumentException(`Cannot convert ${truncate(value)} to System.${dotnetType}.${CRLF}Parameter name: type`);

/** This is the reason if a text of a GET or POST is not a boolean (contract 5.4, text A17). */
export const notABoolean = formatException('String was not recognized as a valid Boolean.');

/** ASMX answers this if no operation has the name in the path (contract 1.7, text A18). */
export const methodNameNotValid = (name: string) =>
  invalidOperation(`${truncate(name)} Web Service method name is not valid.`);

/**
 * ASMX answers this if only the letter case of a name is wrong (contract 1.7, text A19). ASMX also writes these runs of
 * spaces.
 */
export const methodNameCase = (name: string, known: string) =>
  argumentException(
    `Invalid method name '${truncate(name)}',  method names are case sensitive.   ` +
      `The method name '${known}' with the same name but different casing was found.${CRLF}Parameter name: methodName`,
  );

/** ASMX answers this if the Content-Type of a POST is not a form's (contract 1.8, text A20). */
export const contentTypeNotForm = (contentType: string) =>
  invalidOperation(`Request format is invalid: ${truncate(contentType)}.`);

/** ASMX answers this if it does not support the verb (contract 1.4, text A21). */
export const verbNotRecognized = httpException('Request format is unrecognized.');

/** ASMX answers this if no protocol accepts the verb and the path info (contract 1.4, text A22). */
export const urlNotRecognized = (pathInfo: string) =>
  invalidOperation(`Request format is unrecognized for URL unexpectedly ending in '${truncate(pathInfo)}'.`);

/** ASMX answers this to `?wsdl=`, with or without a value: there is only one document (contract 1.5, text A23). */
export const descriptionNotFound = invalidOperation('XML Web service description was not found.');

/** ASMX answers this to `?schema=`, because there are no separate schemas (contract 1.5, text A23). */
export const schemaNotFound = invalidOperation('Schema not found.');

/** This is the reason if XML is malformed (contract 3.4, text A25). bindings/soap/xml/messages.ts has its messages. */
export const xmlException = exception('System.Xml.XmlException');

/** This is the reason if the number of a character reference does not fit into 32 bits (contract 3.4). */
export const arithmeticOverflow = overflowException('Arithmetic operation resulted in an overflow.');

/** .NET has this message for an XML declaration with an unknown encoding (contract 3.5). */
export const encodingNotSupported = (name: string) =>
  argumentException(
    `'${truncate(name)}' is not a supported encoding name. For information on defining a custom encoding, ` +
      `see the documentation for the Encoding.RegisterProvider method.${CRLF}Parameter name: name`,
  );

/** Clients see this text in place of every error that they must not see (contract 0.3, third switch; text A26). */
export const errorOnServer: ChainedException = { type: '', message: 'An error occurred on the server.' };

/** ASMX answers this to a call that only ASP.NET's script services accept (contract 1.2, text A27). */
export const scriptServiceOnly = invalidOperation(
  'Only Web services with a [ScriptService] attribute on the class definition can be called from script.',
);

/** ASP.NET answers this if a body is too long (contract 10.1, text A28). */
export const requestTooLong = httpException('Maximum request length exceeded.');

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

/** This message is the service's own, because ASMX has no limit of levels (contract 10.1). */
export const tooDeep = (levels: number) =>
  invalidOperation(`The elements of a request may be nested ${levels} levels deep below Envelope.`);

/** ASP.NET answers this if the path has a forbidden character (contract 1.1). */
export const dangerousPath = (character: string) =>
  httpException(`A potentially dangerous Request.Path value was detected from the client (${character}).`);

/** ASP.NET answers this if the path is too long (contract 1.1). */
export const urlTooLong = httpException(
  'The length of the URL for this request exceeds the configured maxUrlLength value.',
);

/** ASP.NET answers this if the query is too long (contract 1.1). */
export const queryTooLong = httpException(
  'The length of the query string for this request exceeds the configured maxQueryStringLength value.',
);

/** ASP.NET answers this if request validation finds markup in a value (contract 5.8). */
export const dangerousValue = (source: 'QueryString' | 'Form', shown: string): ChainedException => ({
  type: 'System.Web.HttpRequestValidationException',
  message: `A potentially dangerous Request.${source} value was detected from the client (${shown}).`,
});

/** ASP.NET answers this if a form has more than 1,000 names (contract 10.1). */
export const tooManyNames: readonly ChainedException[] = [
  httpException('The URL-encoded form data is not valid.'),
  invalidOperation('Operation is not valid due to the current state of the object.'),
];
