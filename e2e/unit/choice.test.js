import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { decidable, placeOf } from '../../static/js/tournament_lists.js';
import { NO_CHOICE, withChosen, withList } from '../../static/js/views/live_select.js';

/** @typedef {import('../../static/js/views/live_select.js').Option} Option */
/** @typedef {import('../../static/js/tournament.js').Shown} Shown */
/** @typedef {import('../../static/js/protocol.js').TournamentMatch} TournamentMatch */

const values = ['1', '2', '3', '4', '5'];

/** A list as the server tells it: some of the options, in any order, with any words. */
const list = fc
  .subarray(values)
  .chain((some) => fc.shuffledSubarray(some, { minLength: some.length }))
  .chain((some) =>
    fc.tuple(...some.map((value) => fc.string().map((words) => ({ value, words })))),
  );

/** What happens: the list changes, or the visitor chooses. @type {fc.Arbitrary<{ list: Option[] } | { pick: string }>} */
const step = fc.oneof(
  list.map((one) => ({ list: one })),
  fc.constantFrom(...values).map((pick) => ({ pick })),
);

test('whatever the server tells, only the visitor chooses another option', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.nat(3), (steps, usual) => {
      let choice = NO_CHOICE;
      for (const one of steps) {
        const before = choice;
        if ('pick' in one) {
          choice = withChosen(choice, one.pick);
          const isThere = before.options.some(({ value }) => value === one.pick);
          assert.equal(choice.chosen?.value, isThere ? one.pick : before.chosen?.value);
          continue;
        }
        choice = withList(choice, one.list, usual);
        if (before.chosen) assert.equal(choice.chosen?.value, before.chosen.value);
        const { chosen, options, gone } = choice;
        assert.equal(
          gone,
          chosen !== null && !one.list.some(({ value }) => value === chosen.value),
        );
        assert.ok(chosen === null || options.includes(chosen));
        assert.equal(options.length, one.list.length + Number(gone));
      }
    }),
  );
});

/** @param {number} round @param {number} number @returns {TournamentMatch} */
const match = (round, number) => ({ round, number, sides: [[1], [2]] });

/** @param {Partial<Shown['head']>} head @param {TournamentMatch[]} matches */
const shown = (head, matches) =>
  /** @type {Shown} */ (/** @type {unknown} */ ({ head, matches, entrants: [] }));

test('a match that is being decided stays while it can be decided', () => {
  const chosen = match(1, 1);
  /** @param {Partial<Shown['head']>} head @param {number} round */
  const listed = (head, round) =>
    decidable(shown({ ...head, round }, [match(round, 1)]), chosen).map(placeOf);
  assert.deepEqual(listed({ format: 'swiss', rounds: 5 }, 1), ['1.1']);
  assert.deepEqual(listed({ format: 'swiss', rounds: 5 }, 2), ['1.1', '2.1']);
  assert.deepEqual(listed({ format: 'round_robin' }, 3), ['1.1', '3.1']);
  assert.deepEqual(listed({ format: 'arena' }, 40), ['1.1', '40.1']);
  assert.deepEqual(listed({ format: 'knockout' }, 2), ['2.1'], 'the next round follows from it');
  const quarter = match(4, 1);
  const knockout = { format: /** @type {const} */ ('swiss'), rounds: 3, cut: 8 };
  const next = shown({ ...knockout, round: 5 }, [match(5, 1)]);
  assert.deepEqual(decidable(next, quarter).map(placeOf), ['5.1']);
  assert.deepEqual(decidable(next, null).map(placeOf), ['5.1']);
});

test('no list of options is filled anew: what a visitor has chosen would be lost', () => {
  const views = readdirSync('static/js', { recursive: true, encoding: 'utf8' });
  for (const name of views.filter((one) => one.endsWith('.js'))) {
    const source = readFileSync(join('static/js', name), 'utf8');
    assert.doesNotMatch(source, /\bfill\([^;]*'option'/, name);
    for (const [, select] of source.matchAll(/(\w+)(?: = h\(\s*|: select\(\s*)'select'/g)) {
      assert.doesNotMatch(source, new RegExp(`fill\\(\\s*${select}\\b`), `${name}: ${select}`);
    }
  }
});
