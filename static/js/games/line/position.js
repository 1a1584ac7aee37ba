/** The positions of a recorded round. Pure. */

/** @import { Laid, LineView, VisibleEvent } from '../../protocol.js' */
/** @import { ReplayRound } from './types.js' */

/**
 * A round in one piece: what happened and was laid until each step is its beginning, and which tiles each
 * seat had from which step on. Put together once, or each step would put the round together anew.
 * @typedef {object} RoundContents
 * @property {VisibleEvent[]} history
 * @property {Laid[]} layout
 * @property {{ events: number, laid: number }[]} until
 * @property {{ tile: string, since: number }[][]} had by seat
 */

/** @type {WeakMap<ReplayRound, RoundContents>} */
const contents = new WeakMap();

/** @param {ReplayRound} round @returns {RoundContents} */
function roundContents(round) {
  const known = contents.get(round);
  if (known) return known;
  /** @type {RoundContents} */
  const made = { history: [], layout: [], until: [], had: [] };
  for (const [since, { position }] of round.steps.entries()) {
    const { events, hands } = position.line;
    for (const [seat, hand] of hands.entries()) {
      made.had[seat] ??= [];
      const had = made.had[seat];
      for (const tile of hand) if (!had.some((one) => one.tile === tile)) had.push({ tile, since });
    }
    made.history.push(...events);
    for (const event of events) {
      if (event.type !== 'played') continue;
      made.layout.push({ tile: event.tile, seat: event.seat, joint: event.joint });
    }
    made.until.push({ events: made.history.length, laid: made.layout.length });
  }
  contents.set(round, made);
  return made;
}

/** @param {ReplayRound} round @param {number} step @returns {LineView} */
export function position(round, step) {
  const { history, layout, until } = roundContents(round);
  const { events, laid } = until[step];
  const { position } = round.steps[step];
  return {
    board: position.line.board,
    layout: layout.slice(0, laid),
    history: history.slice(0, events),
    own: null,
  };
}

/** What has led to a step. @param {ReplayRound} round @param {number} step */
export const happened = (round, step) => round.steps[step].position.line.events;

/** What each seat has held until a step. @param {ReplayRound} round @param {number} step */
export function hands(round, step) {
  const { had } = roundContents(round);
  return round.steps[step].position.line.hands.map((hand, seat) =>
    had[seat]
      .filter(({ since }) => since <= step)
      .map(({ tile }) => ({ tile, held: hand.includes(tile) })),
  );
}
