/**
 * The banners of every page: the search for a match where it isn't shown in full, the invitation of a friend, and what
 * calls the visitor to a table.
 */
import { h, setText, show } from '../../dom.js';
import { nameOf } from '../../format/names.js';
import { notationInWords, presetInWords } from '../../format/notation.js';
import { joinNames, t } from '../../i18n/index.js';
import { button, iconButton } from '../widgets.js';
import { calledView } from './called.js';
import { elapsedView } from './elapsed.js';
import './looks.js';

/** @import { Actions } from '../../actions.js' */
/** @import { State } from '../../state.js' */

/** @param {Actions} actions */
export function bannersView(actions) {
  const parts = [searchBar(actions), invitedBar(actions), calledView(actions)];
  return {
    element: h('div.calls', ...parts.map(({ element }) => element)),
    /** @param {State} state */
    draw(state) {
      for (const part of parts) part.draw(state);
    },
  };
}

/** @param {Actions} actions */
function searchBar(actions) {
  const elapsed = elapsedView();
  const words = h('span.call-words.one-line');
  const back = button(words, {
    class: 'call-back',
    testid: 'search-bar',
    press: () => actions.go({ page: 'lobby' }),
  });
  back.prepend(h('span.pulse'));
  const cancel = iconButton('close', t('quick.cancel'), {
    testid: 'search-bar-cancel',
    press: actions.unseek,
  });
  const props = {
    class: 'call in-line',
    role: 'region',
    'aria-label': t('quick.looking'),
    hidden: true,
  };
  const element = h('div', props, back, elapsed.element, cancel);
  return {
    element,
    /** @param {State} state */
    draw({ matching: { search }, route, clock_ms }) {
      show(element, search !== null && route.page !== 'lobby');
      if (!search) return;
      const games = joinNames(search.presets.map(presetInWords));
      setText(words, t('quick.looking_for', { games }));
      elapsed.draw(search.since_ms - clock_ms);
    },
  };
}

/** @param {Actions} actions */
function invitedBar(actions) {
  const words = h('span.call-words.one-line');
  const join = button(t('lobby.join'), {
    kind: 'primary small',
    testid: 'invited-join',
    press: actions.accept,
  });
  const close = iconButton('close', t('app.close'), {
    testid: 'invited-close',
    press: actions.decline,
  });
  const props = { class: 'call in-line', role: 'alert', testid: 'invited', hidden: true };
  const element = h('div', props, words, join, close);
  return {
    element,
    /** @param {State} state */
    draw({ invited }) {
      show(element, invited !== null);
      if (!invited) return;
      const { name, notation } = invited;
      const game = notationInWords(notation);
      setText(words, t('friends.invites_you', { name: nameOf({ name }), game }));
    },
  };
}
