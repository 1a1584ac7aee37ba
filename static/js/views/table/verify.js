/** The verify panel of a table: makes the deal of a finished round again, and says what agrees. */
import { checkRound } from '../../fair/check.js';
import { witnessOf } from '../../fair/partner.js';
import { nameAt } from '../../format/words.js';
import { fairPanel } from '../fair/panel.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Fairness } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */

/** The rounds that have ended, also by giving up the match. @param {Table} table */
function endedRounds({ view, room }) {
  if (!view || room.status === 'open') return 0;
  const { phase, round } = view.board;
  return phase.type === 'playing' && room.status === 'playing' ? round - 1 : round;
}

/** @param {Actions} actions */
export function verifyView(actions) {
  const panel = fairPanel(choose);
  let chosen = 0;
  /** Which proof is shown or being checked. @type {Fairness | null} */
  let checked = null;
  /** For which table, match and rounds the buttons are. */
  let drawn = '';

  /** @param {number} round */
  function choose(round) {
    chosen = round;
    checked = null;
    panel.begin(round);
    actions.prove(round);
  }

  /** @param {Table} table @param {Fairness} proof */
  async function check(table, proof) {
    checked = proof;
    const round = chosen;
    const witness = witnessOf(table, proof.match, round);
    const report = await checkRound(proof, round, table.room.rules, witness);
    if (checked !== proof) return;
    const { receipt } = witness.note ?? {};
    panel.tell({ proof, round, report, receipt }, (seat) => nameAt(table.room, seat));
  }

  return {
    element: panel.element,
    /** @param {Table} table */
    draw(table) {
      const ended = endedRounds(table);
      const now = `${table.id} ${table.room.match} ${ended}`;
      if (now !== drawn) {
        drawn = now;
        panel.offer(ended);
        if (ended > 0) choose(ended);
      }
      const { proof } = table;
      const wanted = proof?.match === table.room.match && proof.rounds[0]?.round === chosen;
      if (proof && wanted && proof !== checked) void check(table, proof);
    },
  };
}
