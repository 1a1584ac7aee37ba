/**
 * The felt of the front page: a table in play, whose first tap is a move. The rest of its round is fetched then, and
 * so is what stands there for another game than that of the table.
 */
import { attr, fill, h, setText, show } from '../../dom.js';
import { fetchLesson, LINE } from '../../games/index.js';
import { t } from '../../i18n/index.js';
import { once } from '../../loader.js';
import { bone, openingTiles } from '../../tiles/tile.js';
import { fetchedPart } from '../fetched.js';
import { button } from '../widgets.js';
import { scoreLine, TAUGHT } from './score_line.js';

/** @import { Actions } from '../../actions.js' */

/** The visitor's hand, as the lesson has it, and whether each tile fits. */
const HAND = /** @type {const} */ ([
  ['2-1', true],
  ['6-0', true],
  ['5-0', false],
  ['4-0', false],
]);

/** How many tiles the other player holds. */
const OTHER_HOLDS = 3;

const fetchFirst = once(() => fetchLesson(LINE));

/** @param {Actions} actions @param {(isOver: boolean) => void} over is told whether the round is over */
export function feltView(actions, over) {
  const line = h('p.front-line', { role: 'status', testid: 'lesson-text' });
  const again = button(t('front.again'), { kind: 'small', testid: 'lesson-again', press: begin });
  const place = h('div.front-place');
  /** @type {ReturnType<Awaited<ReturnType<typeof fetchLesson>>['lessonView']> | null} */
  let lesson = null;
  let ended = false;

  /** @param {string} text @param {boolean} isOver */
  function tell(text, isOver) {
    setText(line, text);
    attr(line, 'data-kind', text === t('front.move') ? 'move' : null);
    show(again, isOver);
    over(isOver);
  }

  function begin() {
    lesson?.begin();
    lesson?.focus();
  }

  /** The first move. @param {string} tile @param {boolean} byKeyboard */
  async function play(tile, byKeyboard) {
    const program = await fetchFirst().catch(() => null);
    if (ended || lesson) return;
    if (!program) return actions.sorry();
    lesson = program.lessonView(tell);
    fill(place, lesson.element);
    lesson.begin();
    lesson.tap(tile);
    if (byKeyboard) lesson.focus();
  }

  const { element: still, focus } = stillTable(play);
  fill(place, still);
  tell(t('front.move'), false);
  const named = { class: 'front-table stack', 'aria-label': t('lobby.title') };
  const table = h('section', named, place, h('div.front-say.row', line, again));
  const other = fetchedPart('front-game', async () => {
    const { openGameView } = await import('./game.js');
    return openGameView(actions);
  });
  const element = h('div.front-felt', table, other.element);
  return {
    element,
    /** Shows a game: what is taught as the table. @param {string} preset @param {boolean} isAddressed */
    draw(preset, isAddressed) {
      const isTaught = preset === TAUGHT && !isAddressed;
      attr(element, 'data-shown', isTaught ? 'table' : isAddressed ? 'page' : 'game');
      if (!isTaught) other.draw({ preset, isAddressed });
    },
    /** Leads the visitor to the hand, also where the table has given way to the visitor's own ones. */
    focus() {
      attr(element, 'data-wanted', 'true');
      if (lesson) lesson.focus();
      else focus();
    },
    end() {
      ended = true;
      lesson?.stop();
    },
  };
}

/** The table before the first move. @param {(tile: string, byKeyboard: boolean) => Promise<unknown>} play */
function stillTable(play) {
  const hand = HAND.map(([tile, fits]) => {
    if (!fits) return h('span.held', { 'data-dim': 'true' }, bone(tile));
    return button(bone(tile), {
      class: 'held',
      testid: `tile-${tile}`,
      'data-playable': 'true',
      'aria-label': t('front.play_tile', { tile }),
      // What is fetched for the move is likely to be there when the finger is lifted.
      onpointerenter: () => void fetchFirst().catch(() => {}),
      press: ({ detail }) => play(tile, detail === 0),
    });
  });
  const named = { role: 'group', 'aria-label': t('table.hand') };
  const head = scoreLine();
  head.draw([0, 0], OTHER_HOLDS);
  return {
    element: h(
      'div.still',
      head.element,
      h('div.still-board', { 'aria-hidden': 'true' }, ...openingTiles()),
      h('div.hand', { ...named }, ...hand),
    ),
    focus: () => /** @type {HTMLElement} */ (hand[0]).focus(),
  };
}
