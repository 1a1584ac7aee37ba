/**
 * The line at the top that says when the connection is gone, and what happened meanwhile once it
 * is back. It takes its own room and covers nothing. The live region says the same aloud.
 */
import { attr, fill, h, show } from '../dom.js';
import { meanwhileText, missedAnything } from '../format/meanwhile.js';
import { missingLanguage, t } from '../i18n/index.js';
import { icon } from '../icon.js';

/** @import {Actions} from '../actions.js' */
/** @import {State} from '../state.js' */

/** @typedef {{ kind: 'back', text: string, serial: number, ms: number }} Back */
/**
 * @typedef {{ kind: 'offline' } | { kind: 'lost' } | { kind: 'outdated' } | { kind: 'replaced' }
 *   | { kind: 'language', name: string } | Back} Word
 */

/** How long what happened meanwhile is shown, or that nothing did. */
const READ_MS = 12_000;
const GLANCE_MS = 4_000;

/**
 * What the line says, or null.
 * @param {State} state
 * @returns {Word | null}
 */
export function bannerWord({ connection, offline, replaced, table }) {
  if (connection === 'outdated') return { kind: 'outdated' };
  if (connection === 'lost') return { kind: offline ? 'offline' : 'lost' };
  if (table?.ui.meanwhile && !table.ui.cut) {
    const ms = missedAnything(table.ui.meanwhile) ? READ_MS : GLANCE_MS;
    return { kind: 'back', text: meanwhileText(table), serial: table.ui.meanwhile.serial, ms };
  }
  if (replaced) return { kind: 'replaced' };
  const name = missingLanguage();
  return name === null ? null : { kind: 'language', name };
}

/** @param {Actions} actions */
export function connectionBanner(actions) {
  const element = h('div', { class: 'banner', 'data-testid': 'connection', hidden: true });
  let shown = '';
  return {
    element,
    /** @param {State} state */
    draw(state) {
      const word = bannerWord(state);
      // The text stays as it is while the table moves on.
      const key = word === null ? '' : word.kind === 'back' ? `back ${word.serial}` : word.kind;
      if (key === shown) return;
      shown = key;
      show(element, word !== null);
      if (!word) return;
      attr(element, 'data-kind', word.kind);
      fill(element, ...contents(word, actions));
      if (word.kind === 'back') putAwayLater(word, actions);
    },
  };
}

/**
 * @param {Word} word
 * @param {Actions} actions
 */
function contents(word, actions) {
  if (word.kind === 'lost') return [t('connection.lost')];
  if (word.kind === 'offline') return [t('connection.offline')];
  if (word.kind === 'outdated' || word.kind === 'replaced') {
    return [t(`connection.${word.kind}`), reload(t('connection.reload'))];
  }
  if (word.kind === 'language') {
    return [t('language.missing', { name: word.name }), reload(t('app.retry'))];
  }
  const { serial } = word;
  const close = h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': t('app.close'),
      'data-testid': 'meanwhile-close',
      onclick: () => actions.forgetMeanwhile(serial),
    },
    icon('close'),
  );
  return [h('span', { 'data-testid': 'meanwhile' }, word.text), close];
}

/** A button that loads the page anew. @param {string} name */
function reload(name) {
  const props = { type: 'button', class: 'button small', onclick: () => location.reload() };
  return h('button', props, name);
}

/**
 * Puts the word away when there was time to read it: time counts only while the page is looked at.
 * @param {Back} word
 * @param {Actions} actions
 */
function putAwayLater({ serial, ms }, actions) {
  const begin = () => setTimeout(() => actions.forgetMeanwhile(serial), ms);
  if (document.hidden) addEventListener('visibilitychange', begin, { once: true });
  else begin();
}
