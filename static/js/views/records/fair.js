/** The verify panel of a record: every round of it, against its transcript. */
import { h, setText, show } from '../../dom.js';
import { verdictOf } from '../../fair/check.js';
import { isRecordSigned } from '../../fair/receipt.js';
import { recordCheck } from '../../fair/record.js';
import { namesOf } from '../../format/names.js';
import { joinList, t } from '../../i18n/index.js';
import { fairPanel } from '../fair/panel.js';

/** @import { Report } from '../../fair/check.js' */
/** @import { Proved } from './proof.js' */

/**
 * Checks all rounds, one after the other, and shows the first that doesn't hold, or the first.
 * @param {Proved} record
 */
export function recordFairView({ id, fairness, transcript, rules, seats, record }) {
  const all = h('p', { class: 'fair-verdict', role: 'status', 'data-testid': 'fair-all' });
  const key = record?.signed?.key;
  const checks = recordCheck(fairness, { id, transcript, rules, key });
  /** @type {Map<number, Report>} */
  const known = new Map();
  let chosen = 0;
  const panel = fairPanel(choose);
  const limits = h('p', { class: 'hint' }, t('fair.deal_only'));
  const element = h('div', { class: 'fair' }, all, limits, signature(record), panel.element);
  let left = false;

  /** @param {number} round */
  async function choose(round) {
    chosen = round;
    panel.begin(round);
    const report = known.get(round) ?? (await checks.check(round));
    known.set(round, report);
    if (chosen !== round) return report;
    const { receipt } = checks;
    const names = namesOf(
      seats.map((seat) => ({ ...seat, name: seat.name ?? t('record.a_player') })),
    );
    panel.tell({ proof: fairness, round, report, receipt }, (seat) => names[seat]);
    return report;
  }

  async function checkAll() {
    panel.offer(checks.rounds);
    show(all, checks.rounds > 0);
    const bad = [];
    let isSeen = true;
    for (let round = 1; round <= checks.rounds && !left; round += 1) {
      setText(all, t('fair.progress', { n: round, all: checks.rounds }));
      const report = round === 1 ? await choose(1) : await checks.check(round);
      known.set(round, report);
      const verdict = verdictOf(report);
      isSeen &&= verdict !== 'unseen';
      if (verdict !== 'bad') continue;
      bad.push(round);
      panel.mark(round);
      if (bad.length === 1 && chosen === 1) void choose(round);
    }
    if (left) return;
    const result = bad.length > 0 ? 'bad' : isSeen ? 'good' : 'unseen';
    all.dataset.result = result;
    setText(all, t(`fair.all.${result}`, { n: checks.rounds, rounds: joinList(bad) }));
  }

  void checkAll();
  const end = () => {
    left = true;
  };
  return { element, end };
}

/**
 * Whether a record is as its server gave it out, which key has signed it, and how much of the server's
 * log there was then.
 * @param {Proved['record']} record
 */
function signature(record) {
  const { signed } = record ?? {};
  const props = { class: 'hint fair-signed', 'data-testid': 'fair-signed' };
  if (!record || !signed) return h('p', props, t('fair.unsigned'));
  const line = h('p', props);
  isRecordSigned(record).then((holds) => {
    line.dataset.result = holds === false ? 'bad' : 'good';
    // What doesn't hold may lack any of its parts.
    if (holds === false) return setText(line, t('fair.signed_bad'));
    const { key, log } = signed;
    const told = holds ? 'fair.signed' : 'fair.signed_kept';
    const entries = t('fair.entries', { n: log.size });
    setText(line, t(told, { key, tree: log.tree, entries }));
  });
  return line;
}
