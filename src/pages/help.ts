/**
 * Renders the help page for GET requests of the service's address. Like ASMX it has a list page, operation pages and
 * Method Not Found (contract 8), with ASMX's texts.
 */
import { OPERATIONS } from '../contract/operations';
import { OPERATION_HELP, SORTED_OPERATIONS } from './documentation';
import { codeBlock, type HelpRequest, type HelpView, renderHelpPage, viewOf } from './help-frame';
import { renderMethodNotFound, renderOperationPage } from './help-operation';
import { type Html, html } from './html';

const TEMPURI = 'http://tempuri.org/';

/** Returns the page's HTML. The status is 200 for every variant. */
export async function renderHelp(request: HelpRequest): Promise<string> {
  const view = viewOf(request);
  if (view.op === undefined) return renderListPage(view);
  // The operation's name is case-sensitive (contract 8.2).
  const operation = OPERATIONS.find(({ name }) => name === view.op);
  return operation === undefined
    ? renderMethodNotFound(view, view.op)
    : renderOperationPage(view, operation, await view.propose());
}

function renderListPage(view: HelpView): string {
  return renderHelpPage(
    view,
    html`<h1>Events</h1>
<p class="lead">The following operations are supported.  For a formal definition, please review the <a href="${view.fileName}?WSDL">Service Description</a>.</p>
<ul class="operations">
${SORTED_OPERATIONS.map(({ name, parameters }) => {
  const { summary, details } = OPERATION_HELP[name](view.config);
  return html`<li>
<h2><a href="${view.fileName}?op=${name}">${name}</a></h2>
<p class="signature">${parameters.map(
    (parameter, index) =>
      html`${index > 0 && ', '}<span class="type">${parameter.type}</span> ${parameter.name}`,
  )}</p>
<p>${summary}</p>
<p class="quiet">${details}</p>
</li>
`;
})}</ul>
${addresses(view)}
${view.config.serviceNamespace === TEMPURI && recommendation()}`,
  );
}

function addresses({ endpoint, fileName, config }: HelpView): Html {
  const rows: readonly (readonly [string, string])[] = [
    ['SOAP 1.1 and 1.2', endpoint],
    ['HTTP GET', `${endpoint}/{operation}?{parameters}`],
    ['HTTP POST', `${endpoint}/{operation}`],
  ];
  return html`<section aria-labelledby="addresses">
<h2 id="addresses">Addresses</h2>
<dl class="facts">
${rows.map(([name, address]) => html`<div><dt>${name}</dt><dd><code>${address}</code></dd></div>\n`)}<div><dt>Service Description</dt><dd><a href="${fileName}?WSDL"><code>${endpoint}?WSDL</code></a></dd></div>
<div><dt>Discovery</dt><dd><a href="${fileName}?disco"><code>${endpoint}?disco</code></a></dd></div>
<div><dt>Namespace</dt><dd><code>${config.serviceNamespace}</code></dd></div>
<div><dt>Time zone</dt><dd>${config.timeZone}</dd></div>
</dl>
</section>`;
}

/** Renders ASMX's recommendation. It mentions this service's setting instead of .NET's attribute. */
function recommendation(): Html {
  return html`<hr>
<aside class="recommendation">
<h2>This web service is using ${TEMPURI} as its default namespace.</h2>
<p><strong>Recommendation: Change the default namespace before the XML Web service is made public.</strong> In this service, the setting <code>SERVICE_NAMESPACE</code> changes the namespace.</p>
<details>
<summary>About namespaces</summary>
<p>Each XML Web service needs a unique namespace in order for client applications to distinguish it from other services on the Web. ${TEMPURI} is available for XML Web services that are under development, but published XML Web services should use a more permanent namespace.</p>
<p>Your XML Web service should be identified by a namespace that you control. For example, you can use your company's Internet domain name as part of the namespace. Although many XML Web service namespaces look like URLs, they need not point to actual resources on the Web. (XML Web service namespaces are URIs.)</p>
<p>For XML Web services creating using ASP.NET, the default namespace can be changed using the WebService attribute's Namespace property. The WebService attribute is an attribute applied to the class that contains the XML Web service methods. Below is a code example that sets the namespace to "http://microsoft.com/webservices/":</p>
<h3>C#</h3>
${codeBlock(
  'C# example',
  `[WebService(Namespace="http://microsoft.com/webservices/")]
public class MyWebService {
    // implementation
}`,
)}
<h3>Visual Basic</h3>
${codeBlock(
  'Visual Basic example',
  `<WebService(Namespace:="http://microsoft.com/webservices/")> Public Class MyWebService
    ' implementation
End Class`,
)}
<h3>C++</h3>
${codeBlock(
  'C++ example',
  `[WebService(Namespace="http://microsoft.com/webservices/")]
public ref class MyWebService {
    // implementation
};`,
)}
<p>For more details on XML namespaces, see the W3C recommendation on <a href="http://www.w3.org/TR/REC-xml-names/">Namespaces in XML</a>.</p>
<p>For more details on WSDL, see the <a href="http://www.w3.org/TR/wsdl">WSDL Specification</a>.</p>
<p>For more details on URIs, see <a href="http://www.ietf.org/rfc/rfc2396.txt">RFC 2396</a>.</p>
</details>
</aside>`;
}
