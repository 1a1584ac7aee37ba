/** The squares under a finger that drags a tile, magnified above it. */
import { changes, fill, h, show } from '../../../dom.js';
import { excerptOf, LENS } from './excerpt.js';

/** @import { Offered } from './places.js' */

/** How far over the finger the lens hangs, by its middle, in pixels; and its size. */
const ABOVE = 150;
const SIZE = 132;

export function lensView() {
  const element = h('div.race-lens', { 'aria-hidden': 'true', hidden: true });
  const isNew = changes();
  /** Where the finger is; a mouse hides nothing. @type {PointerEvent | null} */
  let finger = null;
  /** Ends the listening. @type {AbortController | null} */
  let listening = null;

  function follow(/** @type {PointerEvent} */ event) {
    finger = event.pointerType === 'mouse' ? null : event;
    place();
  }

  function place() {
    show(element, finger !== null);
    if (!finger) return;
    const { clientX, clientY } = finger;
    const x = Math.max(4, Math.min(innerWidth - SIZE - 4, clientX - SIZE / 2));
    // At the upper edge it hangs beside the finger.
    const isHigh = clientY < ABOVE + SIZE / 2;
    const aside = clientX > innerWidth / 2 ? -1 : 1;
    const left = isHigh ? x + aside * (SIZE - 10) : x;
    const top = Math.max(4, clientY - ABOVE - SIZE / 2);
    element.style.transform = `translate(${left}px, ${top}px)`;
  }

  return {
    element,
    /** @param {{ place: Offered, board: readonly string[] } | null} aimed */
    draw(aimed) {
      if (!aimed) {
        listening?.abort();
        listening = null;
        show(element, false);
        return;
      }
      if (!listening) {
        listening = new AbortController();
        addEventListener('pointermove', follow, { signal: listening.signal });
      }
      const { placement } = aimed.place;
      if (isNew(aimed.board.length, placement))
        fill(element, excerptOf(aimed.board, placement, LENS));
    },
  };
}
