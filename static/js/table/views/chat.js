/** The chat of the table: its lines, quick phrases, the field for a message, and muted players. */
import { heardLines, isOwn, lineText, mutable, phrasesFor, TEXT_MAX } from '../../chat.js';
import { attr, changes, h, keyed, keyedViews, setText, show } from '../../dom.js';
import { personName } from '../../format/names.js';
import { locale, t, textOrNull } from '../../i18n/index.js';
import { settings } from '../../settings.js';
import { setName } from '../../views/name.js';
import { button, iconButton } from '../../views/widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Line, Phrase } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */

/** Nearer to the end than this counts as having read it. */
const END_PX = 40;

/** @param {Actions} actions */
export function chatView(actions) {
  const room = h('span.chat-room');
  const log = h('div.chat-log.column', {
    role: 'log',
    // The page's live region says each line; twice would be once too often.
    'aria-live': 'off',
    'aria-label': t('chat.title'),
    tabindex: 0,
    testid: 'chat-log',
  });
  const isNew = changes();
  const hidden = h('p.chat-hidden.if-any', { testid: 'chat-hidden' });
  const mute = muteView();
  const phrases = h('div.phrases.row', { role: 'group', 'aria-label': t('chat.phrases') });
  const form = formView(actions);
  const extras = h('div.chat-extras');
  const element = h(
    'section.chat.column',
    { 'aria-label': t('chat.title'), testid: 'chat' },
    h('div.chat-head.in-line', h('h2', t('chat.title')), room, mute.button),
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
    /** @param {Table} table */
    draw(table) {
      setText(room, t(table.me.seat === null ? 'chat.watchers' : 'chat.players'));
      const heard = heardLines(table, settings.get());
      const lines = heard.filter((line) => lineText(line) !== null);
      drawLog(log, table, lines, isNew(lines.at(-1)?.n));
      const unheard = table.chat.length - heard.length;
      setText(hidden, unheard > 0 ? t('chat.hidden', { n: unheard }) : '');
      mute.draw(table);
      keyed(
        phrases,
        phrasesFor(table.room.status),
        (phrase) => [phrase],
        (phrase) => phraseButton(phrase, actions),
      );
      form.draw(table);
    },
  };
}

/** @param {Phrase} phrase @param {Actions} actions */
function phraseButton(phrase, actions) {
  return button(textOrNull(`phrase.${phrase}`), {
    class: 'phrase',
    testid: `phrase-${phrase}`,
    press: () => actions.say({ phrase }),
  });
}

/** @param {HTMLElement} log @param {Table} table @param {Line[]} lines @param {boolean} grew whether the last line is another */
function drawLog(log, table, lines, grew) {
  // Asked only where a line is new: to answer, the browser lays the page out.
  const atEnd = grew && log.scrollHeight - log.scrollTop - log.clientHeight < END_PX;
  keyedViews(
    log,
    lines.map((line) => ({ line, name: personName(table, line) })),
    ({ line }) => [line.n, line.at_ms],
    ({ line }) => lineView(line, isOwn(line, table)),
  );
  const empty = table.me.seat === null ? 'chat.empty_watchers' : 'chat.empty_players';
  attr(log, 'data-empty', lines.length === 0 ? t(empty) : null);
  if (grew && atEnd) log.scrollTop = log.scrollHeight;
}

/** @param {Line} line @param {boolean} own */
function lineView(line, own) {
  const time = new Date(line.at_ms).toLocaleTimeString(locale, { timeStyle: 'short' });
  const speaker = h('b.chat-name');
  const text = h('span', { dir: 'auto' }, lineText(line));
  return {
    element: h('p.chat-line', { 'data-own': own, title: time }, speaker, ' ', text),
    /** @param {{ name: string }} now */
    draw: ({ name }) => setName(speaker, name),
  };
}

/** @param {Actions} actions */
function formView(actions) {
  const input = h('input.field.chat-input', {
    type: 'text',
    maxlength: TEXT_MAX,
    autocomplete: 'off',
    enterkeyhint: 'send',
    placeholder: t('chat.input'),
    'aria-label': t('chat.input'),
    testid: 'chat-input',
  });
  const send = iconButton('send', t('chat.send'), {
    type: 'submit',
    kind: 'chat-send',
    testid: 'chat-send',
  });
  const element = h('form.chat-form', input, send);
  const draft = draftOf(input);
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text !== '' && actions.say({ text })) draft.sent(text);
    input.focus();
  });
  return { element, draw: draft.draw };
}

/** The players whom this visitor has muted: a button, and the list that it opens. */
function muteView() {
  const all = muteChoice(t('chat.mute_all'), (on) => settings.set({ mute_all: on }));
  attr(all.box, 'data-testid', 'mute-all');
  const people = h('div.mute-people');
  const element = h(
    'div.mute',
    { id: 'chat-mute', role: 'group', 'aria-label': t('chat.mute'), hidden: true },
    h('p.mute-hint', t('chat.mute_hint')),
    all.element,
    people,
  );
  const opener = iconButton('mute', t('chat.mute'), {
    'aria-expanded': 'false',
    'aria-controls': 'chat-mute',
    testid: 'mute',
    press() {
      show(element, Boolean(element.hidden));
      attr(opener, 'aria-expanded', String(!element.hidden));
    },
  });
  return {
    button: opener,
    element,
    /** @param {Table} table */
    draw(table) {
      const { mute_all, muted } = settings.get();
      const here = mutable(table);
      attr(opener, 'data-on', mute_all || here.some(({ pseudonym }) => muted.includes(pseudonym)));
      all.check(mute_all);
      keyedViews(
        people,
        here,
        ({ pseudonym }) => [pseudonym],
        ({ pseudonym }) => mutePerson(pseudonym),
      );
    },
  };
}

/** @param {string} pseudonym */
function mutePerson(pseudonym) {
  const { element, box, check, label } = muteChoice('', (on) => settings.mute(pseudonym, on));
  return {
    element,
    /** @param {{ name: string }} now */
    draw({ name }) {
      const { mute_all, muted } = settings.get();
      setName(label, name);
      attr(box, 'data-testid', `mute-${name}`);
      check(mute_all || muted.includes(pseudonym));
      attr(box, 'disabled', mute_all);
    },
  };
}

/** @param {string} words @param {(on: boolean) => void} change */
function muteChoice(words, change) {
  const label = h('span', words);
  const box = h('input', { type: 'checkbox', onchange: () => change(box.checked) });
  return {
    element: h('label.mute-choice.in-line', box, label),
    box,
    label,
    /** @param {boolean} on */
    check(on) {
      if (box.checked !== on) box.checked = on;
    },
  };
}

/** @param {string} table */
const draftKey = (table) => `boneyard.draft.${table}`;

/** @param {string} table */
function recall(table) {
  try {
    return sessionStorage.getItem(draftKey(table)) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} table @param {string} text */
function keep(table, text) {
  try {
    if (text === '') sessionStorage.removeItem(draftKey(table));
    else sessionStorage.setItem(draftKey(table), text);
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

/**
 * Keeps the draft of a message while the page is loaded anew. A message that was sent and never
 * appeared, because the server refused it or the connection broke, returns to its input.
 * @param {HTMLInputElement} input
 */
function draftOf(input) {
  /** @type {Table | null} */
  let known = null;
  /** The message that was sent and hasn't appeared yet. @type {{ text: string, before: Table } | null} */
  let sent = null;

  input.addEventListener('input', () => {
    if (known) keep(known.id, input.value);
  });

  /** @param {string} text */
  function write(text) {
    input.value = text;
    if (known) keep(known.id, text);
  }

  return {
    /** @param {string} text the message that is on its way */
    sent(text) {
      if (!known) return;
      sent = { text, before: known };
      write('');
    },
    /** @param {Table} table */
    draw(table) {
      if (known?.id !== table.id) input.value = recall(table.id);
      known = table;
      if (!sent) return;
      const { text, before } = sent;
      const after = before.chat.at(-1)?.n ?? 0;
      const back = table.chat.some(
        (line) =>
          line.n > after && 'text' in line && line.text === same(text) && isOwn(line, table),
      );
      const refused = table.ui.unsaid !== before.ui.unsaid;
      const cut = table.ui.cuts !== before.ui.cuts && !table.ui.cut;
      if (!back && !refused && !cut) return;
      // The visitor may have begun another message meanwhile.
      if (!back && input.value === '') write(text);
      sent = null;
    },
  };
}

/** The text as the server sends it: it trims, and makes one space of several. @param {string} text */
function same(text) {
  return text.trim().replace(/\s+/gu, ' ');
}
