/**
 * The controls that all pages share: links, buttons, choices, copying and dialogs. Each returns
 * plain elements, so a page can set whatever attribute it needs with `attr`, `show` and `setText`.
 */
import { attr, h, say, setText, show } from '../dom.js';
import { t } from '../i18n/index.js';
import { icon } from '../icon.js';
import { pathOf } from '../route.js';
import { waitingElsewhere } from '../select.js';

/** @import { Actions } from '../actions.js' */
/** @import { Child, Props } from '../dom.js' */
/** @import { IconName } from '../icon.js' */
/** @import { Route, State } from '../state.js' */

/**
 * How a button is made. What isn't listed goes to the element as it is: `aria-label`, `hidden`,
 * `disabled`, or `type: 'submit'`.
 * - `kind`: how it looks: `primary`, `quiet`, `warn`, `danger`, `small`, `big`, several with spaces
 * - `class`: instead of `button`, for one that doesn't look like a button
 * - `press`: what it does; while a promise that it returns is pending, the button is busy
 * @typedef {Props & {
 *   kind?: string,
 *   class?: string,
 *   icon?: IconName,
 *   testid?: string | null,
 *   press?: (event: MouseEvent) => unknown,
 * }} ButtonProps
 */

/** How long a button says that it has copied. */
const COPIED_MS = 2000;

/** @param {Child | Child[]} content @param {ButtonProps} [props] */
export function button(content, props = {}) {
  const { kind = '', class: look = 'button', icon: picture, press, ...rest } = props;
  const element = h(
    'button',
    { type: 'button', class: `${look} ${kind}`.trim(), ...rest },
    picture && icon(picture),
    ...(Array.isArray(content) ? content : [content]),
  );
  if (press) {
    element.addEventListener('click', (event) => {
      if (isBusy(element)) return;
      const pending = press(event);
      if (pending instanceof Promise) busyWhile(element, pending);
    });
  }
  return element;
}

/**
 * A button that shows an icon only; its name is its label and its tooltip.
 * @param {IconName} picture
 * @param {string} name
 * @param {ButtonProps} [props]
 */
export function iconButton(picture, name, props) {
  return button(null, {
    class: 'icon-button',
    icon: picture,
    'aria-label': name,
    title: name,
    ...props,
  });
}

/**
 * A number at the corner of a button or link, whose label must say it as well; hidden at 0.
 * @param {string} testid
 * @param {string} [kind] for its looks
 */
export function badge(testid, kind = '') {
  const look = `badge ${kind}`.trim();
  const element = h('span', {
    class: look,
    hidden: true,
    'aria-hidden': 'true',
    testid,
  });
  return {
    element,
    /** @param {number} n */
    draw(n) {
      show(element, n > 0);
      setText(element, n > 9 ? '9+' : String(n));
    },
  };
}

/** How many other tables wait for the visitor, on a link or button that leads to them. @param {HTMLElement} element */
export function leadsToOwnTables(element) {
  const turns = badge('turns', 'turns');
  element.append(turns.element);
  return {
    element,
    /** @param {State} state @param {string} name what the label says besides */
    draw(state, name) {
      const n = waitingElsewhere(state).length;
      turns.draw(n);
      const label = t('join.label', { before: name, after: t('own.badge', { n }) });
      attr(element, 'aria-label', n > 0 ? label : name);
    },
  };
}

/**
 * Lets a link go to a page without loading anew, unless the visitor asks for another tab.
 * @param {HTMLAnchorElement} link
 * @param {() => void} go
 */
export function navigateOnClick(link, go) {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go();
  });
}

/**
 * A link to one of the client's own pages.
 * @param {Actions} actions
 * @param {Route} route
 * @param {Props} props
 * @param {...Child} content
 */
export function pageLink(actions, route, props, ...content) {
  const link = h('a', { href: pathOf(route), ...props }, ...content);
  navigateOnClick(link, () => actions.go(route));
  return link;
}

/** @param {HTMLElement} element */
const isBusy = (element) => element.hasAttribute('aria-busy');

/**
 * Marks a button as busy until a promise is settled. It keeps the focus, and its presses do nothing.
 * @param {HTMLElement} element
 * @param {Promise<unknown>} pending
 */
async function busyWhile(element, pending) {
  const mark = (/** @type {'true' | null} */ busy) => {
    attr(element, 'aria-busy', busy);
    attr(element, 'aria-disabled', busy);
  };
  mark('true');
  await pending.finally(() => mark(null));
}

/**
 * A form that is sent at most once at a time: while the promise of one sending is pending, its
 * submit button is busy and another submit does nothing.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} submit
 * @param {() => Promise<unknown>} send
 */
export function onSubmit(form, submit, send) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!isBusy(submit)) busyWhile(submit, send());
  });
}

/**
 * Copies a text, and says so to everybody. Where the page may not use the clipboard, the text is
 * selected in its input, to be copied by hand; without an input the button is hidden.
 * @param {string} label
 * @param {HTMLInputElement | (() => string)} source
 * @param {ButtonProps} [props]
 * @returns {HTMLElement[]} the button, and the live region that follows it
 */
export function copyButton(label, source, props) {
  const status = h('span.unseen', { role: 'status' });
  const copy = button(label, { ...props, press });
  const input = source instanceof HTMLInputElement ? source : null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  async function press() {
    try {
      await navigator.clipboard.writeText(
        source instanceof HTMLInputElement ? source.value : source(),
      );
    } catch {
      input?.focus();
      input?.select();
      return;
    }
    setText(copy, t('app.copied'));
    say(status, t('app.copied'));
    clearTimeout(timer);
    timer = setTimeout(() => setText(copy, label), COPIED_MS);
  }
  show(copy, input !== null || typeof navigator.clipboard?.writeText === 'function');
  return [copy, status];
}

/**
 * Opens the system's sheet for sharing; hidden where there is none.
 * @param {string} label
 * @param {() => ShareData} what
 * @param {ButtonProps} [props]
 */
export function shareButton(label, what, props) {
  const share = button(label, {
    ...props,
    // Closing the system's sheet without sharing is no error.
    press: () => navigator.share(what()).catch(() => {}),
  });
  show(share, typeof navigator.share === 'function');
  return share;
}

/** An input whose text is there to be copied: it is selected when it gets the focus. @param {Props} props */
export function copyInput({ class: look = '', ...props }) {
  const own = { class: `field ${look}`.trim(), readonly: true, onfocus: () => input.select() };
  const input = h('input', { ...own, ...props });
  return input;
}

/**
 * A row of choices of which one is chosen: radio buttons that look like one control.
 * @param {string} name of the radio group; the test id of each choice is `name-value`
 * @param {{ value: string, label: string, picture?: Element }[]} choices
 * @param {string | null} chosen
 * @param {(value: string) => void} pick
 */
export function segments(name, choices, chosen, pick) {
  const inputs = choices.map(({ value }) =>
    h('input', {
      type: 'radio',
      name,
      id: `${name}-${value}`,
      value,
      checked: value === chosen,
      testid: `${name}-${value}`,
      onchange: () => pick(value),
    }),
  );
  const labels = choices.map(({ label, picture }, i) =>
    h('label.segment', inputs[i], picture, h('span', label)),
  );
  return {
    element: h('div.segments.row', ...labels),
    /** Marks another choice. @param {string} value */
    choose(value) {
      for (const input of inputs) input.checked = input.value === value;
    },
  };
}

/**
 * A part of a page under the heading that names it.
 * @param {string} id the heading's
 * @param {string} title
 * @param {Props} props
 * @param {...Child} content
 */
export const titledSection = (id, title, props, ...content) =>
  h('section', { ...props, 'aria-labelledby': id }, h('h2', { id }, title), ...content);

/** What stands in place of an empty list. @param {string} testid @param {string} title @param {string} hint */
export const emptyBox = (testid, title, hint) =>
  h('div.empty.stack', { hidden: true, testid }, h('p.empty-title', title), h('p.hint', hint));

/**
 * A dialog in the middle of the page. Its parts have names: `title`, `body`, `element`.
 * @template {'div' | 'form'} [K='div']
 * @param {object} parts
 * @param {string} parts.name the title's id is `name-title`
 * @param {string} [parts.title]
 * @param {string} [parts.kind] `small`, or a class of its own
 * @param {K} [parts.body] what kind of element holds the content
 * @param {string} [parts.testid]
 * @param {...Child} content
 */
export function dialog({ name, title = '', kind = '', body: tag, testid }, ...content) {
  const heading = h('h2', { id: `${name}-title` }, title);
  const body = h(
    /** @type {K} */ (tag ?? 'div'),
    { class: 'dialog-body column' },
    heading,
    ...content,
  );
  const element = h(
    'dialog',
    { class: `dialog ${kind}`.trim(), 'aria-labelledby': heading.id, testid },
    body,
  );
  return {
    element,
    title: heading,
    body,
    /** @param {HTMLElement} [first] what gets the focus, if it isn't the first control */
    open(first) {
      openDialog(element, true);
      first?.focus();
    },
    close: () => element.close(),
  };
}

/** The last row of a dialog: its buttons. @param {...HTMLElement} buttons */
export function dialogActions(...buttons) {
  return h('div.dialog-actions', ...buttons);
}

/** A quiet button that closes the dialog in which it stands. @param {string} [label] */
export function cancelButton(label = t('app.cancel')) {
  const cancel = button(label, { kind: 'quiet', press: () => cancel.closest('dialog')?.close() });
  return cancel;
}

/**
 * A sheet: a dialog at the side of the page, or from below on a phone. It closes by its button, by
 * Escape and by a click beside it.
 * @param {string} name
 * @param {string} title
 * @param {HTMLElement} content
 * @param {() => void} close
 */
export function sheet(name, title, content, close) {
  const element = h(
    'dialog.sheet',
    {
      'aria-labelledby': `sheet-${name}`,
      testid: `sheet-${name}`,
      onclose: close,
    },
    sheetHead(`sheet-${name}`, title, close),
    h('div.sheet-body', { tabindex: 0 }, content),
  );
  closeBeside(element, close);
  return element;
}

/** @param {string} id @param {string} title @param {() => void} close */
export function sheetHead(id, title, close) {
  return h(
    'div.sheet-head',
    h('h2', { id }, title),
    iconButton('close', t('app.close'), { testid: 'close-sheet', press: close }),
  );
}

/** Lets a click beside a dialog close it. @param {HTMLDialogElement} element @param {() => void} close */
export function closeBeside(element, close) {
  element.addEventListener('click', ({ target }) => {
    if (target === element) close();
  });
}

/**
 * Opens or closes a dialog or a sheet, if it isn't so already.
 * @param {HTMLDialogElement} element
 * @param {boolean} open
 */
export function openDialog(element, open) {
  if (open && !element.open) element.showModal();
  if (!open && element.open) element.close();
}
