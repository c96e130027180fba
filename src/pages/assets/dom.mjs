// @ts-check
/** Creates elements of the pages. Text from the service is inserted as text, never as markup. */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<HTMLElementTagNameMap[Name]>} properties
 * @param {...(string | Node)} content
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, properties, ...content) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...content);
  return made;
}

/**
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function find(selector) {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`The page has no ${selector}.`);
  return found;
}

/**
 * Fills the page's dialog and opens it. The button that closes it needs no script.
 * @param {string} title
 * @param {readonly HTMLElement[]} content
 * @param {...Node} actions elements beside the button
 */
export function showDialog(title, content, ...actions) {
  const dialog = /** @type {HTMLDialogElement} */ (find('#dialog'));
  const close = element('button', { className: 'primary', autofocus: true }, 'Close');
  dialog.replaceChildren(
    element('h2', { id: 'dialog-title', dir: 'auto' }, title),
    ...content,
    element('form', { method: 'dialog', className: 'actions' }, ...actions, close),
  );
  dialog.showModal();
  // The focus on the button has scrolled a long dialog to its end.
  dialog.scrollTop = 0;
}

/**
 * Creates a labelled block of code like help-frame.ts.
 * @param {string} label
 * @param {string} code
 * @param {string} [text] the text to copy if `code` is only a part of it
 */
export function codeBlock(label, code, text) {
  const pre = element('pre', { tabIndex: 0, role: 'region', ariaLabel: label }, code);
  const block = element('figure', { className: 'code' }, element('figcaption', {}, label), pre);
  addCopyButton(block, text);
  return block;
}

/**
 * @param {Element} block a block of code
 * @param {string} [text] the text to copy instead of the shown code
 */
export function addCopyButton(block, text) {
  const caption = block.querySelector('figcaption');
  const title = caption?.textContent;
  const button = element('button', { type: 'button', className: 'copy' });
  // The label contains the text on the button, because people who control the page by voice say this text.
  const show = (/** @type {string} */ textContent) =>
    Object.assign(button, { textContent, ariaLabel: `${textContent}: ${title}` });
  show('Copy');
  button.addEventListener('click', async () => {
    const isCopied = await copy(text ?? block.querySelector('pre')?.textContent ?? '');
    show(isCopied ? 'Copied' : 'Not copied');
    setTimeout(() => show('Copy'), 1500);
  });
  caption?.append(button);
}

/**
 * Copies a text. Without the clipboard API, which exists only on https and localhost, it uses a text area.
 * @param {string} text
 * @returns {Promise<boolean>} true if the text is on the clipboard
 */
async function copy(text) {
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = element('textarea', { value: text });
  // While a dialog is open, only its content can have the focus.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}
