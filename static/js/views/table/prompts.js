/**
 * What has to be decided beside the play: a player keeps the table waiting, this visitor was away,
 * a player offers to end the match, somebody asks for a computer player's seat, or
 * this visitor leaves. The server says what may be done about it, and when.
 */
import { changes, fill, h, setText, show } from '../../dom.js';
import { nameAt, personName } from '../../format/names.js';
import { t } from '../../i18n/index.js';
import { mayAnswer, mayGiveLead, ownSeat, partnerOf, requestIn, sideOf } from '../../select.js';
import { button, cancelButton, dialog, dialogActions } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Identity } from '../../dom.js' */
/** @import { AbsentChoice, RoomSeat } from '../../protocol.js' */
/** @import { Outside, Table } from '../../state.js' */
/** @typedef {Outside & Partial<Table>} Asked an outsider is asked nothing of the play */
/** @typedef {{ id: string, text: string, choices: Choice[], of: Identity }} Prompt `of` is who or what it is about, whatever it reads like */
/** @typedef {{ id: string, name: string, primary?: boolean, run(): void }} Choice */
/** @typedef {(text: string, yes: string, run: () => void) => void} Ask */

/** @param {Actions} actions */
export function promptsView(actions) {
  const element = h('div', { class: 'prompts', role: 'status' });
  const sure = sureDialog();
  const isNew = changes();
  return {
    element,
    dialog: sure.element,
    /** @param {Asked} table */
    draw(table) {
      const prompts = promptsOf(table, actions, sure.ask);
      const drawn = prompts.map(({ choices, ...prompt }) => ({
        ...prompt,
        choices: choices.map(({ run: _, ...choice }) => choice),
      }));
      show(element, prompts.length > 0);
      if (isNew(table.id, drawn)) fill(element, ...prompts.map(bar));
    },
  };
}

/** @param {Prompt} prompt */
function bar({ id, text, choices }) {
  const buttons = choices.map((choice) =>
    button(choice.name, {
      kind: choice.primary ? 'small primary' : 'small',
      testid: choice.id,
      press: choice.run,
    }),
  );
  const attributes = { class: 'prompt', 'data-prompt': id, 'data-testid': id };
  return h('div', attributes, h('span', {}, text), ...buttons);
}

/** @param {Asked} table @param {Actions} actions @param {Ask} ask */
export function promptsOf(table, actions, ask) {
  const { room, me } = table;
  const own = ownSeat(table);
  if (room.status !== 'playing') return [];
  const asked = requests(table, actions);
  if (!own || me.seat === null || own.resigned) return asked;
  return [
    ...leads(table, actions),
    ...ownAbsence(own, actions),
    ...othersAbsence(table, me.seat, actions, ask),
    ...offers(table, me.seat, actions),
    ...asked,
  ];
}

/** The lead is this visitor's, or the partner's if they give it away. @param {Asked} table @param {Actions} actions */
function leads(table, actions) {
  const { room, me } = table;
  const other = me.seat === null ? null : partnerOf(room, me.seat);
  if (other === null || !mayGiveLead(table)) return [];
  const partner = nameAt(room, other);
  const give = { id: 'give-lead', name: t('lead.give', { partner }), run: actions.giveLead };
  return [
    { id: 'may-give-lead', text: t('lead.may_give', { partner }), choices: [give], of: [other] },
  ];
}

/** @param {RoomSeat} own @param {Actions} actions */
function ownAbsence(own, actions) {
  if (!own.away && !own.lent) return [];
  const text = t(own.lent ? 'away.you_lent' : 'away.you');
  const back = { id: 'back-again', name: t('away.back'), primary: true, run: actions.back };
  return [{ id: 'was-away', text, choices: [back], of: [] }];
}

/** @param {Outside} table @param {number} seat @param {Actions} actions @param {Ask} ask */
function othersAbsence({ room, presence }, seat, actions, ask) {
  const { absent } = presence;
  if (!absent || absent.seat === seat) return [];
  const name = nameAt(room, absent.seat);
  const does = (/** @type {AbsentChoice} */ choice) => () => actions.absent(absent.seat, choice);
  /** @type {Choice[]} */
  const choices = [
    { id: 'absent-place', name: t('away.place'), run: does('place') },
    { id: 'absent-computer', name: t('away.computer'), run: does('computer') },
  ];
  if (absent.claim && sideOf(room, absent.seat) !== sideOf(room, seat)) {
    const claim = t('away.claim');
    const run = () => ask(t('away.claim_sure', { name }), claim, does('claim'));
    choices.push({ id: 'absent-claim', name: claim, primary: true, run });
  }
  return [{ id: 'absent', text: t('away.other', { name }), choices, of: [absent.seat] }];
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
 * Somebody asks for a computer player's seat while a match is played: what each visitor reads.
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
  const ways = h('div', { class: 'ways' });
  const leaving = dialog(
    { name: 'leaving', title: t('leave.title'), kind: 'small', testid: 'leaving' },
    ways,
    dialogActions(cancelButton(t('end.decline'))),
  );
  leaving.element.append(sure.element);
  /** @param {string} testid @param {string} name @param {string} hint @param {() => void} press */
  const way = (testid, name, hint, press) => {
    const content = [h('b', {}, name), h('span', { class: 'hint' }, hint)];
    const warn = testid === 'leave-resign';
    return button(content, { class: 'way', testid, press, 'data-warn': warn && 'true' });
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
      const alone = room.rules.seating === 'two';
      const lobby = t(room.clock ? 'leave.lobby_hint_clock' : 'leave.lobby_hint');
      const resign = t(alone ? 'leave.resign_hint' : 'leave.resign_hint_more');
      const ask = () => sure.ask(resign, t('leave.resign'), leaveBy(actions.resign));
      fill(
        ways,
        way('leave-lobby', t('leave.lobby'), lobby, toLobby),
        way('leave-offer', t('leave.offer'), t('leave.offer_hint'), offer),
        way('leave-resign', t('leave.resign'), resign, ask),
      );
      leaving.open();
    },
  };
}
