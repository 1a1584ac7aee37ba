/** What was found of the deals of a record: every round of it, against its transcript. */
import { h, setText } from '../../dom.js';
import { verdictOf } from '../../fair/check.js';
import { recordCheck } from '../../fair/record.js';
import { isRecordSigned } from '../../fair/signature.js';
import { namesOf } from '../../format/names.js';
import { t } from '../../i18n/index.js';
import { fairPanel } from '../fair/panel.js';

/** @import { Check, Report } from '../../fair/check.js' */
/** @import { Proved } from './proof.js' */

/**
 * Checks all rounds, one after the other, and shows the first that doesn't hold, or the first.
 * @param {Proved} record
 */
export async function recordFairView({ id, fairness, transcript, rules, seats, record }) {
  const key = record?.signed?.key;
  const checks = await recordCheck(fairness, { id, transcript, rules, seats, key });
  const names = namesOf(
    seats.map((seat) => ({ ...seat, name: seat.name ?? t('record.a_player') })),
  );
  /** @type {Map<number, Report>} */
  const known = new Map();
  let chosen = 0;
  const panel = fairPanel(choose);
  const limits = h('p.hint', t('fair.deal_only'));
  const element = h('div.fair', panel.element, limits, signature(record));
  let left = false;

  /** @param {number} round */
  async function choose(round) {
    chosen = round;
    panel.begin(round);
    const report = await reportOf(round);
    if (chosen !== round) return;
    const { receipt } = checks;
    panel.show({ proof: fairness, round, report, receipt }, (seat) => names[seat]);
  }

  /** @param {number} round */
  async function reportOf(round) {
    const report = known.get(round) ?? (await checks.check(round));
    known.set(round, report);
    return report;
  }

  async function checkAll() {
    panel.offer(checks.rounds);
    /** @type {Check[]} */
    const found = [];
    for (let round = 1; round <= checks.rounds && !left; round += 1) {
      panel.say(t('fair.progress', { n: round, all: checks.rounds }));
      const report = await reportOf(round);
      const isBad = verdictOf(report) === 'bad';
      const isFirst = isBad && !found.some(({ result }) => result === 'bad');
      if (isBad) panel.mark(round);
      if (round === 1 || (isFirst && chosen === 1)) void choose(round);
      found.push(...report.checks);
    }
    if (left) return;
    const worst = ['bad', 'unseen'].flatMap((one) => found.filter(({ result }) => result === one));
    const none = checks.rounds > 0 ? 'good' : 'unseen';
    panel.tell({ result: worst[0]?.result ?? none, checks: worst });
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
  const props = { class: 'hint fair-signed', testid: 'fair-signed' };
  if (!record || !signed) return h('p', props, t('fair.unsigned'));
  const line = h('p', props);
  isRecordSigned(record).then((holds) => {
    line.dataset.result = holds === null ? 'unseen' : holds ? 'good' : 'bad';
    if (holds === null) return setText(line, t('fair.unseen.signature'));
    // What doesn't hold may lack any of its parts.
    if (!holds) return setText(line, t('fair.signed_bad'));
    const entries = t('fair.entries', { n: signed.log.size });
    setText(line, t('fair.signed', { key: signed.key, entries }));
  });
  return line;
}
