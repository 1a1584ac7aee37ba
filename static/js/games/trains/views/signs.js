/** The signs beside the trains: the marker, the sign of the Mexican train, and the stop of a train that has ended. */
import { h, s } from '../../../dom.js';

/** The marker: a small locomotive. */
export const markerView = () =>
  s(
    'svg.trains-marker',
    { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    s('path', { d: 'M3 8h3V4h4v4h5V3h7v14h-1.2a3.3 3.3 0 0 0-6.4 0h-2a3.3 3.3 0 0 0-6.4 0H3z' }),
    s('circle', { cx: 9.2, cy: 18.4, r: 2.4 }),
    s('circle', { cx: 17.6, cy: 18.4, r: 2.4 }),
  );

/** What stands beside the Mexican train. */
export const mexicanSign = () => h('b.trains-plate', h('span', 'M'));

/** What closes a train that has ended: the two beams of a buffer stop. */
export const stopSign = () => h('span.trains-stop');
