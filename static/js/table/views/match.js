/**
 * A match on the table's page, and how it looks from outside. It is fetched when a match is near: a
 * visitor who has just followed a link waits for less.
 */
import { keepAwake } from '../../awake.js';
import { attr, h, keyedViews, s, setText, show } from '../../dom.js';
import { levelOf, nameAt } from '../../format/names.js';
import { notationInWords } from '../../format/notation.js';
import { overPhase } from '../../format/over.js';
import { kindOf, turnsOf } from '../../games/index.js';
import { factsOf, loadTexts, t } from '../../i18n/index.js';
import { mayRequest } from '../../select.js';
import { button } from '../../views/widgets.js';
import { chair } from './chair.js';
import { dockView } from './dock.js';
import { momentView } from './moment.js';
import { motionView } from './motion.js';
import { leavingDialog, promptsView } from './prompts.js';
import { seatsView } from './seats.js';
import { lobbyButton, ownTableButton } from './waiting.js';

await loadTexts('match');

/** @import { Actions } from '../../actions.js' */
/** @import { GameViews } from '../../games/contract.js' */
/** @import { OpenSeatMenu, Outside, Table } from '../../state.js' */

/** @typedef {ReturnType<typeof matchView>} MatchView */

/**
 * @typedef {object} Place
 * @property {HTMLElement} element the table
 * @property {HTMLElement} felt
 * @property {Actions} actions
 * @property {OpenSeatMenu} meet
 * @property {() => void} redraw draws the table anew
 * @property {GameViews} views of the table's game
 */

/**
 * Puts what shows a match into its places at the table: players round the felt, the layout in the
 * middle, the own hand below.
 * @param {Place} place
 */
export function matchView({ element, felt, actions, meet, redraw, views }) {
  const game = views.open({ actions, origin: (thing) => moving.origin(thing) });
  const { board, status } = game;
  const seats = seatsView(actions, meet, game.mark);
  const dock = dockView(actions, game, meet);
  const leaving = leavingDialog(actions);
  const direction = directionView();
  const moment = momentView(views.finish);
  felt.prepend(direction.element, seats.element, moment.element, board.element);
  felt.append(status.element);
  felt.after(dock.element);
  element.append(leaving.element);
  const moving = motionView({ element, game, dock, actions, redraw });
  return {
    leaving,
    before: moving.before,
    after: moving.after,
    end() {
      keepAwake(false);
      moving.end();
    },
    focus: dock.focus,
    /** @param {Table} table */
    draw(table) {
      const { status: stands } = table.room;
      const open = stands === 'open';
      // The game's style sheet may lay the page out.
      attr(element, 'data-game', kindOf(table.room));
      keepAwake(stands === 'playing' && table.me.seat === null);
      const over = overPhase(table);
      attr(element, 'data-over', over ? 'true' : null);
      if (over) moment.draw(table, over);
      else moment.hide(table);
      for (const part of [direction, seats, board, status]) {
        show(part.element, !open);
        if (!open) part.draw(table);
      }
      dock.draw(table);
    },
  };
}

/** An arrow printed on the felt: the way that turns go round the table. With two players both ways are one. */
function directionView() {
  const arrow = s('path', { d: 'M12 62A40 40 0 0 1 78 21M65 19l14 2-3 14' });
  const drawing = s('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, arrow);
  const element = h('div.felt-turns.centre', drawing);
  return {
    element,
    /** @param {Table} table */
    draw({ room }) {
      attr(element, 'data-turns', room.seats.length > 2 ? turnsOf(room) : null);
    },
  };
}

/** A match that only its players see: its seats, and a way to ask for one. @param {Actions} actions */
export function outsideView(actions) {
  const rules = h('p.hint');
  const hint = h('p');
  const list = h('ul.chairs', { role: 'list', 'aria-label': t('table.seats') });
  const prompts = promptsView(actions);
  const own = ownTableButton(actions);
  const element = h(
    'main.card.outside',
    { testid: 'outside' },
    h('h1', t('outside.title')),
    rules,
    hint,
    list,
    prompts.element,
    own.element,
    lobbyButton(actions),
  );
  return {
    element,
    /** @param {Outside} table */
    draw(table) {
      const { seats, notation, boards } = table.room;
      setText(rules, notationInWords(notation, boards));
      const computers = seats.some((sitter) => sitter?.computer);
      setText(hint, t(computers ? 'outside.ask_hint' : 'outside.wait_hint'));
      // Nobody is let in to a table while others have the same tiles before them.
      show(hint, boards === undefined);
      own.draw(table.room, !computers && boards === undefined);
      const chairs = seats.map(() => table);
      keyedViews(
        list,
        chairs,
        (_, seat) => [seat],
        (_, seat) => outsideChair(seat, actions),
      );
      prompts.draw(table);
    },
  };
}

/** A seat of a match that only its players see. @param {number} seat @param {Actions} actions */
function outsideChair(seat, actions) {
  const ask = button(t('request.ask'), {
    kind: 'small primary',
    testid: `ask-${seat}`,
    press: () => actions.requestSeat(seat),
  });
  const { element, draw } = chair(seat, ask);
  return {
    element,
    /** @param {Outside} table */
    draw(table) {
      const { room, presence } = table;
      const who = nameAt(room, seat);
      const here = presence.seats[seat] ?? false;
      const how = [
        levelOf(room.seats[seat]),
        room.seats[seat]?.host && t('seat.host'),
        !here && t('seat.away'),
      ];
      draw(table, who, factsOf(how));
      show(ask, mayRequest(table, seat));
      attr(ask, 'aria-label', t('request.ask_at', { who, n: seat + 1 }));
    },
  };
}
