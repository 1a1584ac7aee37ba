/** The visitor's settings, in a sheet that opens from every page. What is chosen holds at once. */

import { createBot, deleteBot, fetchBots } from '../api.js';
import { attr, fill, h, setText, show } from '../dom.js';
import { languages, setLanguage, t } from '../i18n/index.js';
import { askToNotify, canNotify, canVibrate } from '../notify.js';
import { isPushOffered } from '../push.js';
import { NAME_MAX } from '../route.js';
import { settings } from '../settings.js';
import { drawTile } from '../tiles/tile.js';
import { attempt, errorLine } from './attempt.js';
import { feedView } from './feed_view.js';
import { fetchedView } from './fetched.js';
import './later.js';
import { closedPagesView } from './push_view.js';
import { switchRow } from './switch_row.js';
import { button, copyButton, copyInput, onSubmit, segments } from './widgets.js';

/** @import { BotBody } from '../protocol.js' */
/** @import { Settings } from '../settings.js' */

/** @typedef {{ element: HTMLElement, draw(now: Settings): void }} Field */

const THEMES = /** @type {const} */ (['system', 'light', 'dark']);
const SURFACES = /** @type {const} */ (['felt', 'wood', 'sea']);
const SETS = /** @type {const} */ (['ivory', 'ebony', 'contrast']);

/** @param {{ test(): void }} sound plays something at the chosen volume */
export function settingsForm(sound) {
  const themes = THEMES.map((value) => ({ value, label: t(`settings.theme_${value}`) }));
  const surfaces = SURFACES.map((value) => {
    const picture = h('span.setting-surface', { 'data-surface': value });
    return { value, label: t(`settings.surface_${value}`), picture };
  });
  const sets = SETS.map((value) => {
    return { value, label: t(`settings.tiles_${value}`), picture: sample(value) };
  });
  const fields = [
    pick('theme', t('app.theme'), themes),
    pick('surface', t('settings.surface'), surfaces),
    pick('tiles', t('settings.tiles'), sets),
    volume(sound),
    toggle('auto_play', t('settings.auto_play'), t('settings.auto_play_hint')),
    toggle('show_lacks', t('settings.show_lacks'), t('settings.show_lacks_hint')),
    toggle('peg_board', t('settings.peg_board'), t('settings.peg_board_hint')),
    toggle('single_keys', t('keys.single'), t('keys.single_hint')),
    toggle('share_names', t('settings.share_names'), t('settings.share_names_hint'), (on) =>
      settings.set({ share_names: on, share_asked: true }),
    ),
    ...(canNotify() ? [notifications()] : []),
    ...(canVibrate() ? [toggle('vibrate', t('settings.vibrate'))] : []),
    language(),
  ];
  const draw = () => {
    for (const field of fields) field.draw(settings.get());
  };
  settings.subscribe(draw);
  draw();
  const elements = fields.map(({ element }) => element);
  const more = [...(isPushOffered() ? [closedPages()] : []), feed(), programs()];
  return h('div.settings.stack', { testid: 'settings' }, ...elements, ...more);
}

/** What closed pages are told, folded. It is read each time that it is unfolded. */
function closedPages() {
  const summary = h('summary', { testid: 'setting-push' }, t('push.title'));
  const view = closedPagesView();
  const element = h('details.more', summary, view.element);
  element.addEventListener('toggle', () => element.open && view.load());
  return element;
}

/** The visitor's feed of turns, folded. It is fetched when it is first shown. */
function feed() {
  const summary = h('summary', { testid: 'setting-feed' }, t('feed.title'));
  const element = h('details.more', summary);
  element.addEventListener('toggle', () => element.append(feedView()), { once: true });
  return element;
}

/** The visitor's bots, folded: few have any. They are fetched when they are first shown. */
function programs() {
  const summary = h('summary', { testid: 'setting-bots' }, t('settings.bots'));
  const element = h('details.more', summary);
  element.addEventListener('toggle', () => element.append(botsView()), { once: true });
  return element;
}

/**
 * One of a few.
 * @param {'theme' | 'surface' | 'tiles'} name
 * @param {string} title
 * @param {Parameters<typeof segments>[1]} choices
 * @returns {Field}
 */
function pick(name, title, choices) {
  const { element, choose } = segments(`setting-${name}`, choices, null, (value) =>
    settings.set({ [name]: value }),
  );
  const props = { class: 'setting stack', 'data-setting': name };
  return {
    element: h('fieldset', props, h('legend', title), element),
    draw: (now) => choose(now[name]),
  };
}

/** A tile of a set, whichever set is chosen. @param {string} set */
function sample(set) {
  return h('span.setting-tile', { 'data-tiles': set }, drawTile('6-5', 90));
}

/** @param {{ test(): void }} sound @returns {Field} */
function volume(sound) {
  const input = h('input', {
    type: 'range',
    id: 'setting-volume',
    class: 'slider',
    min: 0,
    max: 100,
    step: 5,
    testid: 'setting-volume',
    oninput: () => settings.set({ volume: Number(input.value) }),
  });
  const test = button(t('settings.volume_test'), {
    kind: 'small',
    testid: 'setting-volume-test',
    press: () => sound.test(),
  });
  return {
    element: h(
      'div.setting.stack',
      h('label', { for: 'setting-volume', class: 'setting-title' }, t('settings.volume')),
      h('div.setting-row.in-line', input, test),
    ),
    draw(now) {
      if (Number(input.value) !== now.volume) input.value = String(now.volume);
      attr(test, 'disabled', now.volume === 0);
    },
  };
}

/**
 * On or off.
 * @param {'auto_play' | 'show_lacks' | 'peg_board' | 'single_keys' | 'share_names' | 'vibrate' | 'notify'} name
 * @param {string} title
 * @param {string} [hint]
 * @param {(on: boolean) => void} [change]
 */
function toggle(name, title, hint = '', change = (on) => settings.set({ [name]: on })) {
  const { words, element, draw } = switchRow(`setting-${name}`, title, hint, change);
  return {
    words,
    element,
    /** @param {Settings} now */
    draw: (now) => draw(now[name]),
  };
}

/** The browser asks for permission only when the visitor turns notifications on. */
function notifications() {
  const field = toggle('notify', t('settings.notify'), t('settings.notify_hint'), change);
  /** @param {boolean} on */
  async function change(on) {
    const allowed = on && (await askToNotify());
    setText(field.words, on && !allowed ? t('settings.notify_denied') : t('settings.notify_hint'));
    settings.set({ notify: allowed });
    draw(settings.get());
  }
  /** What was allowed may have been taken back. @param {Settings} now */
  function draw(now) {
    field.draw({ ...now, notify: now.notify && Notification.permission === 'granted' });
  }
  return { element: field.element, draw };
}

/** @returns {Field} */
function language() {
  const select = h(
    'select',
    {
      id: 'setting-language',
      class: 'field',
      testid: 'setting-language',
      onchange: () => setLanguage(select.value),
    },
    h('option', { value: 'auto' }, t('settings.language_auto')),
    ...languages.map(({ code, name }) => h('option', { value: code, lang: code }, name)),
  );
  return {
    element: h(
      'div.setting.stack',
      h('label', { for: 'setting-language', class: 'setting-title' }, t('app.language')),
      select,
    ),
    draw(now) {
      if (select.value !== now.language) select.value = now.language;
    },
  };
}

/** The bots as they are now, and what makes more. */
function botsView() {
  const list = h('ul.bots', { role: 'list' });
  const error = errorLine();
  const made = h('div', { role: 'status' });
  const status = fetchedView();
  const form = formView(list, made, error);
  const parts = h('div.setting.stack', { hidden: true }, list, form, error, made);
  status.load({
    fetch: fetchBots,
    show(known) {
      fill(list, ...known.bots.map((bot) => row(bot, error)));
      show(parts, true);
    },
  });
  const hint = h('p.setting-hint', t('bots.hint'));
  return h('div.setting.stack', { testid: 'bots' }, hint, status.element, parts);
}

/**
 * What makes a bot.
 * @param {HTMLElement} list where its row goes
 * @param {HTMLElement} made where its token is shown
 * @param {HTMLElement} error
 */
function formView(list, made, error) {
  const name = h('input', {
    id: 'bot-name',
    class: 'field',
    maxlength: NAME_MAX,
    required: true,
    autocomplete: 'off',
    testid: 'bot-name',
  });
  const submit = button(t('bots.make'), { type: 'submit', testid: 'bot-make' });
  const form = h(
    'form.bots-form',
    h('label', { for: 'bot-name', class: 'setting-title' }, t('bots.name')),
    h('div.setting-row.in-line', name, submit),
  );
  onSubmit(form, submit, () =>
    attempt(error, async () => {
      const { bot, token } = await createBot(name.value);
      list.append(row(bot, error));
      fill(made, secret(bot, token));
      name.value = '';
    }),
  );
  return form;
}

/** @param {BotBody} bot @param {HTMLElement} error */
function row({ id, name }, error) {
  const remove = button(t('bots.delete'), {
    kind: 'small',
    'aria-label': t('bots.delete_who', { name }),
    press: () =>
      attempt(error, async () => {
        await deleteBot(id);
        element.remove();
      }),
  });
  const who = h('span.bots-name', name);
  const element = h('li.setting-row.in-line', who, remove);
  return element;
}

/** The token, this once. @param {BotBody} bot @param {string} token */
function secret({ name }, token) {
  const label = t('bots.token', { name });
  const field = copyInput({ value: token, 'aria-label': label, testid: 'bot-token' });
  const copy = copyButton(t('app.copy'), field, { kind: 'small' });
  return h(
    'div.bots-token',
    h('b', label),
    h('p.bots-once', t('bots.once')),
    h('div.setting-row.in-line', field, ...copy),
  );
}
