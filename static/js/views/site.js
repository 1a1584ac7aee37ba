/** What stands on every page: its head and its foot, and what it says of the connection and of what went wrong. */
import { attr, fill, h, setText, show } from '../dom.js';
import { lostText, meanwhileText, missedAnything } from '../format/turn.js';
import {
  language,
  languages,
  missingLanguage,
  namedKey,
  setLanguage,
  t,
  textOrNull,
} from '../i18n/index.js';
import { whenVisible } from '../lifecycle.js';
import { CLOSE_OUTDATED } from '../socket.js';
import { makeHead } from './site_head.js';
import { button } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */
/** @import { Child } from '../dom.js' */
/** @import { State } from '../state.js' */

/**
 * A page with its head and its foot.
 * @param {Actions} actions
 * @param {string} name of the page, for its looks
 * @param {...Child} content
 */
export function sitePage(actions, name, ...content) {
  const main = h('main', { class: name }, ...content);
  const head = siteHead(actions);
  return h('div.site', head.element, head.demo, main, siteFoot());
}

/** The head of each client's pages. @type {WeakMap<Actions, ReturnType<typeof makeHead>>} */
const heads = new WeakMap();

/** Makes the head of all these pages. @param {Actions} actions @param {() => void} askName */
export function makeSiteHead(actions, askName) {
  heads.set(actions, makeHead(actions, askName));
}

/** The head: the page that was made last has it. @param {Actions} actions */
export const siteHead = (actions) =>
  /** @type {ReturnType<typeof makeHead>} */ (heads.get(actions));

/** @param {Actions} actions @returns {View} */
export function missingPage(actions) {
  const press = () => actions.go({ page: 'lobby' });
  const back = button(t('table.to_lobby'), { kind: 'primary', testid: 'to-lobby', press });
  const title = h('h1', t('missing.title'));
  const hint = h('p.lead', t('missing.hint'));
  return { element: sitePage(actions, 'rules-page', title, hint, back), draw() {} };
}

/** The program that serves this page, with its version. */
export const servedVersion = () =>
  document.querySelector('meta[name="generator"]')?.getAttribute('content');

/** Every language, in its own words, and the version of the server. */
function siteFoot() {
  const choices = languages.map(({ code, name }) =>
    button(name, {
      class: 'language',
      lang: code,
      'aria-pressed': String(code === language),
      testid: `language-${code}`,
      press: () => setLanguage(code),
    }),
  );
  const group = { class: 'languages row', role: 'group', 'aria-label': t('app.language') };
  const version = h('p.version', { testid: 'version' }, servedVersion());
  return h('footer.site-foot', h('div', group, ...choices), version);
}

/** @typedef {{ kind: 'back', text: string, serial: number, ms: number }} Back */
/**
 * @typedef {{ kind: 'offline' } | { kind: 'lost', text: string } | { kind: 'outdated' } | { kind: 'replaced' }
 *   | { kind: 'language', name: string } | Back} Word
 */

/** How long what happened meanwhile is shown, or that nothing did. */
const READ_MS = 12_000;
const GLANCE_MS = 4_000;
/** How long a notice stays. */
const NOTICE_MS = 5_000;

/** What the line says, if anything. @param {State} state @returns {Word | null} */
export function bannerWord({ connection, reason, offline, replaced, table }) {
  if (reason === CLOSE_OUTDATED) return { kind: 'outdated' };
  if (connection === 'lost' && offline) return { kind: 'offline' };
  if (connection === 'lost') return { kind: 'lost', text: lostText(reason) };
  if (table?.ui.meanwhile && !table.ui.cut) {
    const ms = missedAnything(table.ui.meanwhile) ? READ_MS : GLANCE_MS;
    return { kind: 'back', text: meanwhileText(table), serial: table.ui.meanwhile.serial, ms };
  }
  if (replaced) return { kind: 'replaced' };
  const name = missingLanguage();
  return name === null ? null : { kind: 'language', name };
}

/** What changes when the line says something else. @param {Word | null} told */
function keyOf(told) {
  if (told?.kind === 'back') return `back ${told.serial}`;
  return told?.kind === 'lost' ? told.text : (told?.kind ?? '');
}

/** @param {Actions} actions */
export function connectionBanner(actions) {
  const element = h('div.banner.in-line', { testid: 'connection', hidden: true });
  const meanwhile = h('span', { testid: 'meanwhile' });
  let shown = '';
  return {
    element,
    /** @param {State} state */
    draw(state) {
      const told = bannerWord(state);
      // Who is to play now is said anew while the table moves on.
      if (told?.kind === 'back') setText(meanwhile, told.text);
      const key = keyOf(told);
      if (key === shown) return;
      shown = key;
      show(element, told !== null);
      if (!told) return;
      attr(element, 'data-kind', told.kind);
      fill(element, ...contents(told, actions, meanwhile));
      if (told.kind === 'back') putAwayLater(told, actions);
    },
  };
}

/** @param {Word} told @param {Actions} actions @param {HTMLElement} meanwhile what happened while the connection was lost */
function contents(told, actions, meanwhile) {
  switch (told.kind) {
    case 'lost':
      return [told.text];
    case 'offline':
      return [t('connection.offline')];
    case 'outdated':
      return [t('connection.4426'), reload(t('connection.reload'))];
    case 'replaced':
      return [t('connection.replaced'), reload(t('connection.reload'))];
    case 'language':
      return [t('language.missing', { name: told.name }), reload(t('app.retry'))];
    case 'back':
      return [
        meanwhile,
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
  whenVisible(() => setTimeout(() => actions.forgetMeanwhile(serial), ms));
}

/**
 * What a notice says: where the server refused something, words that are fetched, or its own words if they can't be.
 * @param {{ code: string, text: string }} notice
 */
async function inWords({ code, text }) {
  const own = textOrNull(namedKey('notice', code));
  if (own !== null) return own;
  const refusal = await import('./refusal.js').catch(() => null);
  return refusal?.refusalInWords(code) ?? text;
}

/** @param {Actions} actions */
export function noticeBar(actions) {
  const props = { class: 'notice', role: 'alert', testid: 'notice', hidden: true };
  const element = h('div', props);
  let shown = 0;
  return {
    element,
    /** @param {State} state */
    draw({ notice }) {
      show(element, notice !== null);
      if (!notice || notice.serial === shown) return;
      shown = notice.serial;
      inWords(notice).then((text) => shown === notice.serial && setText(element, text));
      setTimeout(() => actions.forget(notice.serial), NOTICE_MS);
    },
  };
}
