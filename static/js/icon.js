/** Line icons, 24 units square, drawn for this client. They are decoration: names stand beside them. */
import { s } from './dom.js';

const PATHS = {
  back: 'M15 5l-7 7 7 7',
  book: 'M5 4.5h9a3 3 0 0 1 3 3V20H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h9',
  chat: 'M5 5h14a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 17h-7.5L7 20.5V17H5a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 5 5M8 9.5h8M8 12.5h5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h10v10H9zM15 5H5v10',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6',
  first: 'M6 5v14M18 5l-8 7 8 7z',
  forward: 'M9 5l7 7-7 7',
  gear: 'M12 8.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4M10.5 3.5h3l.5 2.4 1.8.8 2.1-1.3 2.1 2.1-1.3 2.1.8 1.8 2.4.5v3l-2.4.5-.8 1.8 1.3 2.1-2.1 2.1-2.1-1.3-1.8.8-.5 2.4h-3l-.5-2.4-1.8-.8-2.1 1.3L4 19.3l1.3-2.1-.8-1.8L2 14.9v-3l2.5-.5.8-1.8L4 7.5l2.1-2.1 2.1 1.3 1.8-.8z',
  invite:
    'M10 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3.5 19.5c.5-3.5 3-5.5 6.5-5.5s6 2 6.5 5.5M19 7v6M16 10h6',
  last: 'M18 5v14M6 5l8 7-8 7z',
  leave: 'M14 4.5H6v15h8M10.5 12H21M17.5 8.5L21 12l-3.5 3.5',
  menu: 'M11.5 5h1v1h-1zM11.5 11.5h1v1h-1zM11.5 18h1v1h-1z',
  more: 'M6 9l6 6 6-6',
  mute: 'M4 9.5v5h3.5L12 18V6L7.5 9.5zM16 10l4.5 4.5M20.5 10L16 14.5',
  pause: 'M8 5v14M16 5v14',
  pencil: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
  play: 'M7 4.5l12 7.5-12 7.5z',
  record: 'M4 6h16v12H4zM12 6v12M8 12h.01M16 9.5v.01M16 14.5v.01',
  send: 'M4 12L20 4.5 15.5 20l-3.5-6.5zM12 13.5L20 4.5',
  share: 'M12 15V4M8.5 7L12 3.5 15.5 7M6 11H5v9h14v-9h-1',
  shield: 'M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM8.8 12l2.3 2.3 4.1-4.3',
  smile: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M8.5 14q3.5 4 7 0M9.2 9.5v.01M14.8 9.5v.01',
  star: 'M12 4l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6L4 9.8l5.6-.6z',
  theme: 'M12 3.5a8.5 8.5 0 1 0 0 17zM12 3.5a8.5 8.5 0 0 1 0 17',
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name @returns {SVGSVGElement} */
export function icon(name) {
  return s(
    'svg',
    { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    s('path', { d: PATHS[name] }),
  );
}
