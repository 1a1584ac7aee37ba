/** What flies over the table: points to their side's score, things to a seat, a knock. */
import { h, prefersLessMotion } from '../dom.js';

/** @import {Effect} from '../games/contract.js' */

/** How long points fly, in milliseconds; the score begins to count when they arrive. */
export const FLY_MS = 520;
const DRAW_MS = 380;

/**
 * @param {HTMLElement} layer over everything
 * @param {(selector: string) => Element | null} find an element of the table
 */
export function createEffects(layer, find) {
  /** @param {Extract<Effect, { type: 'points' }>} effect */
  function score({ side, points, from }) {
    // At the end of a round the sheet tells the scores in place of the cards, at the end of a match the headline.
    const to = find(
      `:is(.score, .total)[data-side="${side}"] :is(.score-points, .total-points), .moment-points[data-side="${side}"]`,
    );
    fly(h('span.flying-points', `+${points}`), find(from), to, FLY_MS);
  }

  /** @param {Extract<Effect, { type: 'tile' }>} effect */
  function draw({ seat, from }) {
    const hand = find(`.seat[data-seat="${seat}"] .seat-hand:not([hidden])`);
    fly(h('span.flying-back'), find(from), hand ?? find('.hand'), DRAW_MS);
  }

  /** @param {Extract<Effect, { type: 'knock' }>} effect */
  function knock({ seat }) {
    find(`.seat[data-seat="${seat}"]`)?.animate(KNOCK, { duration: 420, easing: 'ease-out' });
  }

  /** @param {HTMLElement} thing @param {Element | null} from @param {Element | null} to @param {number} ms */
  function fly(thing, from, to, ms) {
    const [start, end] = [middleOf(from), middleOf(to)];
    if (!start || !end) return;
    layer.append(thing);
    const timing = { duration: ms, easing: 'cubic-bezier(.45, 0, .3, 1)' };
    const animation = thing.animate(path(start, end), timing);
    animation.onfinish = () => thing.remove();
    animation.oncancel = () => thing.remove();
  }

  return {
    /** @param {readonly Effect[]} effects */
    play(effects) {
      if (prefersLessMotion() || document.hidden) return;
      for (const effect of effects) {
        if (effect.type === 'points') score(effect);
        else if (effect.type === 'tile') draw(effect);
        else knock(effect);
      }
    },
  };
}

/** The movement of a seat that knocks twice on the table. */
const KNOCK = [0, 7, 0, 5, 0].map((y) => ({ transform: `translateY(${y}px)` }));

/** The middle of an element that is to be seen. @param {Element | null} element */
function middleOf(element) {
  const box = element?.getBoundingClientRect();
  if (!box || box.width === 0) return null;
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/**
 * From one place to another: it swells, stands for a moment, and goes.
 * @param {{ x: number, y: number }} start
 * @param {{ x: number, y: number }} end
 */
function path(start, end) {
  /** @param {{ x: number, y: number }} at @param {number} scale */
  const at = ({ x, y }, scale) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
  return [
    { transform: at(start, 0.6), opacity: 0 },
    { transform: at(start, 1.25), opacity: 1, offset: 0.25 },
    { transform: at(end, 0.9), opacity: 1, offset: 0.92 },
    { transform: at(end, 0.7), opacity: 0 },
  ];
}
