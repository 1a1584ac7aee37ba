/** How long a search has been going on, second by second. */
import { h, setText } from '../../dom.js';
import { clockFace } from '../../format/clock.js';

/** It counts while it is on the page. */
export function elapsedView() {
  const element = h('span.elapsed', { role: 'timer' });
  let since_ms = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  function write() {
    const seconds = Math.floor((Date.now() - since_ms) / 1000);
    setText(element, clockFace(seconds * 1000));
  }

  function count() {
    write();
    if (element.checkVisibility()) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    element,
    /** @param {number} since by this browser's clock, in milliseconds */
    draw(since) {
      since_ms = since;
      write();
      timer ??= setInterval(count, 1000);
    },
  };
}
