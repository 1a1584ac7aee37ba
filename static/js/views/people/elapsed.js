/** How long a search has been going on, second by second. */
import { h, setText } from '../../dom.js';

/** @param {number} ms such as "1:05" */
export function inMinutes(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** It counts while it is on the page. */
export function elapsedView() {
  const element = h('span', { class: 'elapsed', role: 'timer' });
  let since_ms = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  function count() {
    setText(element, inMinutes(Date.now() - since_ms));
    if (element.checkVisibility()) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    element,
    /** @param {number} since by this browser's clock, in milliseconds */
    draw(since) {
      since_ms = since;
      setText(element, inMinutes(Date.now() - since_ms));
      timer ??= setInterval(count, 1000);
    },
  };
}
