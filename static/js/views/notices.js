/**
 * What every page says of itself. A line at the top tells when the connection is gone, and what
 * happened meanwhile once it is back: it takes its own room and covers nothing, and the live region
 * says the same aloud. A notice tells what went wrong, and goes away by itself.
 */
import { attr, fill, h, setText, show } from '../dom.js';
import { meanwhileText, missedAnything } from '../format/turn.js';
import { missingLanguage, t, word } from '../i18n/index.js';
import { button } from './widgets.js';

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
/** How long a notice stays. */
const NOTICE_MS = 5_000;

/** What the line says, if anything. @param {State} state @returns {Word | null} */
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
      const told = bannerWord(state);
      // The text stays as it is while the table moves on.
      const key = told?.kind === 'back' ? `back ${told.serial}` : (told?.kind ?? '');
      if (key === shown) return;
      shown = key;
      show(element, told !== null);
      if (!told) return;
      attr(element, 'data-kind', told.kind);
      fill(element, ...contents(told, actions));
      if (told.kind === 'back') putAwayLater(told, actions);
    },
  };
}

/** @param {Word} told @param {Actions} actions */
function contents(told, actions) {
  switch (told.kind) {
    case 'lost':
    case 'offline':
      return [t(`connection.${told.kind}`)];
    case 'outdated':
    case 'replaced':
      return [t(`connection.${told.kind}`), reload(t('connection.reload'))];
    case 'language':
      return [t('language.missing', { name: told.name }), reload(t('app.retry'))];
    case 'back':
      return [
        h('span', { 'data-testid': 'meanwhile' }, told.text),
        button(null, {
          class: 'icon-button',
          icon: 'close',
          'aria-label': t('app.close'),
          testid: 'meanwhile-close',
          press: () => actions.forgetMeanwhile(told.serial),
        }),
      ];
  }
}

/** A button that loads the page anew. @param {string} name */
const reload = (name) => button(name, { kind: 'small', press: () => location.reload() });

/**
 * Puts the line away when there was time to read it: time counts only while the page is looked at.
 * @param {Back} told
 * @param {Actions} actions
 */
function putAwayLater({ serial, ms }, actions) {
  const begin = () => setTimeout(() => actions.forgetMeanwhile(serial), ms);
  if (document.hidden) addEventListener('visibilitychange', begin, { once: true });
  else begin();
}

/** @param {Actions} actions */
export function noticeBar(actions) {
  const props = { class: 'notice', role: 'alert', 'data-testid': 'notice', hidden: true };
  const element = h('div', props);
  let shown = 0;
  return {
    element,
    /** @param {State} state */
    draw({ notice }) {
      show(element, notice !== null);
      if (!notice || notice.serial === shown) return;
      shown = notice.serial;
      setText(element, word(`error.${notice.code}`) ?? notice.text);
      setTimeout(() => actions.forget(notice.serial), NOTICE_MS);
    },
  };
}
