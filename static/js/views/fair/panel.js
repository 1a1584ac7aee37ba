/** What verifying a deal looks like: the rounds, a verdict, what was checked and what it was made of. */
import { attr, changes, fill, h, setText, show } from '../../dom.js';
import { checkRound, verdictOf } from '../../fair/check.js';
import { witnessOf } from '../../fair/partner.js';
import { nameAt } from '../../format/names.js';
import { t, textOrNull } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { bone } from '../../tile.js';
import '../later.js';
import { button, copyButton } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Check, Report } from '../../fair/check.js' */
/** @import { Fairness, Receipt } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */

/** @typedef {(seat: number) => string} NameOf */
/**
 * The result of checking a round.
 * @typedef {object} Found
 * @property {Fairness} proof
 * @property {number} round
 * @property {Report} report
 * @property {Receipt} [receipt] from before this browser told its seed
 */

/** @param {(round: number) => void} choose a round is to be looked at */
export function fairPanel(choose) {
  const none = h('p', { class: 'hint' }, t('fair.none'));
  const rounds = h('div', { class: 'fair-rounds', role: 'group', 'aria-label': t('fair.rounds') });
  const verdict = h('p', { class: 'fair-verdict', role: 'status', 'data-testid': 'fair-verdict' });
  const parts = h('div', { class: 'fair-result' });
  /** For each round, from the first. @type {HTMLElement[]} */
  let buttons = [];
  return {
    element: h('div', { class: 'fair' }, h('p', {}, t('fair.intro')), none, rounds, verdict, parts),
    /** Offers the rounds of a match. @param {number} count */
    offer(count) {
      buttons = Array.from({ length: count }, (_, i) => roundButton(i + 1, choose));
      fill(rounds, ...buttons);
      show(none, count === 0);
      show(verdict, count > 0);
      fill(parts);
    },
    /** A round is being checked. @param {number} round */
    begin(round) {
      attr(verdict, 'data-result', null);
      setText(verdict, t('fair.checking', { n: round }));
      fill(parts);
      for (const [i, one] of buttons.entries()) attr(one, 'aria-pressed', String(i + 1 === round));
    },
    /** Marks a round that doesn't hold. @param {number} round */
    mark(round) {
      attr(buttons[round - 1], 'data-result', 'bad');
      attr(buttons[round - 1], 'aria-label', t('fair.bad_round', { n: round }));
    },
    /** Shows the result. @param {Found} found @param {NameOf} nameOf */
    tell(found, nameOf) {
      const result = verdictOf(found.report);
      attr(verdict, 'data-result', result);
      setText(verdict, t(`fair.verdict.${result}`, { n: found.round }));
      fill(parts, ...reportParts(found, nameOf));
    },
  };
}

/** @param {number} n @param {(n: number) => void} choose */
const roundButton = (n, choose) =>
  button(t('table.round', { n }), {
    kind: 'small',
    testid: `fair-${n}`,
    press: () => void choose(n),
  });

/** @param {Found} found @param {NameOf} nameOf */
function reportParts({ proof, round, report: { checks, hands, boneyard }, receipt }, nameOf) {
  const places = proof.first + round - 1;
  // What doesn't agree comes first, and then what this browser hasn't seen.
  const sorted = ['bad', 'unseen', 'good'].flatMap((one) => checks.filter((c) => c.result === one));
  const rows = sorted.map((one) => checkRow(one, places));
  const list = h('ul', { class: 'fair-checks', role: 'list' }, ...rows);
  if (hands.length === 0) return [list];
  return [
    list,
    h('h3', {}, t('fair.hands')),
    ...hands.map((hand, seat) => tiles(nameOf(seat), hand)),
    boneyard.length > 0 ? tiles(t('table.boneyard'), boneyard) : null,
    values({ proof, round, receipt }, nameOf),
  ];
}

/** @param {Check} check @param {number} places */
function checkRow({ what, result }, places) {
  const picture = result === 'good' ? 'check' : result === 'bad' ? 'close' : 'eye';
  return h(
    'li',
    { class: 'fair-check', 'data-result': result, 'data-testid': `fair-${what}` },
    icon(picture),
    h('span', {}, textOrNull(`fair.${what}.${result}`, { times: t('fair.times', { n: places }) })),
  );
}

/** @param {string} name @param {string[]} list */
function tiles(name, list) {
  const drawn = list.map((tile) => bone(tile, 'bone summary-bone'));
  return h(
    'div',
    { class: 'fair-hand' },
    h('span', { class: 'fair-name' }, name),
    h('span', { class: 'fair-tiles', 'aria-hidden': 'true' }, ...drawn),
    h('span', { class: 'unseen' }, list.join(', ')),
  );
}

/**
 * What the deal was made of, to be copied.
 * @param {Pick<Found, 'proof' | 'round' | 'receipt'>} found
 * @param {NameOf} nameOf
 */
function values({ proof, round, receipt }, nameOf) {
  const rounds = proof.rounds.filter((one) => one.round === round);
  const secret = rounds[0]?.secret ?? '';
  const seeds = proof.seats.map(({ commitment, seed }, seat) => [
    t('fair.seed_of', { name: nameOf(seat) }),
    seed ?? t(commitment === null ? 'fair.seed_none' : 'fair.seed_withheld'),
  ]);
  const rows = [
    [t('fair.commitment'), proof.commitment],
    [t('fair.secret.title'), secret],
    [t('fair.place'), String(proof.first + round - 1)],
    ...seeds,
  ];
  const listed = rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]);
  return h(
    'details',
    { class: 'more' },
    h('summary', { 'data-testid': 'fair-values' }, t('fair.values')),
    h('dl', { class: 'fair-values' }, ...listed),
    h(
      'div',
      { class: 'fair-copies' },
      ...copyJson('fair.copy', { ...proof, rounds }),
      ...(receipt ? copyJson('fair.copy_receipt', receipt) : []),
    ),
  );
}

/** A button that copies something as JSON. @param {'fair.copy' | 'fair.copy_receipt'} label @param {object} what */
const copyJson = (label, what) =>
  copyButton(t(label), () => JSON.stringify(what, null, 2), {
    kind: 'small',
    testid: label.replace('.', '-'),
  });

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
  const isNew = changes();

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
      if (isNew(table.id, table.room.match, ended)) {
        panel.offer(ended);
        if (ended > 0) choose(ended);
      }
      const { proof } = table;
      const wanted = proof?.match === table.room.match && proof.rounds[0]?.round === chosen;
      if (proof && wanted && proof !== checked) void check(table, proof);
    },
  };
}
