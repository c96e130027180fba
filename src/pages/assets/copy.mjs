// @ts-check
/** Copy buttons on blocks of code. */

/**
 * @param {ParentNode} root
 */
export function addCopyButtons(root) {
  for (const block of root.querySelectorAll('.code')) {
    const pre = block.querySelector('pre');
    if (pre === null) continue;
    const label = pre.getAttribute('aria-label') ?? 'code';
    block.querySelector('figcaption')?.append(copyButton(label, () => pre.textContent ?? ''));
  }
}

/**
 * Creates a labelled block of code, as help-frame.ts renders it.
 * @param {string} label
 * @param {string | Node} code
 * @param {() => string} text what the button copies
 */
export function codeBlock(label, code, text) {
  const block = document.createElement('figure');
  block.className = 'code';
  const caption = document.createElement('figcaption');
  caption.append(label, copyButton(label, text));
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.setAttribute('role', 'region');
  pre.setAttribute('aria-label', label);
  pre.append(code);
  block.append(caption, pre);
  return block;
}

/**
 * @param {string} what for the button's accessible name
 * @param {() => string} text
 */
function copyButton(what, text) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy: ${what}`);
  button.addEventListener('click', async () => {
    button.textContent = (await copy(text())) ? 'Copied' : 'Not copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  return button;
}

/**
 * Copies by a text area where there is no clipboard API: it exists on https and localhost only.
 * @param {string} text
 * @returns {Promise<boolean>} whether the text is on the clipboard
 */
async function copy(text) {
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = document.createElement('textarea');
  area.value = text;
  // While a dialog is open only its content can be focused.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}
