/** The talk at the table: what was said, quick phrases, one's own words, and who is muted. */
import { heardLines, isOwn, phrasesFor, TEXT_MAX } from '../../chat.js';
import { attr, h, keyed, setText } from '../../dom.js';
import { lineText } from '../../format/talk.js';
import { nameOf } from '../../format/words.js';
import { locale, t, word } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { settings } from '../../settings.js';
import { muteView } from './mute.js';
import { wordsOf } from './words_kept.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Line, Phrase } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */

/** Nearer to the end than this counts as having read it. */
const END_PX = 40;

/** @param {Actions} actions */
export function chatView(actions) {
  const room = h('span', { class: 'chat-room' });
  const log = h('div', {
    class: 'chat-log',
    role: 'log',
    // The page's live region says each line; twice would be once too often.
    'aria-live': 'off',
    'aria-label': t('chat.title'),
    tabindex: 0,
    'data-testid': 'chat-log',
  });
  const hidden = h('p', { class: 'chat-hidden', 'data-testid': 'chat-hidden' });
  const mute = muteView();
  const phrases = h('div', {
    class: 'phrases',
    role: 'group',
    'aria-label': t('chat.phrases'),
  });
  const form = formView(actions);
  const extras = h('div', { class: 'chat-extras' });
  const element = h(
    'section',
    { class: 'chat', 'aria-label': t('chat.title'), 'data-testid': 'chat' },
    h('div', { class: 'chat-head' }, h('h2', {}, t('chat.title')), room, mute.button),
    mute.element,
    log,
    hidden,
    extras,
    phrases,
    form.element,
  );
  return {
    element,
    /** Where the reactions stand, if they stand here. */
    extras,
    /** @param {Table} table @param {string} name this visitor's */
    draw(table, name) {
      setText(room, t(table.me.seat === null ? 'chat.watchers' : 'chat.players'));
      drawLog(log, table, name);
      const unheard = table.chat.length - heardLines(table, name, settings.get()).length;
      setText(hidden, unheard > 0 ? t('chat.hidden', { n: unheard }) : '');
      mute.draw(table, name);
      keyed(
        phrases,
        phrasesFor(table.room.status),
        (phrase) => phrase,
        (phrase) => phraseButton(phrase, actions),
      );
      form.draw(table, name);
    },
  };
}

/**
 * @param {Phrase} phrase
 * @param {Actions} actions
 */
function phraseButton(phrase, actions) {
  return h(
    'button',
    {
      type: 'button',
      class: 'phrase',
      'data-testid': `phrase-${phrase}`,
      onclick: () => actions.say({ phrase }),
    },
    word(`phrase.${phrase}`),
  );
}

/**
 * @param {HTMLElement} log
 * @param {Table} table
 * @param {string} name
 */
function drawLog(log, table, name) {
  const heard = heardLines(table, name, settings.get());
  const lines = heard.filter((line) => lineText(line) !== null);
  const last = String(lines.at(-1)?.n ?? '');
  const grew = log.dataset.last !== last;
  log.dataset.last = last;
  // Asked only where a line is new: to answer, the browser lays the page out.
  const atEnd = grew && log.scrollHeight - log.scrollTop - log.clientHeight < END_PX;
  keyed(
    log,
    lines,
    (line) => `${line.n} ${line.at_ms}`,
    (line) => drawLine(line, isOwn(line, table, name)),
  );
  const empty = table.me.seat === null ? 'chat.empty_watchers' : 'chat.empty_players';
  attr(log, 'data-empty', lines.length === 0 ? t(empty) : null);
  if (grew && atEnd) log.scrollTop = log.scrollHeight;
}

/**
 * @param {Line} line
 * @param {boolean} own
 */
function drawLine(line, own) {
  const time = new Date(line.at_ms).toLocaleTimeString(locale, { timeStyle: 'short' });
  return h(
    'p',
    { class: 'chat-line', 'data-own': own, title: time },
    h('b', { class: 'chat-name' }, nameOf(line)),
    ' ',
    h('span', { dir: 'auto' }, lineText(line)),
  );
}

/** @param {Actions} actions */
function formView(actions) {
  const input = h('input', {
    class: 'field chat-input',
    type: 'text',
    maxlength: TEXT_MAX,
    autocomplete: 'off',
    enterkeyhint: 'send',
    placeholder: t('chat.input'),
    'aria-label': t('chat.input'),
    'data-testid': 'chat-input',
  });
  const element = h(
    'form',
    { class: 'chat-form' },
    input,
    h(
      'button',
      {
        type: 'submit',
        class: 'icon-button chat-send',
        'aria-label': t('chat.send'),
        title: t('chat.send'),
        'data-testid': 'chat-send',
      },
      icon('send'),
    ),
  );
  const kept = wordsOf(input);
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text !== '' && actions.say({ text })) kept.sent(text);
    input.focus();
  });
  return { element, draw: kept.draw };
}
