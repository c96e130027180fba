/** Renders the operation page and Method Not Found (contract 8.2, 8.3). */
import { BINDINGS, type Binding } from '../contract/bindings';
import type { Operation, Parameter } from '../contract/operations';
import { soapHeaders } from '../contract/soap-request';
import { clientCalls } from './client-calls';
import { OPERATION_HELP, type ParameterHelp, type ParametersHelp, SORTED_OPERATIONS } from './documentation';
import { codeBlock, type HelpView, renderHelpPage } from './help-frame';
import { type Html, html, type Part } from './html';
import type { ProposedValues } from './proposal';
import { sampleEnvelope, wireSamples } from './samples';

export function renderOperationPage(view: HelpView, operation: Operation, proposal: ProposedValues): string {
  const { summary, details, parameters } = OPERATION_HELP[operation.name](view.config);
  const help = parameters(proposal);
  return renderHelpPage(
    view,
    html`${backLink(view)}
${operationLinks(view, operation.name)}
<h1>${operation.name}</h1>
<p class="lead">${summary}</p>
<p class="quiet">${details}</p>
${testSection(view, operation, help)}
${callsSection(view, operation, help)}
${samplesSection(view, operation)}`,
  );
}

/** Renders the page for an unknown or empty `?op=`. The name is untrusted text. */
export function renderMethodNotFound(view: HelpView, name: string): string {
  return renderHelpPage(
    view,
    html`${backLink(view)}
${operationLinks(view, undefined)}
<h1>Method Not Found</h1>
<p class="lead">Method '${name}' was not found in service Events.</p>`,
  );
}

function backLink({ fileName }: HelpView): Html {
  return html`<p class="quiet">Click <a href="${fileName}">here</a> for a complete list of operations.</p>`;
}

function operationLinks({ fileName }: HelpView, current: string | undefined): Html {
  return html`<nav class="tabs" aria-label="Operations">
${SORTED_OPERATIONS.map(
  ({ name }) =>
    html`<a href="${fileName}?op=${name}"${name === current && html` aria-current="page"`}>${name}</a>\n`,
)}</nav>`;
}

/**
 * Renders a form that also works without a script, like ASMX's: it sends a POST. Its address is relative, because a
 * proxy may add a prefix. The script adds the choice of binding, and shows the answer on the page.
 */
function testSection(view: HelpView, operation: Operation, help: ParametersHelp): Html {
  const { config } = view;
  return html`<section aria-labelledby="test">
<h2 id="test">Test</h2>
<p id="protocol">To test the operation using the HTTP POST protocol, click the 'Invoke' button.</p>
<form id="invocation" class="panel" target="_blank" action="${view.fileName}/${operation.name}" method="POST" data-range-unit="${config.rangeUnit}" data-time-zone="${config.timeZone}">
<fieldset class="segmented" hidden disabled>
<legend>Protocol</legend>
${BINDINGS.map(
  ({ name, title, call }) =>
    html`<label><input type="radio" name="binding" value="${title}"${name === 'httppost' && html` checked`}${requestData(call, operation, config.serviceNamespace)}><span>${title}</span></label>\n`,
)}</fieldset>
<div class="parameters">
${operation.parameters.map((parameter) => field(parameter, help[parameter.name]))}</div>
<div class="actions"><button type="submit" class="primary">Invoke</button></div>
<details open hidden>
<summary>Request</summary>
${codeBlock('Request as it will be sent', html`<span id="request"></span>`)}
</details>
</form>
<p id="outcome" class="visually-hidden" role="status"></p>
<section id="answer" class="panel" aria-label="Answer" hidden></section>
</section>`;
}

/** Writes what the script needs to send a call through a binding, except for the values of the parameters. */
function requestData(call: Binding['call'], { name }: Operation, namespace: string): Html {
  if (call.kind === 'http') return html` data-method="${call.method}"`;
  const headers = JSON.stringify(soapHeaders(call.version, namespace, name));
  return html` data-headers="${headers}" data-envelope="${sampleEnvelope(call.version, namespace, name, [])}"`;
}

function field({ name, type }: Parameter, help: ParameterHelp | undefined): Html {
  const hint = `${name}-hint`;
  return html`<div class="field">
<label for="${name}">${name}: <span class="type">${type}</span></label>
${control({ name, type }, help, hint)}
<p class="hint" id="${hint}">${help?.hint}</p>
<p class="meaning" id="${name}-meaning" data-meaning="${name}"></p>
</div>
`;
}

/**
 * Renders the field of a parameter. It is a text field for `long`, because a number field would round 64-bit values.
 */
function control({ name, type }: Parameter, help: ParameterHelp | undefined, hint: string): Part {
  const common = html`id="${name}" name="${name}" aria-describedby="${hint}"`;
  switch (type) {
    case 'boolean':
      return html`<select ${common}>
<option value="true">true</option>
<option value="false">false</option>
</select>`;
    case 'int':
      return html`<input type="number" ${common} value="${help?.example}" min="${help?.min}" max="${help?.max}" step="1" required>`;
    case 'long':
      return html`<input type="text" inputmode="numeric" pattern="[+\\-]?[0-9]{1,19}" maxlength="20" autocomplete="off" spellcheck="false" ${common} value="${help?.example}" required>
<label class="picker" hidden>Pick a date and time<span class="visually-hidden"> for ${name}</span> <input type="datetime-local" step="1" min="0001-01-01T00:00" max="9999-12-31T23:59" data-fills="${name}"></label>`;
  }
}

function callsSection(view: HelpView, operation: Operation, help: ParametersHelp): Html {
  const values = Object.fromEntries(Object.entries(help).map(([name, { example }]) => [name, example]));
  const calls = clientCalls({
    operation,
    endpoint: view.endpoint,
    namespace: view.config.serviceNamespace,
    values,
  });
  return html`<section aria-labelledby="calls">
<h2 id="calls">Call this operation from your code</h2>
<div class="tabs calls">
${calls.map(
  ({ title, note, code }, index) => html`<details name="call"${index === 0 && html` open`}>
<summary>${title}</summary>
<p class="hint">${note}</p>
${codeBlock(title, code)}
</details>
`,
)}</div>
</section>`;
}

function samplesSection(view: HelpView, operation: Operation): Part {
  const samples = wireSamples(operation, {
    host: view.host,
    path: view.path,
    namespace: view.config.serviceNamespace,
  });
  return samples.map(
    ({ title, request, response }) => html`<section class="sample">
<h2>${title}</h2>
<p>The following is a sample ${title} request and response.  The <span class="value">placeholders</span> shown need to be replaced with actual values.</p>
<div class="exchange">
${codeBlock(`${title} request`, request)}
${codeBlock(`${title} response`, response)}
</div>
</section>
`,
  );
}
