/**
 * A seat's clock. The server keeps the time; here it is only drawn, from the moment when it began
 * to run and by the server's clock.
 */
import { attr, h, setText, show } from '../../dom.js';
import { clockFace, leftMs } from '../../format/clock.js';
import { nameAt } from '../../format/words.js';
import { t } from '../../i18n/index.js';

/** @import { Table } from '../../state.js' */

/** How often a running clock is drawn: no second is skipped. */
const FRAME_MS = 200;

export function clockView() {
  const element = h('span', { class: 'clock', role: 'timer', hidden: true });
  /** The table and the seat that are drawn while the clock runs. @type {(() => void) | null} */
  let running = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  function tick() {
    if (running && element.isConnected) running();
    else stop();
  }

  function stop() {
    clearInterval(timer);
    timer = undefined;
  }

  /** @param {Table} table @param {number} seat */
  function face({ time, room, ui: { clock_ms } }, seat) {
    if (!time) return;
    const left = clockFace(leftMs(time, seat, Date.now() + clock_ms));
    if (element.textContent === left) return;
    setText(element, left);
    attr(element, 'aria-label', t('clock.left', { name: nameAt(room, seat), time: left }));
  }

  return {
    element,
    /** @param {Table} table @param {number} seat */
    draw(table, seat) {
      const { time, room } = table;
      const person = room.seats[seat];
      const shown = Boolean(time && person && !person.computer && !person.lent);
      show(element, shown && room.status === 'playing');
      attr(element, 'data-testid', `clock-${seat}`);
      const runs = time?.running?.seat === seat;
      attr(element, 'data-running', runs ? 'true' : null);
      attr(element, 'data-warned', runs && time?.running?.warned ? 'true' : null);
      face(table, seat);
      running = runs ? () => face(table, seat) : null;
      if (!runs) stop();
      else timer ??= setInterval(tick, FRAME_MS);
    },
  };
}
