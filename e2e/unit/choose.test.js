import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fitting, has, narrowed, pick, resolve } from '../../static/js/table/choose.js';

/** @import { Step } from '../../static/js/games/contract.js' */
/** @typedef {{ name: string, steps: Step[] }} Made */

/** @param {string} kind @param {string} id @returns {Step} */
const step = (kind, id) => ({ kind, id });

/** @param {string} id what is said with a move; '' for nothing @returns {Step} */
const said = (id) => ({ kind: 'say', id, free: true });

/** Moves of a card to a place, and one that goes nowhere: some of a made-up game's. */
const moves = fc
  .uniqueArray(
    fc.record({ card: fc.constantFrom('1', '2', '3'), place: fc.constantFrom('a', 'b', '') }),
    {
      selector: ({ card, place }) => card + place,
      minLength: 1,
    },
  )
  .map((all) =>
    all.map(({ card, place }) => ({
      name: card + place,
      steps: place ? [step('card', card), step('place', place)] : [step('card', card)],
    })),
  );

test('whatever is offered is made by its steps, and nothing else', () => {
  fc.assert(
    fc.property(moves, fc.nat(), (offers, n) => {
      const meant = offers[n % offers.length];
      /** @type {readonly Step[]} */
      let picked = [];
      for (const one of meant.steps) {
        const after = pick(offers, picked, one);
        if (after.offer) {
          // A card that goes to one place alone goes there at once.
          assert.ok(fitting([after.offer], meant.steps.slice(0, 1)).length === 1);
          assert.ok(after.offer === meant || fitting(offers, [...picked, one]).length === 1);
          return;
        }
        picked = after.picked;
      }
      // A card alone that could also go to a place waits for it.
      assert.ok(fitting(offers, picked).length > 1);
    }),
  );
});

test('what is picked leads to an offer, has one step of each kind, and is put back by picking it again', () => {
  const steps = fc.record({
    kind: fc.constantFrom('card', 'place'),
    id: fc.constantFrom('1', '2', 'a', 'b'),
  });
  fc.assert(
    fc.property(moves, fc.array(steps, { maxLength: 12 }), (offers, presses) => {
      /** @type {readonly Step[]} */
      let picked = [];
      for (const press of presses) {
        const again = has(picked, press);
        const after = pick(offers, picked, press);
        if (after.offer) assert.ok(fitting([after.offer], [press]).length === 1);
        else if (again) assert.ok(!has(after.picked, press));
        picked = after.offer ? [] : after.picked;
        assert.ok(picked.length === 0 || fitting(offers, picked).length > 0);
        assert.equal(new Set(picked.map(({ kind }) => kind)).size, picked.length);
      }
    }),
  );
});

/** One card for two places, with something that may be said. @type {Made[]} */
const SPOKEN = ['a', 'b'].flatMap((place) =>
  ['', '5', '10'].map((word) => ({
    name: place + word,
    steps: [step('card', '1'), step('place', place), said(word)],
  })),
);

const CALL = { name: 'call', steps: [step('call', '')] };

test('what may be left out is left out unless it is picked, at whichever moment', () => {
  const [card, place, ten] = [step('card', '1'), step('place', 'b'), said('10')];
  const silent = pick(SPOKEN, [card], place);
  assert.equal(silent.offer?.name, 'b');
  assert.equal(pick(SPOKEN, [card, ten], place).offer?.name, 'b10');
  assert.equal(pick(SPOKEN, pick(SPOKEN, [ten], card).picked, place).offer?.name, 'b10');
  assert.deepEqual(pick(SPOKEN, [card, ten], said('')).picked, [card, said('')]);
  const names = narrowed([...SPOKEN, CALL], [ten]).map(({ name }) => name);
  assert.deepEqual(names, ['a10', 'b10', 'call'], 'a call says nothing');
});

test('where something may be said, the only place waits for a second press', () => {
  const only = SPOKEN.slice(0, 3);
  const card = step('card', '1');
  const first = pick(only, [], card);
  assert.deepEqual(first, { picked: [card], offer: null });
  assert.equal(pick(only, first.picked, card).offer?.name, 'a');
});

test('what is asked is always waited for', () => {
  const sure = { ...step('sure', 'yes'), asked: /** @type {const} */ (true) };
  const [card, place] = [step('card', '1'), step('place', 'a')];
  const only = [{ name: '1a', steps: [card, place, sure] }];
  const first = pick(only, [], card);
  assert.deepEqual(first, { picked: [card], offer: null });
  assert.deepEqual(pick(only, [card], card), { picked: [], offer: null });
  const second = pick(only, [card], place);
  assert.deepEqual(second, { picked: [card, place], offer: null });
  assert.equal(pick(only, second.picked, step('sure', 'yes')).offer?.name, '1a');
  assert.deepEqual(resolve(only, [card, place]), { type: 'pick', picked: [card] });
});

test('where something must be said that may be left out elsewhere, no move is left without it', () => {
  const card = step('card', '1');
  const spoken = [{ name: '5', steps: [card, said('5')] }];
  assert.deepEqual(pick(spoken, [], card), { picked: [card], offer: null });
});

test('what was chosen ahead is made, taken in hand, or gone', () => {
  const [card, place] = [step('card', '1'), step('place', 'a')];
  const plain = { name: '1a', steps: [card, place] };
  const other = { name: '1b', steps: [card, step('place', 'b')] };
  assert.deepEqual(resolve([plain], [card]), { type: 'play', offer: plain });
  assert.deepEqual(resolve([plain, other], [card, place]), { type: 'play', offer: plain });
  assert.deepEqual(resolve([plain, other], [card]), { type: 'pick', picked: [card] });
  assert.deepEqual(resolve(SPOKEN.slice(0, 3), [card, place]), { type: 'pick', picked: [card] });
  assert.deepEqual(resolve([other], [card, place]), { type: 'gone' });
});
