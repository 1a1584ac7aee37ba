/** What is wrong with the deals of the visitor's matches in a duplicate, whose tables were left before the proofs came. */
import { changes, h, setText, show } from '../../dom.js';
import { checkLeft, faultsOf } from '../../fair/left_tables.js';
import { dealNotes } from '../../fair/notes.js';
import { verdictInWords } from '../../format/deal.js';

/** @import { Shown } from '../../tournament.js' */

export function dealsView() {
  const element = h('p.event-fault', {
    role: 'alert',
    testid: 'event-deals',
    hidden: true,
  });
  const isOther = changes();

  /** @param {string} tournament */
  function tell(tournament) {
    const checks = faultsOf(tournament);
    show(element, checks.length > 0);
    setText(element, checks.length > 0 ? verdictInWords({ result: 'bad', checks }) : '');
  }
  return {
    element,
    /** @param {Shown} shown */
    draw({ id, head: { round, phase } }) {
      if (!isOther(id, round, phase)) return;
      const told = () => tell(id);
      told();
      // Records that can't be fetched now are asked for with the next round.
      checkLeft(dealNotes.ofTournament(id)).then(told, told);
    },
  };
}
