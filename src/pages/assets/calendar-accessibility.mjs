// @ts-check
/**
 * Corrections of FullCalendar's ARIA, found with axe-core. Each runs once, when FullCalendar has made an element;
 * it does not touch an attribute again whose value stays the same.
 */

/** @typedef {{ el: HTMLElement, view: { type: string } }} Mounted */

export const accessibilityHooks = {
  /** A header whose only text is hidden counts as empty; the short name is part of the label. */
  dayHeaderDidMount: (/** @type {Mounted} */ { el }) => unhideText(el),

  /** A cell's label would stand for all that is in it: its number and its events are its name. */
  dayCellDidMount(/** @type {Mounted} */ { el }) {
    el.removeAttribute('aria-label');
    unhideText(el);
  },

  /** Events that can be clicked are buttons, which the role `list` does not allow in it. */
  eventDidMount(/** @type {Mounted} */ { el, view }) {
    if (view.type.startsWith('list')) el.parentElement?.setAttribute('role', 'group');
  },
};

/** @param {HTMLElement} element */
function unhideText(element) {
  for (const hidden of element.querySelectorAll('[aria-hidden="true"]')) {
    if (hidden.textContent !== '') hidden.removeAttribute('aria-hidden');
  }
}
