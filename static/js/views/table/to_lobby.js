/** The way back to the lobby. */
import { h } from '../../dom.js';

/** @import { Actions } from '../../actions.js' */

/** @param {Actions} actions @param {string} text @param {string} [look] its class */
export function lobbyButton(actions, text, look = 'button') {
  return h(
    'button',
    {
      type: 'button',
      class: look,
      'data-testid': 'to-lobby',
      onclick: () => actions.go({ page: 'lobby' }),
    },
    text,
  );
}
