/** Renders the page of test control, which only the admin port serves. Its script fills the markup. */
import { Router } from 'express';
import { assetsRouter } from './assets';
import { type Html, html } from './html';
import { PAGE_HEADERS, renderPage } from './layout';

/** Answers requests for the page and its parts, and leaves other requests to the API below the same path. */
export function controlPage(): Router {
  const router = Router({ caseSensitive: true }).use('/test/assets', assetsRouter());
  return router.get('/test', (request, response) => {
    if (request.path !== '/test/') {
      // The page's links are relative to its folder, which needs the slash.
      response.redirect(308, `test/${request.url.slice('/test'.length)}`);
      return;
    }
    response.set(PAGE_HEADERS).set('Cache-Control', 'no-store').type('html').send(renderControlPage());
  });
}

/** Lists examples of all actions of a rule. The page offers each. */
const EXAMPLES: readonly (readonly [string, object])[] = [
  ['a fault', { fault: { code: 'Server', text: 'on demand' } }],
  ['another result', { result: '[]' }],
  ['a delay', { delay: { ms: 2000 } }],
  ['an unavailable database', { unavailable: true }],
  ['an HTTP status', { status: 500 }],
  ['a reset after some bytes', { cut: 100 }],
  ['a reset before the answer', { reset: 'before' }],
  ['a reset after the headers', { reset: 'after-headers' }],
  ['truncated XML', { malformed: 'truncated' }],
  ['unescaped markup', { malformed: 'unescaped' }],
  ['the other version of SOAP', { malformed: 'wrong-version' }],
  ['a wrong Content-Type', { malformed: 'wrong-content-type' }],
  ['a wrong namespace', { malformed: 'wrong-namespace' }],
  ['a slow answer', { trickle: 100 }],
];

/** Returns the JSON of a rule that applies to the first two matching calls. */
function exampleRule(then: object): string {
  const when = { operation: 'SelectEvent', arguments: { intEventID: { from: 7, to: 9 } } };
  return `{ "when": ${JSON.stringify(when)},\n  "times": 2,\n  "then": ${JSON.stringify(then)} }`;
}

const EVENT_TYPES: readonly (readonly [string, string])[] = [
  ['application/json', 'JSON'],
  ['application/x-ndjson', 'JSON Lines'],
  ['text/csv', 'CSV'],
  ['text/calendar', 'iCalendar'],
];

function renderControlPage(): string {
  return renderPage({
    title: 'Test control - Events',
    assets: 'assets',
    navigation: {
      brand: { href: './', text: 'Test control' },
      links: [{ href: 'openapi.json', text: 'OpenAPI' }],
    },
    styles: ['control.css'],
    scripts: ['control.mjs'],
    body: html`<h1>Test control</h1>
<noscript><p class="notice">This page needs JavaScript. Test control works without JavaScript: <a href="openapi.json">OpenAPI</a>.</p></noscript>
<div id="app" hidden>
<p id="status" role="status"></p>
<p id="problem" class="fault" role="alert" hidden></p>
${spaces()}
${events()}
${rules()}
${journal()}
<dialog id="dialog" aria-labelledby="dialog-title" closedby="any"></dialog>
</div>`,
  });
}

function spaces(): Html {
  return html`<section aria-labelledby="spaces">
<h2 id="spaces">Spaces</h2>
${table('space-rows', 'All spaces', ['Name', 'Address', 'Ends', 'Actions'])}
<form id="new-space" class="fields" aria-label="New space">
<label>Name <input name="name" autocomplete="off" placeholder="chosen for you"></label>
<label>Lifetime in seconds <input name="ttl" type="number" min="1" value="600"></label>
<label>Time zone <input name="zone" autocomplete="off" placeholder="that of the space default"></label>
<button class="primary">Create a space</button>
</form>
</section>`;
}

function events(): Html {
  return html`<section aria-labelledby="events">
<h2 id="events">Events of <span data-space>default</span>: <span id="event-count"></span></h2>
${table('event-rows', 'All events', ['Id', 'Title', 'Start', 'End'], 'The space has no events.')}
<form id="change-events" class="fields" aria-label="Change the events">
<label class="wide">Events <textarea name="text" spellcheck="false">[{ "id": 7, "title": "Board meeting", "start": "today+1dT09:00" }]</textarea></label>
<label>Format <select name="type">${options(EVENT_TYPES)}</select></label>
<button name="act" value="PUT" class="primary">Replace all</button>
<button name="act" value="POST">Add or change</button>
<button name="act" value="DELETE">Remove all</button>
</form>
</section>`;
}

function rules(): Html {
  const examples = EXAMPLES.map(([title, then]) => [exampleRule(then), title] as const);
  return html`<section aria-labelledby="rules">
<h2 id="rules">Rules of <span data-space>default</span></h2>
${table('rule-rows', 'All rules', ['Rule', 'Used', 'Actions'], 'There are no rules: the service answers every call.')}
<form id="new-rule" class="fields" aria-label="New rule">
<label>Example <select id="example">${options(examples)}</select></label>
<label class="wide">Rule <textarea id="rule" name="rule" spellcheck="false">${examples[0]?.[0]}</textarea></label>
<button class="primary">Add the rule</button>
<p class="hint"><code>when</code>, <code>times</code> and <code>after</code> may be left out. <a href="openapi.json">OpenAPI</a> describes every part.</p>
</form>
</section>`;
}

function journal(): Html {
  return html`<section aria-labelledby="journal">
<h2 id="journal">Journal of <span data-space>default</span></h2>
<p class="fields"><span id="live" class="quiet" role="status"></span>
<button type="button" id="refresh">Reload</button>
<button type="button" id="clear-journal">Clear the journal</button></p>
${table('journal-rows', 'Journal, newest first', ['At (UTC)', 'Operation', 'Arguments', 'Binding', 'Outcome', 'Took'], 'This space has had no requests yet.')}
</section>`;
}

/** Renders a table that the script fills. CSS shows the text `empty` while the table has no row. */
function table(id: string, name: string, columns: readonly string[], empty = ''): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}" data-empty="${empty}">
<table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody id="${id}"></tbody></table>
</div>`;
}

function options(pairs: readonly (readonly [string, string])[]): readonly Html[] {
  return pairs.map(([value, text]) => html`<option value="${value}">${text}</option>`);
}
