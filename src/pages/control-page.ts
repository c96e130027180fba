/** The operator's page of test control: the markup that its script fills. Served on the admin port only. */
import type { RequestListener } from 'node:http';
import express from 'express';
import { BINDINGS } from '../contract/bindings';
import { OPERATIONS } from '../contract/operations';
import { assetsRouter } from './assets';
import { type Html, html } from './html';
import { PAGE_HEADERS, renderPage } from './layout';

/** True for a request for the page or its parts, false for the interface below the same path. */
export function isForControlPage(url: string): boolean {
  return /^\/test(\/?(\?|$)|\/assets\/)/.test(url);
}

/** Answers requests for the page and its parts. */
export function createControlPage(): RequestListener {
  const app = express().disable('x-powered-by').disable('etag');
  app.use('/test/assets', assetsRouter());
  app.get('/test', (request, response) => {
    if (request.path !== '/test/') {
      // Its links are relative, and the address without a slash lies one folder higher.
      response.redirect(308, `test/${request.url.slice('/test'.length)}`);
      return;
    }
    response.set(PAGE_HEADERS).set('Cache-Control', 'no-store').type('html').send(renderControlPage());
  });
  return app;
}

const ACTIONS: readonly (readonly [string, string])[] = [
  ['fault', 'a fault'],
  ['result', 'another result'],
  ['delay', 'only the delay'],
  ['unavailable', 'as when the database is away'],
  ['status', 'an HTTP status'],
  ['cut', 'cut off after some bytes'],
  ['reset-before', 'reset before an answer'],
  ['reset-after-headers', 'reset after the headers'],
  ['truncated', 'truncated XML'],
  ['unescaped', 'unescaped markup'],
  ['wrong-version', 'the other version of SOAP'],
  ['wrong-content-type', 'a wrong Content-Type'],
  ['wrong-namespace', 'a wrong namespace'],
  ['trickle', 'some bytes a second'],
];

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
    module: 'control.mjs',
    body: html`<h1>Test control</h1>
<noscript><p class="notice">This page needs JavaScript. The interface works without: <a href="openapi.json">OpenAPI</a>.</p></noscript>
<div id="app" hidden>
<p id="status" role="status"></p>
<p id="problem" class="problem" role="alert" hidden></p>
${spaces()}
${events()}
${rules()}
${journal()}
<dialog id="entry" aria-labelledby="entry-title"></dialog>
</div>`,
  });
}

function spaces(): Html {
  return html`<section aria-labelledby="spaces">
<h2 id="spaces">Spaces</h2>
${table('space-rows', 'All spaces', ['Name', 'Address', 'Ends', 'Actions'])}
<form id="new-space" class="fields" aria-label="New space">
<label>Name <input name="name" autocomplete="off" placeholder="made up"></label>
<label>Ends after, seconds <input name="ttl" type="number" min="1" value="600"></label>
<label>Time zone <input name="zone" autocomplete="off" placeholder="as in default"></label>
<button class="primary">Make a space</button>
</form>
</section>`;
}

function events(): Html {
  return html`<section aria-labelledby="events">
<h2 id="events">Events of <span data-space>default</span>: <span id="event-count"></span></h2>
${table('event-rows', 'All events', ['Id', 'Title', 'Start', 'End'], 'tall')}
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
  const operations = OPERATIONS.map(({ name }) => [name, name] as const);
  const bindings = BINDINGS.map(({ name, title }) => [name, title] as const);
  return html`<section aria-labelledby="rules">
<h2 id="rules">Rules of <span data-space>default</span></h2>
${table('rule-rows', 'All rules', ['When', 'Then', 'Used', 'Actions'])}
<form id="new-rule" class="fields" aria-label="New rule">
<label>Operation <select name="operation">${options([['', 'any'], ...operations])}</select></label>
<label>Binding <select name="binding">${options([['', 'any'], ...bindings])}</select></label>
<label>Arguments <input name="arguments" autocomplete="off" placeholder="intEventID=7..9"></label>
<label>After so many <input name="after" type="number" min="0"></label>
<label>For so many <input name="times" type="number" min="1"></label>
<label>Delay, ms <input name="delay" type="number" min="0"></label>
<label>Then <select name="action" id="action">${options(ACTIONS)}</select></label>
<label id="code-field">Code <select name="code"><option>Server</option><option>Client</option></select></label>
<label id="value-field"><span id="value-label">Text of the fault</span> <input name="value" autocomplete="off"></label>
<button class="primary">Add the rule</button>
</form>
</section>`;
}

function journal(): Html {
  return html`<section aria-labelledby="journal">
<h2 id="journal">Journal of <span data-space>default</span></h2>
<p class="fields"><span id="live" class="quiet" role="status"></span>
<button type="button" id="refresh">Read all again</button>
<button type="button" id="clear-journal">Empty the journal</button></p>
${table('journal-rows', 'Journal, newest first', ['At', 'Operation', 'Arguments', 'Binding', 'Outcome', 'Took'], 'tall')}
<p id="journal-empty" class="quiet">Nothing was asked of this space yet.</p>
</section>`;
}

function table(id: string, name: string, columns: readonly string[], height = ''): Html {
  return html`<div class="scroll ${height}" tabindex="0" role="region" aria-label="${name}">
<table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody id="${id}"></tbody></table>
</div>`;
}

function options(pairs: readonly (readonly [string, string])[]): readonly Html[] {
  return pairs.map(([value, text]) => html`<option value="${value}">${text}</option>`);
}
