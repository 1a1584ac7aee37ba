/** What a page shows, as it is read in the browser. */

/** @typedef {import('./boxes.js').Edges} Edges */
/** @typedef {import('./screen.js').Piece} Piece */

/**
 * Runs in the page, and so uses nothing of this file.
 *
 * @returns {import('./screen.js').Seen}
 */
export function look() {
  const LONGEST = 28;
  /** @type {Record<string, string>} */
  const KINDS = {
    main: '.summary-ways button',
    laid: '.laid',
    held: '.held',
    card: '.seat',
    sign: '.trains-sign',
    prompt: '.prompt',
    // The button of a seat's menu lies beneath the whole of its card.
    button: 'button:not(.seat-menu-button), a[href]',
  };
  /** Of which there are many. @type {Record<string, string>} */
  const NAMES = { laid: 'a tile on the table', held: 'a tile of the hand' };
  /** @type {{ element: Element, piece: Piece }[]} */
  const found = [];

  /** @param {Element} one @returns {Edges} */
  function boxOf(one) {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { left, top, right, bottom };
  }

  /**
   * What an element does to all that is in it. Asking for a style takes most of the time.
   * @param {Element} one
   */
  function areaOf(one) {
    const style = getComputedStyle(one);
    const { overflowX, overflowY, position } = style;
    const isBody = one === document.body;
    return {
      room: boxOf(one),
      clips: !isBody && (overflowX !== 'visible' || overflowY !== 'visible'),
      scrolls: /auto|scroll/.test(`${overflowX} ${overflowY}`),
      shortens: style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none',
      sticks: position === 'sticky',
      // Only those who hear the page are told what is in it.
      unseen: one.clientWidth === 1 && one.clientHeight === 1,
    };
  }

  /** @type {Map<Element, ReturnType<typeof areaOf>>} */
  const areas = new Map();

  /** The areas that an element lies in, itself first. @param {Element | null} element */
  function areasOf(element) {
    const all = [];
    for (let one = element; one; one = one.parentElement) {
      const area = areas.get(one) ?? areaOf(one);
      areas.set(one, area);
      all.push(area);
    }
    return all;
  }

  /** @param {Element} element */
  const isUnseen = (element) =>
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    areasOf(element).some(({ unseen }) => unseen);

  /** What is left of a box by the areas around it. @param {Element} element @param {Edges} box */
  function leftOf(element, box) {
    const shown = { ...box };
    let [cut, shortened] = [false, false];
    for (const { room, clips, scrolls, shortens } of areasOf(element)) {
      if (!clips) continue;
      const hides =
        Math.max(
          room.left - shown.left,
          shown.right - room.right,
          room.top - shown.top,
          shown.bottom - room.bottom,
        ) > 1;
      if (hides && shortens) shortened = true;
      else if (hides && !scrolls) cut = true;
      shown.left = Math.max(shown.left, room.left);
      shown.top = Math.max(shown.top, room.top);
      shown.right = Math.min(shown.right, room.right);
      shown.bottom = Math.min(shown.bottom, room.bottom);
    }
    return { shown, cut, shortened };
  }

  /** The areas that scroll an element, and the one of them in which it stays where it is. @param {Element} element */
  function scrollingOf(element) {
    const around = areasOf(element);
    const scrollers = around.filter(({ scrolls }) => scrolls);
    const sticky = around.findIndex(({ sticks }) => sticks);
    const holder = sticky < 0 ? null : around.find(({ scrolls }, i) => scrolls && i > sticky);
    const numbers = [...areas.values()];
    return {
      scrollers: scrollers.map((area) => numbers.indexOf(area)),
      holder: holder ? numbers.indexOf(holder) : -1,
    };
  }

  /** @param {Element} element */
  const nameOf = (element) =>
    element.getAttribute('data-testid') ??
    (element.getAttribute('class') || element.tagName.toLowerCase());

  /** What lies over the middle of something that is pressed. @param {Element} element @param {Edges} box */
  function coverOf(element, { left, top, right, bottom }) {
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isOwn = !over || element.contains(over) || over.contains(element);
    return isOwn || scrollingOf(over).holder >= 0 ? null : nameOf(over);
  }

  /** @param {Element} element @param {string} kind @param {string} name @param {Edges} box */
  function add(element, kind, name, box) {
    const left = leftOf(element, box);
    const scrolling = scrollingOf(element);
    const { shown } = left;
    const isGone = shown.right - shown.left < 1 || shown.bottom - shown.top < 1;
    // It can be scrolled to.
    if (isGone && scrolling.scrollers.length > 0) return;
    const inside = found.flatMap((other, i) => (other.element.contains(element) ? [i] : []));
    const pressed = element.matches('button, a') && kind !== 'text' && !isGone;
    const under = pressed ? coverOf(element, shown) : null;
    found.push({ element, piece: { name, kind, box, ...left, ...scrolling, inside, under } });
  }

  function addElements() {
    for (const element of document.querySelectorAll(Object.values(KINDS).join())) {
      const kind = Object.keys(KINDS).find((one) => element.matches(KINDS[one])) ?? '';
      if (!isUnseen(element)) add(element, kind, NAMES[kind] ?? nameOf(element), boxOf(element));
    }
  }

  function addTexts() {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const text = texts.currentNode.nodeValue?.trim() ?? '';
      const element = texts.currentNode.parentElement;
      if (text === '' || !element || isUnseen(element)) continue;
      // What is drawn on a tile is a part of it.
      if (element.closest('svg')) continue;
      const kind = element.closest('.laid') ? 'points' : 'text';
      const short = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
      const name = /^\d+$/.test(text) ? 'a number' : `“${short}”`;
      range.selectNodeContents(texts.currentNode);
      for (const { left, top, right, bottom, height } of range.getClientRects()) {
        // A line is higher than its letters.
        const air = height / 4;
        if (right > left)
          add(element, kind, name, { left, top: top + air, right, bottom: bottom - air });
      }
    }
  }

  addElements();
  addTexts();
  const [felt, board, summary] = ['.felt', '.board', '.summary'].map((selector) => {
    const element = document.querySelector(selector);
    return element?.checkVisibility() ? boxOf(element) : null;
  });
  if (!felt || !board) throw new Error('There is no table.');
  // The felt lies within its wooden rail.
  const wood = document.querySelector('.felt')?.clientLeft ?? 0;
  for (const [edge, by] of /** @type {const} */ ([
    ['left', wood],
    ['top', wood],
    ['right', -wood],
    ['bottom', -wood],
  ]))
    felt[edge] += by;
  const tiles = [...document.querySelectorAll('.laid')].map((one) => one.getBoundingClientRect());
  const { scrollWidth, scrollHeight } = document.documentElement;
  return {
    pieces: found.map(({ piece }) => piece),
    page: { width: scrollWidth, height: scrollHeight },
    felt,
    board,
    summary,
    totals: [...document.querySelectorAll('.total')]
      .filter((one) => one.checkVisibility())
      .map(boxOf),
    tile: Math.min(...tiles.map(({ width, height }) => Math.min(width, height))),
  };
}
