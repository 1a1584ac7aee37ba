// @ts-check
/** The verify panel: makes the deal of a finished round again, and says in words what agrees. */
import { attr, fill, h, setText, show } from '../../dom.js';
import { checkRound } from '../../fair/check.js';
import { witnessOf } from '../../fair/partner.js';
import { nameAt } from '../../format/words.js';
import { t, word } from '../../i18n/index.js';
import '../../i18n/fair.js';
import { icon } from '../../icon.js';
import { bone } from '../bone.js';

/** @typedef {import('../../state.js').Table} Table */
/** @typedef {import('../../protocol.js').Fairness} Fairness */
/** @typedef {import('../../fair/check.js').Report} Report */
/** @typedef {import('../../fair/check.js').Check} Check */

/** How long "Copied" is shown. */
const COPIED_MS = 2000;

/**
 * The rounds of the match that have ended, also by the end of a match that was given up.
 * @param {Table} table
 */
export function endedRounds({ view, room }) {
  if (!view || room.status === 'open') return 0;
  const { phase, round } = view.board;
  return phase.type === 'playing' && room.status === 'playing' ? round - 1 : round;
}

/** @param {import('../../actions.js').Actions} actions */
export function verifyView(actions) {
  const none = h('p', { class: 'hint' }, t('fair.none'));
  const rounds = h('div', { class: 'fair-rounds', role: 'group', 'aria-label': t('fair.rounds') });
  const verdict = h('p', { class: 'fair-verdict', role: 'status', 'data-testid': 'fair-verdict' });
  const result = h('div', { class: 'fair-result' });
  const element = h(
    'div',
    { class: 'fair' },
    h('p', {}, t('fair.intro')),
    none,
    rounds,
    verdict,
    result,
  );
  let chosen = 0;
  /** Which proof is shown or being checked. @type {Fairness | null} */
  let checked = null;
  /** For which table, match and rounds the buttons are. */
  let drawn = '';

  /** @param {number} round */
  function choose(round) {
    chosen = round;
    checked = null;
    attr(verdict, 'data-result', null);
    setText(verdict, t('fair.checking', { n: round }));
    result.replaceChildren();
    for (const button of rounds.children) {
      attr(button, 'aria-pressed', String(button.textContent === t('table.round', { n: round })));
    }
    actions.prove(round);
  }

  /** @param {Table} table @param {Fairness} proof */
  async function check(table, proof) {
    checked = proof;
    const round = chosen;
    const witness = witnessOf(table, proof.match, round);
    const report = await checkRound(proof, round, table.room.rules, witness);
    if (checked !== proof) return;
    const good = report.checks.every((one) => one.result !== 'bad');
    attr(verdict, 'data-result', good ? 'good' : 'bad');
    setText(verdict, t(good ? 'fair.all_good' : 'fair.not_good', { n: round }));
    fill(result, ...reportParts(table, proof, round, report));
  }

  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const ended = endedRounds(table);
      show(none, ended === 0);
      const now = `${table.id} ${table.room.match} ${ended}`;
      if (now !== drawn) {
        drawn = now;
        const numbers = Array.from({ length: ended }, (_, i) => i + 1);
        fill(rounds, ...numbers.map((n) => roundButton(n, choose)));
        if (ended > 0) choose(ended);
        else fill(result);
        show(verdict, ended > 0);
      }
      const { proof } = table;
      const wanted = proof?.match === table.room.match && proof.rounds[0]?.round === chosen;
      if (proof && wanted && proof !== checked) void check(table, proof);
    },
  };
}

/** @param {number} n @param {(n: number) => void} choose */
function roundButton(n, choose) {
  return h(
    'button',
    { type: 'button', class: 'button small', onclick: () => choose(n) },
    t('table.round', { n }),
  );
}

/**
 * @param {Table} table
 * @param {Fairness} proof
 * @param {number} round
 * @param {Report} report
 */
function reportParts({ room }, proof, round, { checks, hands, boneyard }) {
  const places = proof.first + round - 1;
  const list = h('ul', { class: 'fair-checks', role: 'list' });
  list.append(...checks.map((one) => checkRow(one, places)));
  if (hands.length === 0) return [list];
  return [
    list,
    h('h3', {}, t('fair.hands')),
    ...hands.map((hand, seat) => tiles(nameAt(room, seat), hand)),
    boneyard.length > 0 ? tiles(t('table.boneyard'), boneyard) : null,
    values(proof, places, (seat) => nameAt(room, seat)),
  ].filter((part) => part !== null);
}

/** @param {Check} check @param {number} places */
function checkRow({ what, result }, places) {
  const picture = result === 'good' ? 'check' : result === 'bad' ? 'close' : 'eye';
  return h(
    'li',
    { class: 'fair-check', 'data-result': result, 'data-testid': `fair-${what}` },
    icon(picture),
    h('span', {}, word(`fair.${what}.${result}`, { n: places })),
  );
}

/** @param {string} name @param {string[]} list */
function tiles(name, list) {
  return h(
    'div',
    { class: 'fair-hand' },
    h('span', { class: 'fair-name' }, name),
    h(
      'span',
      { class: 'fair-tiles', 'aria-hidden': 'true' },
      ...list.map((tile) => bone(tile, 'bone summary-bone')),
    ),
    h('span', { class: 'unseen' }, list.join(', ')),
  );
}

/**
 * What the deal was made of, to be copied.
 * @param {Fairness} proof
 * @param {number} places
 * @param {(seat: number) => string} nameOf
 */
function values(proof, places, nameOf) {
  const secret = proof.rounds[0]?.secret ?? '';
  const seeds = proof.seats.map(({ commitment, seed }, seat) => [
    t('fair.seed_of', { name: nameOf(seat) }),
    seed ?? t(commitment === null ? 'fair.seed_none' : 'fair.seed_withheld'),
  ]);
  const rows = [
    [t('fair.commitment'), proof.commitment],
    [t('fair.secret'), secret],
    [t('fair.place'), String(places)],
    ...seeds,
  ];
  const copy = h(
    'button',
    { type: 'button', class: 'button small', 'data-testid': 'fair-copy' },
    t('fair.copy'),
  );
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(JSON.stringify(proof, null, 2));
    setText(copy, t('fair.copied'));
    setTimeout(() => setText(copy, t('fair.copy')), COPIED_MS);
  });
  show(copy, typeof navigator.clipboard?.writeText === 'function');
  return h(
    'details',
    { class: 'more' },
    h('summary', { 'data-testid': 'fair-values' }, t('fair.values')),
    h(
      'dl',
      { class: 'fair-values' },
      ...rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    ),
    copy,
  );
}
