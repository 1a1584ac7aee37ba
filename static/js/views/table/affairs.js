// @ts-check
/**
 * What has to be decided beside the play: somebody keeps the table waiting, this visitor was away,
 * somebody offers to end the match, or asks for a computer player's seat. The server says what may
 * be done about it, and when.
 */
import { attr, fill, h, show } from '../../dom.js';
import { nameAt } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { sideOf } from '../../select.js';
import { sureDialog } from './leaving.js';
import { requests } from './requests.js';

/** @typedef {import('../../state.js').Outside} Outside */
/** @typedef {{ id: string, text: string, choices: Choice[], of?: number }} Affair `of` tells apart what reads the same */
/** @typedef {{ id: string, name: string, primary?: boolean, run(): void }} Choice */

/** @param {import('../../actions.js').Actions} actions */
export function affairsView(actions) {
  const element = h('div', { class: 'affairs', role: 'status' });
  const sure = sureDialog();
  let shown = '';
  return {
    element,
    dialog: sure.element,
    /** @param {Outside} table */
    draw(table) {
      const affairs = affairsOf(table, actions, sure.ask);
      const key = JSON.stringify(affairs);
      show(element, affairs.length > 0);
      if (key === shown) return;
      shown = key;
      fill(element, ...affairs.map(bar));
    },
  };
}

/** @param {Affair} affair */
function bar({ id, text, choices }) {
  const buttons = choices.map((choice) =>
    h(
      'button',
      {
        type: 'button',
        class: `button small ${choice.primary ? 'primary' : ''}`,
        'data-testid': choice.id,
        onclick: choice.run,
      },
      choice.name,
    ),
  );
  const line = h('div', { class: 'affair', 'data-testid': id }, h('span', {}, text), ...buttons);
  attr(line, 'data-affair', id);
  return line;
}

/**
 * @param {Outside} table
 * @param {import('../../actions.js').Actions} actions
 * @param {(text: string, yes: string, run: () => void) => void} ask
 * @returns {Affair[]}
 */
export function affairsOf(table, actions, ask) {
  const { room, me } = table;
  const own = me.seat === null ? null : room.seats[me.seat];
  if (room.status !== 'playing') return [];
  const asked = requests(table, actions);
  if (!own || me.seat === null || own.resigned) return asked;
  return [
    ...ownAbsence(own, actions),
    ...othersAbsence(table, me.seat, actions, ask),
    ...offers(table, me.seat, actions),
    ...asked,
  ];
}

/**
 * @param {import('../../protocol.js').RoomSeat} own
 * @param {import('../../actions.js').Actions} actions
 * @returns {Affair[]}
 */
function ownAbsence(own, actions) {
  if (!own.away && !own.lent) return [];
  const text = t(own.lent ? 'away.you_lent' : 'away.you');
  const back = { id: 'back-again', name: t('away.back'), primary: true, run: actions.back };
  return [{ id: 'was-away', text, choices: [back] }];
}

/**
 * @param {Outside} table
 * @param {number} seat this visitor's
 * @param {import('../../actions.js').Actions} actions
 * @param {(text: string, yes: string, run: () => void) => void} ask
 * @returns {Affair[]}
 */
function othersAbsence({ room, presence }, seat, actions, ask) {
  const { absent } = presence;
  if (!absent || absent.seat === seat) return [];
  const name = nameAt(room, absent.seat);
  const does = (/** @type {import('../../protocol.js').AbsentChoice} */ choice) => () =>
    actions.absent(absent.seat, choice);
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
  return [{ id: 'absent', text: t('away.other', { name }), choices }];
}

/**
 * @param {Outside} table
 * @param {number} seat this visitor's
 * @param {import('../../actions.js').Actions} actions
 * @returns {Affair[]}
 */
function offers({ room }, seat, actions) {
  const decline = (/** @type {'end.decline' | 'end.withdraw'} */ key) => ({
    id: 'end-decline',
    name: t(key),
    run: () => actions.agree(false),
  });
  if (room.seats[seat]?.offers_end) {
    return [{ id: 'end-offer', text: t('end.waiting'), choices: [decline('end.withdraw')] }];
  }
  const by = room.seats.findIndex((sitter) => sitter?.offers_end);
  if (by < 0) return [];
  const agree = { id: 'end-agree', name: t('end.agree'), run: () => actions.agree(true) };
  const text = t('end.offered', { name: nameAt(room, by) });
  return [{ id: 'end-offer', text, choices: [agree, decline('end.decline')] }];
}
