/**
 * A control that is gone, hidden or disabled takes the focus with it, and the next key begins at the top of the page.
 * Then the control that follows it gets the focus, or what hears `focuslost` and says otherwise.
 */

/** What can be pressed or written into. */
const CONTROLS = 'a[href], button, input, select, textarea, summary';

/** Whether an element is on the page, is shown, and is not disabled. @param {Element} element */
const isThere = (element) =>
  element.isConnected &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.matches(':disabled');

/** The control that follows an element, or else the first one of a part of the page. @param {Element} part @param {Element} element */
function nextIn(part, element) {
  const controls = [...part.querySelectorAll(CONTROLS)].filter(isThere);
  const isAfter = (/** @type {Element} */ one) =>
    element.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
  const next = element.isConnected ? controls.find(isAfter) : undefined;
  return /** @type {HTMLElement | undefined} */ (next ?? controls[0]);
}

/** An element and all that it stands in, from the inside. @param {Element} element */
function pathOf(element) {
  const path = [element];
  for (let at = element.parentElement; at; at = at.parentElement) path.push(at);
  return path;
}

/**
 * Keeps the focus on the page from now on.
 * @param {EventTarget[]} first what got it first, and what that stood in: it may be gone by now
 */
export function keepFocus(first) {
  /** What had the focus last, and what it stands or stood in. @type {Element[]} */
  let path = [];
  let isAsked = false;

  /** @param {EventTarget | null} target */
  function know(target) {
    path = target instanceof Element ? pathOf(target) : [];
  }

  function look() {
    isAsked = false;
    const { activeElement, body } = document;
    const [focused, ...parts] = path;
    if (!focused || (activeElement !== body && activeElement !== focused)) return;
    if (isThere(focused)) {
      // It was gone for a moment, as while the page connects again.
      if (activeElement === body)
        /** @type {HTMLElement} */ (focused).focus({ preventScroll: true });
      return;
    }
    const shown = parts.filter(isThere);
    const lost = new Event('focuslost', { bubbles: true, cancelable: true });
    if (!shown[0]?.dispatchEvent(lost)) return;
    // What comes with another message is looked at then.
    for (const part of shown) {
      const next = nextIn(part, focused);
      if (next) return next.focus();
    }
  }

  /** A page is laid out before it is known what of it is hidden. */
  function lookSoon() {
    if (isAsked || path.length === 0) return;
    isAsked = true;
    requestAnimationFrame(look);
  }

  document.addEventListener('focusin', ({ target }) => know(target));
  // A visitor who presses beside all controls wants none of them.
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    queueMicrotask(() => {
      const left = relatedTarget === null && document.activeElement === document.body;
      if (left && target === path[0] && isThere(path[0])) path = [];
    });
  });
  const attributeFilter = ['hidden', 'disabled', 'open'];
  const all = { subtree: true, childList: true, attributes: true, attributeFilter };
  new MutationObserver(lookSoon).observe(document.body, all);
  const { activeElement, body } = document;
  if (activeElement !== body) know(activeElement);
  else path = first.filter((one) => one instanceof Element);
  lookSoon();
}
