// @ts-check
/** The verify panel of a record: every round of it, against its transcript. */
import { h, setText, show } from '../../dom.js';
import { recordCheck } from '../../fair/record.js';
import { t } from '../../i18n/index.js';
import { fairPanel, holds } from '../fair/panel.js';

/** @typedef {import('./proof.js').Proved} Proved */
/** @typedef {import('../../fair/check.js').Report} Report */

/**
 * Checks all rounds, one after the other, and shows the first that doesn't hold, or the first.
 * @param {Proved} record
 */
export function recordFairView({ fairness, transcript, rules, seats }) {
  const all = h('p', { class: 'fair-verdict', role: 'status', 'data-testid': 'fair-all' });
  const checks = recordCheck(fairness, { transcript, rules });
  /** @type {Map<number, Report>} */
  const known = new Map();
  let chosen = 0;
  const panel = fairPanel(choose);
  const element = h('div', { class: 'fair' }, all, panel.element);
  let left = false;

  /** @param {number} round */
  async function choose(round) {
    chosen = round;
    panel.begin(round);
    const report = known.get(round) ?? (await checks.check(round));
    known.set(round, report);
    if (chosen !== round) return report;
    panel.tell({ proof: fairness, round, report }, (seat) => seats[seat]?.name ?? '');
    return report;
  }

  async function checkAll() {
    panel.offer(checks.rounds);
    show(all, checks.rounds > 0);
    const bad = [];
    for (let round = 1; round <= checks.rounds && !left; round += 1) {
      setText(all, t('fair.progress', { n: round, all: checks.rounds }));
      const report = round === 1 ? await choose(1) : await checks.check(round);
      known.set(round, report);
      if (holds(report)) continue;
      bad.push(round);
      panel.mark(round);
      if (bad.length === 1 && chosen === 1) void choose(round);
    }
    if (left) return;
    const n = checks.rounds;
    all.dataset.result = bad.length > 0 ? 'bad' : 'good';
    setText(
      all,
      bad.length > 0 ? t('fair.some_bad', { rounds: bad.join(', ') }) : t('fair.all_rounds', { n }),
    );
  }

  void checkAll();
  return {
    element,
    end() {
      left = true;
    },
  };
}
