/** What this visitor is told while the page is closed, and by which browsers. */
import { attr, fill, h, s, setText, show } from '../dom.js';
import { language, locale, t } from '../i18n/index.js';
import { pushMeans } from '../push.js';
import {
  choosePushes,
  fetchPushBrowsers,
  fetchTurnMail,
  putTurnMail,
  removePushBrowser,
  removeTurnMail,
  turnPushOff,
  turnPushOn,
} from '../push_browser.js';
import { attempt, errorLine, oneByOne } from './attempt.js';
import { fetchedView } from './fetched.js';
import './later.js';
import { switchRow } from './switch_row.js';
import { button, segments } from './widgets.js';

/** @import { PushBrowserBody, PushBrowsersBody, PushWishes, TurnMailBody } from '../protocol.js' */

const KINDS = /** @type {const} */ (['turn', 'invited', 'found']);

/** Quiet hours as they are proposed: from ten in the evening to seven in the morning. */
const USUAL_QUIET = Object.freeze({ from: 22 * 60, until: 7 * 60 });

/** The same time twice: no quiet hours. */
const NO_QUIET = Object.freeze({ from: 0, until: 0 });

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

/** The settings of what closed pages are told. */
function pushView() {
  const error = errorLine();
  const status = fetchedView();
  /** @type {PushBrowsersBody} */
  let known = { browsers: [] };
  const own = () => known.browsers.find(({ id }) => id === known.own) ?? null;
  const here = switchRow('push-here', t('push.here'), t('push.here_hint'), turn);
  const help = helpView();
  const wishes = wishesView((wanted) => {
    const mine = own();
    if (mine) void change(() => choosePushes(mine.id, wanted));
  });
  const list = h('ul.push-list.stack', { role: 'list', testid: 'push-browsers' });
  const listed = h('fieldset.setting.stack', h('legend', t('push.browsers')), list);
  const parts = h(
    'div.stack',
    { hidden: true },
    here.element,
    help.element,
    wishes.element,
    listed,
  );

  function draw() {
    const means = pushMeans();
    const mine = own();
    show(here.element, means === 'ready');
    here.draw(mine !== null);
    help.draw(means);
    wishes.draw(mine?.wishes ?? null);
    show(listed, known.browsers.length > 0);
    fill(list, ...known.browsers.map((browser) => row(browser, browser === mine, remove)));
  }

  const inOrder = oneByOne(error, draw);
  /** Changes something at the server. @param {() => Promise<PushBrowsersBody | null>} run */
  const change = (run) =>
    inOrder(async () => {
      const next = await run();
      if (next) known = { ...next, own: next.own ?? known.own };
    });

  /** @param {boolean} on */
  async function turn(on) {
    const mine = own();
    if (on) await change(turnPushOn);
    else if (mine) await remove(mine);
  }

  /** @param {PushBrowserBody} browser */
  const remove = ({ id }) =>
    change(async () => {
      await (id === known.own ? turnPushOff(id) : removePushBrowser(id));
      return { browsers: known.browsers.filter((one) => one.id !== id) };
    });

  return {
    element: h('div.push.stack', { testid: 'push' }, status.element, parts, error),
    /** Reads what holds, which another page or device may have changed. */
    load() {
      status.load({
        fetch: fetchPushBrowsers,
        show(body) {
          known = body;
          show(parts, true);
          draw();
        },
      });
    },
  };
}

/** The kinds and the quiet hours of this browser. @param {(wishes: PushWishes) => void} choose */
function wishesView(choose) {
  /** @type {PushWishes} */
  let now = { turn: true, invited: true, found: true, quiet: NO_QUIET };
  /** @param {Partial<PushWishes>} changes */
  function set(changes) {
    now = { ...now, ...changes };
    choose(now);
  }
  const kinds = KINDS.map((kind) => ({
    kind,
    ...switchRow(`push-${kind}`, t(`push.${kind}`), '', (on) => set({ [kind]: on })),
  }));
  const quiet = switchRow('push-quiet', t('push.quiet'), t('push.quiet_hint'), (on) =>
    set({ quiet: on ? USUAL_QUIET : NO_QUIET }),
  );
  const times = /** @type {const} */ (['from', 'until']).map((end) => ({
    end,
    input: timeInput(end, (minute) => {
      set({ quiet: { ...now.quiet, [end]: minute } });
    }),
  }));
  const fields = times.map(({ end, input }) =>
    h('label.push-time.in-line', h('span', t(`push.${end}`)), input),
  );
  const hours = h('div.setting-row.push-hours.in-line', ...fields);
  const rows = kinds.map(({ element }) => element);
  const element = h('div.stack', ...rows, quiet.element, hours);
  return {
    element,
    /** @param {PushWishes | null} wishes null while this browser is told nothing */
    draw(wishes) {
      show(element, wishes !== null);
      if (!wishes) return;
      now = wishes;
      for (const { kind, draw } of kinds) draw(wishes[kind]);
      const isQuiet = wishes.quiet.from !== wishes.quiet.until;
      quiet.draw(isQuiet);
      show(hours, isQuiet);
      for (const { end, input } of times) {
        // A time that is being typed stays.
        if (input !== document.activeElement) input.value = clockOf(wishes.quiet[end]);
      }
    },
  };
}

/** @param {string} end @param {(minute: number) => void} change */
function timeInput(end, change) {
  const input = h('input', {
    type: 'time',
    class: 'field',
    required: true,
    testid: `push-${end}`,
    onchange: () => {
      const [hours, minutes] = input.value.split(':').map(Number);
      if (input.value !== '') change(hours * 60 + minutes);
    },
  });
  return input;
}

/** A minute of the day as an input has it, such as "07:30". @param {number} minute */
export const clockOf = (minute) =>
  [Math.floor(minute / 60), minute % 60].map((n) => String(n).padStart(2, '0')).join(':');

/**
 * A browser that is told something.
 * @param {PushBrowserBody} browser
 * @param {boolean} isOwn
 * @param {(browser: PushBrowserBody) => unknown} remove
 */
function row(browser, isOwn, remove) {
  const { name, created_ms } = browser;
  const since = t('push.since', { day: day.format(new Date(created_ms)) });
  const off = button(t('push.remove'), {
    kind: 'small',
    'aria-label': t('push.remove_who', { name }),
    testid: 'push-remove',
    press: () => remove(browser),
  });
  const about = h('span.setting-hint', isOwn ? t('push.own') : since);
  const what = h('span.push-name', h('b', name), about);
  const element = h('li.setting-row.in-line', what, off);
  attr(element, 'data-own', isOwn);
  return element;
}

/** What to do where the browser tells nothing as it is. */
function helpView() {
  const denied = h('p.push-help.stack', { testid: 'push-denied' }, t('push.denied'));
  const install = h(
    'div.push-help.stack',
    { testid: 'push-install' },
    installPicture(),
    h('p', t('push.install')),
  );
  return {
    element: h('div', denied, install),
    /** @param {ReturnType<typeof pushMeans>} means */
    draw(means) {
      show(denied, means === 'denied');
      show(install, means === 'install');
    },
  };
}

/** How a page comes to a home screen: the button of the browser, an arrow, and the page among others. */
function installPicture() {
  const tile = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ look) =>
    s('rect', { x, y, width: 14, height: 14, rx: 4, class: look });
  return s(
    'svg.push-picture',
    { viewBox: '0 0 150 64', 'aria-hidden': 'true', focusable: 'false' },
    s('rect', { x: 3, y: 14, width: 36, height: 36, rx: 9, class: 'line' }),
    s('path.line', { d: 'M16 29h-3v13h16V29h-3M21 37V21M16.5 25L21 20.5 25.5 25' }),
    s('path.line', { d: 'M50 32h24M67 25l7 7-7 7' }),
    s('rect', { x: 92, y: 3, width: 50, height: 58, rx: 9, class: 'line' }),
    tile(99, 12, 'other'),
    tile(120, 12, 'other'),
    tile(99, 34, 'app'),
    tile(120, 34, 'other'),
    s('path.dots', { d: 'M103 38h.01M109 44h.01M106 41h.01' }),
  );
}

/** What this visitor is told while the page is closed, by browsers and by mail. */
export function closedPagesView() {
  const [browsers, mail] = [pushView(), mailView()];
  return {
    element: h('div.stack', browsers.element, mail.element),
    load() {
      browsers.load();
      void mail.load();
    },
  };
}

const HOURS = ['6', '12', '24', '48'];
const USUAL_HOURS = 24;

/** The settings of mails about turns; hidden where the server sends none. */
function mailView() {
  const error = errorLine();
  const on = switchRow('push-mail', t('push.mail'), t('push.mail_none'), (isOn) =>
    change(isOn ? USUAL_HOURS : null),
  );
  const choices = HOURS.map((value) => ({
    value,
    label: t('push.mail_hours', { n: Number(value) }),
  }));
  const hours = segments('push-mail-hours', choices, null, (value) => change(Number(value)));
  const after = h('fieldset.setting.stack', h('legend', t('push.mail_after')), hours.element);
  const element = h('div.stack', { hidden: true }, on.element, after, error);
  /** @type {TurnMailBody} */
  let known = { offered: false };

  /** @param {number | null} after_hours null for no mails */
  async function change(after_hours) {
    await attempt(error, async () => {
      if (after_hours === null) {
        await removeTurnMail();
        known = { ...known, after_hours: undefined };
      } else known = await putTurnMail({ after_hours, language });
    });
    draw();
  }

  function draw() {
    const { offered, email, after_hours } = known;
    show(element, offered);
    on.draw(after_hours !== undefined);
    setText(on.words, email ? t('push.mail_hint', { email }) : t('push.mail_none'));
    show(after, after_hours !== undefined);
    hours.choose(String(after_hours));
  }

  return {
    element,
    /** Reads what holds, which another page or a link in a mail may have changed. */
    load: () =>
      attempt(error, async () => {
        known = await fetchTurnMail();
        draw();
      }),
  };
}
