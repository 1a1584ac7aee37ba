/**
 * What has to be decided beside the play: a player keeps the table waiting, this visitor was away,
 * a player offers to end the match, a visitor asks for a computer player's seat, or
 * this visitor leaves. The server says what may be done about it, and when.
 */
import { fill, h, keyed, keyedViews, setText, show } from '../../dom.js';
import {
  absentNote,
  isDue,
  lostNote,
  othersAwayText,
  ownIdleNote,
  TIME,
} from '../../format/absence.js';
import { clockFace, isOverDays } from '../../format/clock.js';
import { nameAt, personName } from '../../format/names.js';
import { gameOf } from '../../games/index.js';
import { sentencesOf, t } from '../../i18n/index.js';
import { mayOfferPush } from '../../push.js';
import { isOther, mayAnswer, ownSeat, requestIn, sideOf, standing, turnOf } from '../../select.js';
import { settings } from '../../settings.js';
import { ticker } from '../../views/ticker.js';
import { button, cancelButton, dialog, dialogActions } from '../../views/widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Identity } from '../../dom.js' */
/** @import { AbsentChoice, RoomSeat } from '../../protocol.js' */
/** @import { Note } from '../../format/absence.js' */
/** @import { Outside, Table } from '../../state.js' */
/** @import { ButtonProps } from '../../views/widgets.js' */
/** @typedef {Outside & Partial<Table>} Asked an outsider is asked nothing of the play */
/** @typedef {Note & { id: string, choices: Choice[], of: Identity }} Prompt `of`: the identity of what the prompt is about; two prompts may read the same */
/** @typedef {{ id: string, name: string, primary?: boolean, run(): void }} Choice */
/** @typedef {(text: string, yes: string, run: () => void) => void} Ask */

/** @param {Actions} actions */
export function promptsView(actions) {
  const element = h('div.prompts.stack', { role: 'status' });
  const sure = sureDialog();
  let draw = () => {};
  const ticking = ticker(element, () => draw());
  return {
    element,
    dialog: sure.element,
    /** @param {Asked} table */
    draw(table) {
      draw = () => {
        const now_ms = Date.now() + (table.ui?.clock_ms ?? 0);
        const prompts = promptsOf(table, actions, sure.ask, now_ms);
        const bars = prompts.map((prompt) => ({ ...prompt, now_ms }));
        show(element, bars.length > 0);
        keyedViews(element, bars, ({ id, of }) => [id, ...of], bar);
        ticking.run(prompts.some(({ until }) => until !== undefined));
      };
      draw();
    },
  };
}

/** @param {Prompt} prompt */
function bar({ id }) {
  const text = h('span');
  const buttons = h('span.prompt-choices.row.if-any');
  /** What a press does, by choice. @type {Map<string, () => void>} */
  const runs = new Map();
  const sentence = sentenceView(text);
  return {
    element: h('div.prompt.row', { 'data-prompt': id, testid: id }, text, buttons),
    /** @param {Prompt & { now_ms: number }} prompt */
    draw({ text, until, choices, now_ms }) {
      sentence(text, until === undefined ? '' : clockFace(until - now_ms));
      keyed(
        buttons,
        choices,
        (choice) => [choice.id],
        (choice) =>
          button(choice.name, {
            kind: choice.primary ? 'small primary' : 'small',
            testid: choice.id,
            press: () => runs.get(choice.id)?.(),
          }),
        (made, { id, name, run }) => {
          setText(made, name);
          runs.set(id, run);
        },
      );
    },
  };
}

/** A sentence in which the time runs that is left. The live region around it says it once, and not each second. */
function sentenceView(/** @type {Element} */ element) {
  const left = h('span', { role: 'timer', 'aria-live': 'off' });
  let written = '';
  /** @param {string} text @param {string} time */
  return (text, time) => {
    setText(left, time);
    if (text === written) return;
    written = text;
    const [before, after] = text.split(TIME);
    fill(element, before, after !== undefined && left, after);
  };
}

/** What happened since the last visit is being shown. @param {Table} table @param {Actions} actions @returns {Prompt[]} */
function steps({ ui }, { skip }) {
  const choice = { id: 'skip', name: t('steps.skip'), run: skip };
  return [{ id: 'steps', text: t('steps.left', { n: ui.steps }), choices: [choice], of: [] }];
}

/** @param {Asked} table @param {Actions} actions @param {Ask} ask @param {number} now_ms by the server's clock @returns {Prompt[]} */
export function promptsOf(table, actions, ask, now_ms) {
  const { room, me, ui } = table;
  const own = ownSeat(table);
  if (ui && ui.steps > 0) return steps(/** @type {Table} */ (table), actions);
  if (room.status !== 'playing') return [];
  if (ui?.cut) return lost(/** @type {Table} */ (table), now_ms);
  const asked = requests(table, actions);
  if (!own || me.seat === null || own.resigned) return asked;
  // A player who was away comes back first; choices about others wait for that.
  if (own.away || own.lent) return ownAbsence(own, actions);
  return [
    ...moves(table, me.seat, actions),
    ...ownIdleness(table, me.seat, now_ms),
    ...othersAbsence(table, me.seat, { actions, ask, now_ms }),
    ...offers(table, me.seat, actions),
    ...asked,
    ...pushOffer(table, me.seat, actions),
  ];
}

/**
 * Whether the closed page tells this visitor that another player has played: asked at a table over days, after the
 * visitor's first move.
 * @param {Asked} table
 * @param {number} seat
 * @param {Actions} actions
 * @returns {Prompt[]}
 */
function pushOffer({ room, view, me }, seat, actions) {
  if (!view || !isOverDays(room)) return [];
  const turn = turnOf({ room, view });
  if (turn === null || !isOther({ room, me }, turn) || !mayOfferPush()) return [];
  const game = gameOf(room);
  const hasPlayed = game.history(view).some((event) => game.played(event)?.seat === seat);
  if (!hasPlayed && standing({ view }).round === 1) return [];
  const answered = () => settings.set({ push_offered: true });
  const agree = () =>
    import('../../push_browser.js').then((push) => push.turnPushOn()).catch(actions.sorry);
  const text = t('tell.ask', { name: nameAt(room, turn) });
  const choices = [
    { id: 'push-yes', name: t('tell.yes'), primary: true, run: agree },
    { id: 'push-no', name: t('tell.no'), run: answered },
  ];
  return [{ id: 'push-offer', text, choices, of: [] }];
}

/** What happens while the connection is lost. @param {Table} table @param {number} now_ms @returns {Prompt[]} */
function lost(table, now_ms) {
  const note = lostNote(table, now_ms);
  return note ? [{ id: 'lost', ...note, choices: [], of: [] }] : [];
}

/** What the game asks this visitor. @param {Asked} table @param {number} seat @param {Actions} actions @returns {Prompt[]} */
function moves({ view, room, ui }, seat, actions) {
  if (!view || ui?.pending) return [];
  return gameOf(room)
    .asks(view, room, seat)
    .map(({ id, text, choice, name, offer, of }) => {
      const run = () => actions.put(offer.steps);
      return { id, text, choices: [{ id: choice, name, run }], of: [of] };
    });
}

/** @param {RoomSeat} own @param {Actions} actions */
function ownAbsence(own, actions) {
  const text = t(own.lent ? 'away.you_lent' : 'away.you');
  const back = { id: 'back-again', name: t('away.back'), primary: true, run: actions.back };
  return [{ id: 'was-away', text, choices: [back], of: [] }];
}

/** The others wait for this visitor. @param {Asked} table @param {number} seat @param {number} now_ms */
function ownIdleness({ presence: { absent } }, seat, now_ms) {
  if (absent?.seat !== seat) return [];
  return [{ id: 'own-idle', ...ownIdleNote(absent, now_ms), choices: [], of: [] }];
}

/**
 * @param {Asked} table
 * @param {number} seat
 * @param {{ actions: Actions, ask: Ask, now_ms: number }} by
 * @returns {Prompt[]}
 */
function othersAbsence(table, seat, { actions, ask, now_ms }) {
  const { room, presence } = table;
  const { absent } = presence;
  if (!absent || absent.seat === seat) return [];
  const does = (/** @type {AbsentChoice} */ choice) => () => actions.absent(absent.seat, choice);
  /** @type {Choice[]} */
  const choices = [];
  if (isDue(absent.computer_ms, now_ms)) {
    const name = t('away.computer');
    choices.push({ id: 'absent-computer', name, primary: true, run: does('computer') });
  }
  if (isDue(absent.place_ms, now_ms)) {
    choices.push({ id: 'absent-place', name: t('away.place'), run: does('place') });
  }
  if (isDue(absent.claim_ms, now_ms) && sideOf(room, absent.seat) !== sideOf(room, seat)) {
    const name = t('away.claim');
    const sure = t('away.claim_sure', { name: nameAt(room, absent.seat) });
    choices.push({ id: 'absent-claim', name, run: () => ask(sure, name, does('claim')) });
  }
  const { text, until } = absentNote(table, absent, now_ms);
  const all = sentencesOf([text, othersAwayText(table)]);
  return [{ id: 'absent', text: all, until, choices, of: [absent.seat] }];
}

/** @param {Outside} table @param {number} seat @param {Actions} actions */
function offers({ room }, seat, actions) {
  const decline = (/** @type {'end.decline' | 'end.withdraw'} */ key) => ({
    id: 'end-decline',
    name: t(key),
    run: () => actions.agree(false),
  });
  if (room.seats[seat]?.offers_end) {
    const choices = [decline('end.withdraw')];
    return [{ id: 'end-offer', text: t('end.waiting'), choices, of: [seat] }];
  }
  const by = room.seats.findIndex((sitter) => sitter?.offers_end);
  if (by < 0) return [];
  const agree = { id: 'end-agree', name: t('end.agree'), run: () => actions.agree(true) };
  const text = t('end.offered', { name: nameAt(room, by) });
  return [{ id: 'end-offer', text, choices: [agree, decline('end.decline')], of: [by] }];
}

/**
 * The prompt of a request for a computer player's seat while a match is played, as each visitor reads it.
 * @param {Outside} table
 * @param {Actions} actions
 */
export function requests(table, actions) {
  const request = requestIn(table);
  if (!request) return [];
  const { seat, may_answer, asked_ms, yours } = request;
  const { room } = table;
  const who = nameAt(room, seat);
  if (yours) {
    const host = room.seats.findIndex((sitter) => sitter?.host);
    const text = may_answer[host]
      ? t('request.waiting_host', { who, host: nameAt(room, host) })
      : t('request.waiting_players', { who });
    const withdraw = t('request.withdraw');
    const choices = [{ id: 'request-withdraw', name: withdraw, run: actions.withdrawRequest }];
    return [{ id: 'request-waiting', text, choices, of: [asked_ms] }];
  }
  const text = t('request.asks', { name: personName(table, request), who });
  const answer = (/** @type {boolean} */ agree) => () => actions.answerRequest(asked_ms, agree);
  const choices = mayAnswer(table)
    ? [
        { id: 'request-yes', name: t('request.let_in'), primary: true, run: answer(true) },
        { id: 'request-no', name: t('request.decline'), run: answer(false) },
      ]
    : [];
  return [{ id: 'request', text, choices, of: [asked_ms] }];
}

/**
 * A dialog that asks whether the visitor is sure.
 * @param {string} id
 * @param {'primary' | 'warn'} kind of the button that says so
 */
function sureDialog(id = 'sure', kind = 'primary') {
  let run = () => {};
  const press = () => {
    sure.close();
    run();
  };
  const yes = button('', { kind, testid: `${id}-yes`, press });
  const actions = dialogActions(cancelButton(), yes);
  const sure = dialog({ name: id, kind: 'small', testid: id }, actions);
  return {
    element: sure.element,
    /** @param {string} question @param {string} answer @param {() => void} then */
    ask(question, answer, then) {
      setText(sure.title, question);
      setText(yes, answer);
      run = then;
      sure.open();
    },
  };
}

/** The ways out of a running match, each with what it means. @param {Actions} actions */
export function leavingDialog(actions) {
  const sure = sureDialog('resign', 'warn');
  const ways = h('div.ways.stack');
  const leaving = dialog(
    { name: 'leaving', title: t('leave.title'), kind: 'small', testid: 'leaving' },
    ways,
    dialogActions(cancelButton(t('end.decline'))),
  );
  leaving.element.append(sure.element);
  /** @param {string} name @param {string} hint @param {ButtonProps} props */
  const way = (name, hint, props) => {
    const content = [h('b', name), h('span.hint', hint)];
    return button(content, { class: 'way stack', ...props });
  };
  /** @param {() => void} run */
  const leaveBy = (run) => () => {
    leaving.close();
    run();
  };
  const toLobby = leaveBy(() => actions.go({ page: 'lobby' }));
  const offer = leaveBy(() => actions.agree(true));
  return {
    element: leaving.element,
    /** @param {Table} table */
    open({ room }) {
      const alone = room.seating === 'two';
      const lobby = t(room.clock ? 'leave.lobby_hint_clock' : 'leave.lobby_hint');
      const resign = t(alone ? 'leave.resign_hint' : 'leave.resign_hint_more');
      const ask = () => sure.ask(resign, t('leave.resign'), leaveBy(actions.resign));
      fill(
        ways,
        way(t('leave.lobby'), lobby, { testid: 'leave-lobby', press: toLobby }),
        way(t('leave.offer'), t('leave.offer_hint'), { testid: 'leave-offer', press: offer }),
        way(t('leave.resign'), resign, {
          testid: 'leave-resign',
          press: ask,
          'data-warn': 'true',
        }),
      );
      leaving.open();
    },
  };
}
