/**
 * The tutorial's table: a store of its own, with the client's own reducer and actions, at which
 * the steps answer in place of a server.
 */
import { createActions } from '../../actions.js';
import { reduce } from '../../reduce.js';
import { createStore, initial } from '../../state.js';
import { drew, opening, played, STEPS, TABLE } from './steps.js';

/** @import { ClientMessage } from '../../protocol.js' */

/** @typedef {'do' | 'play' | 'other' | 'done'} Moment */

/** Between two tiles that are drawn, in milliseconds: time to see each. */
const DRAW_MS = 1300;

/** @param {(moment: Moment) => void} tell is called when a step has come to another moment */
export function tutorialGame(tell) {
  const store = createStore(initial({ page: 'table', table: TABLE, invite: null }), reduce);
  let at = 0;
  let v = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const view = () => store.get().table?.view ?? null;
  const next = () => {
    v += 1;
    return v;
  };

  /** @param {ClientMessage} message */
  function send(message) {
    if (message.type !== 'play') return true;
    const now = view();
    const answer = STEPS[at].answers[`${message.tile} ${message.arm}`];
    if (!answer || !now) return true;
    store.dispatch(played(at, answer, next()));
    tell(answer.again ? 'other' : 'done');
    return true;
  }

  /** @param {number} i which tile is drawn next */
  function draw(i) {
    const one = STEPS[at].draws[i];
    const now = view();
    if (!one || !now) return;
    store.dispatch(drew(at, one, now, next()));
    if (i + 1 < STEPS[at].draws.length) timer = setTimeout(() => draw(i + 1), DRAW_MS);
    else tell('play');
  }

  return {
    store,
    actions: createActions(store, { send, go: () => {} }),
    /** Begins a step. @param {number} step */
    begin(step) {
      at = step;
      clearTimeout(timer);
      store.dispatch(opening(at, next()));
      tell('do');
      if (STEPS[at].draws.length > 0) timer = setTimeout(() => draw(0), DRAW_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
