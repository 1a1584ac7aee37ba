/**
 * The banners of every page: the search for a match where it isn't shown in full, the match that was found
 * while another is played, and the invitation of a friend.
 */
import { h, setText, show } from '../../dom.js';
import { nameOf } from '../../format/names.js';
import { notationInWords, presetInWords } from '../../format/notation.js';
import { joinNames, loadTexts, t } from '../../i18n/index.js';
import { isPlaying } from '../../matching.js';
import { button, dialog, dialogActions, iconButton, openDialog } from '../widgets.js';
import { elapsedView } from './elapsed.js';
import './looks.js';

await loadTexts('people');

/** @import { Actions } from '../../actions.js' */
/** @import { State } from '../../state.js' */

/** How long a visitor who plays may think about the match that was found. The server waits 20 seconds. */
const COME_SECONDS = 15;

/** @param {Actions} actions */
export function bannersView(actions) {
  const parts = [searchBar(actions), invitedBar(actions), foundDialog(actions)];
  return {
    element: h('div', { class: 'calls' }, ...parts.map(({ element }) => element)),
    /** @param {State} state */
    draw(state) {
      for (const part of parts) part.draw(state);
    },
  };
}

/** @param {Actions} actions */
function searchBar(actions) {
  const elapsed = elapsedView();
  const words = h('span', { class: 'call-words' });
  const back = button(words, {
    class: 'call-back',
    testid: 'search-bar',
    press: () => actions.go({ page: 'lobby' }),
  });
  back.prepend(h('span', { class: 'pulse' }));
  const cancel = iconButton('close', t('quick.cancel'), {
    testid: 'search-bar-cancel',
    press: actions.unseek,
  });
  const props = { class: 'call', role: 'region', 'aria-label': t('quick.looking'), hidden: true };
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
  const words = h('span', { class: 'call-words' });
  const join = button(t('lobby.join'), {
    kind: 'primary small',
    testid: 'invited-join',
    press: actions.accept,
  });
  const close = iconButton('close', t('app.close'), {
    testid: 'invited-close',
    press: actions.decline,
  });
  const props = { class: 'call', role: 'alert', 'data-testid': 'invited', hidden: true };
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

/** A match was found while another is played: to come, or to stay. @param {Actions} actions */
function foundDialog(actions) {
  const words = h('p', {});
  const left = h('p', { class: 'hint', role: 'timer' });
  const come = button(t('quick.come'), {
    kind: 'primary',
    testid: 'found-come',
    press: actions.come,
  });
  const stay = button(t('quick.stay'), {
    kind: 'quiet',
    testid: 'found-stay',
    press: actions.stay,
  });
  const { element } = dialog(
    { name: 'found', title: t('quick.found'), kind: 'small', testid: 'found-dialog' },
    words,
    left,
    dialogActions(stay, come),
  );
  element.addEventListener('close', actions.stay);
  /** @type {State['matching']['found']} */
  let shown = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  let until_ms = 0;

  function count() {
    const seconds = Math.ceil((until_ms - Date.now()) / 1000);
    if (seconds <= 0) return actions.stay();
    return setText(left, t('quick.come_within', { n: seconds }));
  }

  /** @param {NonNullable<typeof shown>} found */
  function begin({ preset, rated, open }) {
    const game = presetInWords(preset);
    const kind = rated ? 'rated' : open ? 'open' : 'game';
    setText(words, t(`quick.found_${kind}`, { game }));
    until_ms = Date.now() + COME_SECONDS * 1000;
    clearInterval(timer);
    timer = setInterval(count, 1000);
    count();
    openDialog(element, true);
    come.focus();
  }

  return {
    element,
    /** @param {State} state */
    draw(state) {
      const { found } = state.matching;
      if (found === shown) return;
      // A visitor who plays no match is brought there at once.
      if (found && !isPlaying(state)) return;
      shown = found;
      if (found) return begin(found);
      clearInterval(timer);
      return openDialog(element, false);
    },
  };
}
