/** A lesson that is played beside the rules of a game: what to do, how it stands, the board, and the hand with its buttons. */
import { attr, h, setText, show } from '../../dom.js';
import { nameOf } from '../../format/names.js';
import { t } from '../../i18n/index.js';
import { button } from '../../views/widgets.js';
import { unbroken } from '../words.js';

/** @import { Actions } from '../../actions.js' */
/** @import { GameViews, Lesson } from '../../games/contract.js' */
/** @import { Store } from '../../session.js' */
/** @import { Table } from '../../state.js' */

/** What isn't a move of the visitor. @typedef {'other' | 'better' | 'over'} Told */

/**
 * The game of a lesson.
 * @template {string} Step
 * @typedef {object} Played
 * @property {Pick<GameViews, 'open'>['open']} open the game's views
 * @property {(tell: (step: Step | Told) => void) => { store: Store, actions: Actions, begin(): void, stop(): void }} game
 * @property {(step: Step | 'better' | 'over', name: string) => string} say what the visitor reads; `name`: the other player's
 * @property {(table: Table, seat: number) => string} stands how it stands for a seat
 * @property {string} kind of the game
 * @property {string} [pips] how the pips look, where the game says that
 * @property {boolean} [isWide] whether the board is as wide as there is room, and not square
 */

/** The computer player at the lesson's table. */
const otherName = () => nameOf({ name: '', computer: 'beginner' }, 1);

/** @template {string} Step @param {Played<Step>} played @returns {Lesson} */
export function playedLesson({ open, game: gameOf, say: textOf, stands, kind, isWide, pips }) {
  const line = h('p.played-lesson-line', { role: 'status', testid: 'lesson-text' });
  const again = button(t('front.again'), { kind: 'small', testid: 'lesson-again', press: begin });
  const name = otherName();
  const game = gameOf((step) => {
    const text =
      step === 'other'
        ? t('turn.other', { name })
        : textOf(/** @type {Step | 'better' | 'over'} */ (step), name);
    setText(line, unbroken(text));
    attr(line, 'data-kind', step === 'other' || step === 'over' ? null : 'move');
    show(again, step === 'over');
  });
  const { board, hand, controls } = open({ actions: game.actions, origin: () => null });
  const players = [t('name.you'), name].map((who) => ({
    who,
    element: h('span.played-lesson-player'),
  }));
  const head = h('div.played-lesson-head.in-line', ...players.map(({ element }) => element));
  game.store.subscribe(({ table }) => {
    if (!table?.view) return;
    for (const [seat, { who, element }] of players.entries())
      setText(element, `${who}: ${stands(table, seat)}`);
    board.draw(table);
    hand.draw(table);
    controls.draw(table);
  });
  function begin() {
    game.begin();
    element.scrollIntoView();
    hand.focus();
  }
  const told = h('div.played-lesson-say.row', line, again);
  const lying = h('div.played-lesson-board', board.element);
  const held = h('div.played-lesson-hand', hand.element);
  const parts = [told, head, lying, held, controls.element];
  const looks = { 'data-pips': pips, 'data-wide': isWide ? 'true' : null };
  const felt = h('div.played-lesson', { ...looks, testid: `${kind}-lesson` }, ...parts);
  const element = h('div.played-lesson-room', felt);
  return { element, begin, stop: game.stop };
}
