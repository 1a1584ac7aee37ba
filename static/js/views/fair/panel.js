/** What was found of a deal: a verdict, what isn't good, and, folded, all that the deal was made of. */
import '../later.js';
import { attr, changes, fill, h, setText, show } from '../../dom.js';
import { verdictOf } from '../../fair/check.js';
import { dealNotes, roundReport } from '../../fair/notes.js';
import { dealVerdict, endedRounds, isSealed } from '../../fair/verdict.js';
import { reasonOf, verdictInWords } from '../../format/deal.js';
import { nameAt } from '../../format/names.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { bone } from '../../tiles/tile.js';
import { button, cancelButton, copyButton, dialog, dialogActions } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Report } from '../../fair/check.js' */
/** @import { Check, Verdict } from '../../format/deal.js' */
/** @import { Fairness, Receipt } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */

/** @typedef {(seat: number) => string} NameOf */
/**
 * What is known of a round.
 * @typedef {object} Known
 * @property {Fairness} proof
 * @property {number} round
 * @property {Report | null} report null for a round that this browser has not checked
 * @property {Receipt} [receipt] from before this browser told its seed
 */

/** @param {(round: number) => void} choose a round is to be looked at */
export function fairPanel(choose) {
  const verdict = h('p.fair-verdict', { role: 'status', testid: 'fair-verdict' });
  const checks = h('ul.fair-checks', { role: 'list' });
  const calledOff = h('p.hint', { testid: 'fair-called-off', hidden: true });
  const rounds = h('div.fair-rounds', { role: 'group', 'aria-label': t('fair.rounds') });
  const parts = h('div.fair-result');
  const summary = h('summary', { testid: 'fair-details' }, t('fair.details'));
  const details = h('details.more', { hidden: true }, summary, rounds, parts);
  /** For each round, from the first. @type {HTMLElement[]} */
  let buttons = [];
  const isNew = changes();
  return {
    element: h('div.fair', verdict, checks, calledOff, details),
    /** Offers the rounds of a match. @param {number} count */
    offer(count) {
      buttons = Array.from({ length: count }, (_, i) => roundButton(i + 1, choose));
      fill(rounds, ...buttons);
      fill(parts);
      show(details, count > 0);
    },
    /** A round is chosen. @param {number} round */
    begin(round) {
      fill(parts);
      for (const [i, one] of buttons.entries()) attr(one, 'aria-pressed', String(i + 1 === round));
    },
    /** Marks a round that doesn't hold. @param {number} round */
    mark(round) {
      attr(buttons[round - 1], 'data-result', 'bad');
      attr(buttons[round - 1], 'aria-label', t('fair.bad_round', { n: round }));
    },
    /** Says something in place of the verdict. @param {string} words */
    say(words) {
      attr(verdict, 'data-result', null);
      setText(verdict, words);
    },
    /** @param {Verdict} found */
    tell(found) {
      if (!isNew(found)) return;
      attr(verdict, 'data-result', found.result ?? 'unseen');
      setText(verdict, verdictInWords(found));
      fill(checks, ...furtherChecks(found));
    },
    /** How many deals came to nothing. @param {import('../../fair/verdict.js').Verdict} found */
    count({ calledOff: n, unshown }) {
      show(calledOff, n + unshown > 0);
      const words =
        unshown > 0 ? t('fair.count_unshown', { n: n + unshown }) : t('fair.count', { n });
      setText(calledOff, words);
    },
    /** @param {Known} known @param {NameOf} nameOf */
    show: (known, nameOf) => fill(parts, ...roundParts(known, nameOf)),
  };
}

/** @param {number} n @param {(n: number) => void} choose */
const roundButton = (n, choose) =>
  button(t('table.round', { n }), {
    kind: 'small',
    testid: `fair-${n}`,
    press: () => void choose(n),
  });

/** What isn't good besides the worst, which the verdict says. @param {Verdict} found */
function furtherChecks(found) {
  const [worst, ...others] = found.checks;
  const said = new Set([worst && reasonOf(worst)]);
  return others.filter((one) => !said.has(reasonOf(one)) && said.add(reasonOf(one))).map(checkRow);
}

/** @param {Check} check */
const checkRow = (check) =>
  h(
    'li.fair-check',
    { 'data-result': check.result, testid: `fair-${check.what}` },
    icon(check.result === 'bad' ? 'close' : 'eye'),
    h('span', reasonOf(check)),
  );

/** @param {Known} known @param {NameOf} nameOf */
function roundParts({ proof, round, report, receipt }, nameOf) {
  const { hands = [], boneyard = [] } = report ?? {};
  const rounds = proof.rounds.filter((one) => one.round === round);
  const others = proof.section?.length ?? 0;
  return [
    hands.length > 0 && h('h3', t('fair.hands')),
    ...hands.map((hand, seat) => tiles(nameOf(seat), hand)),
    boneyard.length > 0 && tiles(t('table.boneyard'), boneyard),
    others > 0 && h('p.hint', { testid: 'fair-same' }, t('fair.same', { n: others })),
    values(proof, rounds[0]?.secret ?? '', nameOf),
    h(
      'div.fair-copies',
      ...copyJson('fair.copy', { ...proof, rounds }),
      ...(receipt ? copyJson('fair.copy_receipt', receipt) : []),
    ),
  ];
}

/** @param {string} name @param {string[]} list */
function tiles(name, list) {
  const drawn = list.map((tile) => bone(tile, 'bone left-bone'));
  return h(
    'div.fair-hand',
    h('span.fair-name', name),
    h('span.fair-tiles', { 'aria-hidden': 'true' }, ...drawn),
    h('span.unseen', list.join(', ')),
  );
}

/** What a deal was made of. @param {Fairness} proof @param {string} secret @param {NameOf} nameOf */
function values({ commitment, seats }, secret, nameOf) {
  const seeds = seats.map(({ seed }, seat) => [
    t('fair.seed_of', { name: nameOf(seat) }),
    seed ?? t('fair.seed_none'),
  ]);
  const rows = [[t('fair.commitment'), commitment], [t('fair.secret'), secret], ...seeds];
  const listed = rows.flatMap(([name, value]) => [h('dt', name), h('dd', value)]);
  return h('dl.fair-values', ...listed);
}

/** A button that copies something as JSON. @param {'fair.copy' | 'fair.copy_receipt'} label @param {object} what */
const copyJson = (label, what) =>
  copyButton(t(label), () => JSON.stringify(what, null, 2), {
    kind: 'small',
    testid: label.replace('.', '-'),
  });

/** @param {Actions} actions */
export function verifyView(actions) {
  const panel = fairPanel(choose);
  let chosen = 0;
  const isOther = changes();
  const isNew = changes();

  /** @param {number} round */
  function choose(round) {
    chosen = round;
    panel.begin(round);
    actions.prove(round);
  }

  return {
    element: panel.element,
    /** @param {Table} table */
    draw(table) {
      const { id, room, proof } = table;
      const verdict = dealVerdict(table);
      panel.tell(verdict);
      panel.count(verdict);
      // Until all tables with the same deals have ended, there is nothing to look at.
      const ended = isSealed(room) ? 0 : endedRounds(table);
      if (isOther(id, room.match, ended)) {
        panel.offer(ended);
        if (ended > 0) choose(ended);
      }
      const reports = Array.from({ length: ended }, (_, i) =>
        roundReport(table, room.match, i + 1),
      );
      for (const [i, one] of reports.entries()) {
        if (one && verdictOf(one) === 'bad') panel.mark(i + 1);
      }
      if (proof?.match !== room.match || proof.rounds[0]?.round !== chosen) return;
      const report = reports[chosen - 1] ?? null;
      if (!isNew(proof, report)) return;
      const receipt = dealNotes.find(id, room.match)?.receipt;
      panel.show({ proof, round: chosen, report, receipt }, (seat) => nameAt(room, seat));
    },
  };
}

export function howDialog() {
  return dialog(
    { name: 'fair-how', title: t('front.honest'), kind: 'small', testid: 'fair-how' },
    h('p', t('fair.how')),
    h('p', t('fair.where')),
    dialogActions(cancelButton(t('app.close'))),
  );
}
