// @ts-check
/** The tabs pattern of the ARIA Authoring Practices, with automatic activation. */

let tabLists = 0;

/**
 * @param {string} label the list's accessible name
 * @param {{ title: string, panel: HTMLElement }[]} entries the panels, already in the document or not
 * @param {(index: number) => void} [onChoose] called when the user chooses
 * @returns {{ list: HTMLElement, select: (index: number) => void }} the list of tabs, to insert above the panels
 */
export function createTabs(label, entries, onChoose) {
  tabLists += 1;
  const list = document.createElement('div');
  list.className = 'tabs';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', label);
  const tabs = entries.map(({ title, panel }, index) => {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.textContent = title;
    tab.id = `tab-${tabLists}-${index}`;
    tab.setAttribute('role', 'tab');
    panel.id ||= `panel-${tabLists}-${index}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    tab.setAttribute('aria-controls', panel.id);
    tab.addEventListener('click', () => choose(index));
    list.append(tab);
    return tab;
  });

  /** @param {number} index */
  function select(index) {
    for (const [i, { panel }] of entries.entries()) {
      panel.hidden = i !== index;
      tabs[i].setAttribute('aria-selected', String(i === index));
      tabs[i].tabIndex = i === index ? 0 : -1;
    }
  }

  /** @param {number} index */
  function choose(index) {
    select(index);
    onChoose?.(index);
  }

  list.addEventListener('keydown', (event) => {
    const at = tabs.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    choose(index);
    tabs[index].focus();
  });

  select(0);
  return { list, select };
}
