import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addGame } from '../../static/js/games/index.js';
import * as trains from '../../static/js/games/trains/game.js';
import { eventsOf, offersOf, scriptOf } from '../../static/js/games/trains/views/lesson/script.js';
import { lessonGame } from '../../static/js/games/trains/views/lesson/steps.js';
import { tileStep } from '../../static/js/tiles/steps.js';
import { after, endOf, halves, isDouble, pips, placesFor, withTile } from './trains_oracle.js';

/** @import { Trains, Tree } from '../../static/js/games/trains/figures.js' */
/** @import { TrainsEvent, TrainsTable } from '../../static/js/games/trains/types.js' */
/** @import { Step, StepName } from '../../static/js/games/trains/views/lesson/script.js' */

addGame('trains', trains);

const GAMES = /** @type {const} */ (['mexican_train', 'chickenfoot']);

/** @param {(typeof GAMES)[number]} game @returns {[StepName, Step][]} */
const stepsOf = (game) => /** @type {any} */ (Object.entries(scriptOf(game).steps));

/** A lesson as it is played by the law: what lies, with the train of the seat on turn named 0 for the oracle, and the hands. */
class Law {
  /** @param {(typeof GAMES)[number]} game */
  constructor(game) {
    /** @type {Trains | Tree} */
    this.lies =
      game === 'chickenfoot'
        ? { engine: '9-9', laid: [], arms: 4 }
        : { engine: '9-9', trains: { 0: [], 1: [], m: [] }, markers: [] };
    this.hands = scriptOf(game).hands.map((hand) => [...hand]);
  }

  /** The table as a seat sees it, for whom the own train is 0. @param {number} seat */
  #seenBy(seat) {
    if ('laid' in this.lies || seat === 0) return this.lies;
    const { trains, markers = [] } = this.lies;
    const turned = markers.map((on) => String(1 - Number(on)));
    return { ...this.lies, trains: { 0: trains[1], 1: trains[0], m: trains.m }, markers: turned };
  }

  /** Where a seat may play a tile. @param {number} seat @param {string} tile */
  places(seat, tile) {
    const places = placesFor(this.#seenBy(seat), tile);
    const turned = (/** @type {string} */ on) => (on === 'm' ? on : String(1 - Number(on)));
    return 'laid' in this.lies || seat === 0 ? places : places.map(turned);
  }

  /** All that a seat may do, the heaviest tile first. @param {number} seat */
  offers(seat) {
    const hand = this.hands[seat].toSorted(
      (a, b) => pips([b]) - pips([a]) || halves(b)[0] - halves(a)[0],
    );
    return hand
      .map((tile) => ({ tile, on: this.places(seat, tile) }))
      .filter(({ on }) => on.length > 0);
  }

  /** @param {TrainsEvent} event @param {string} [drawn] the tile that the visitor draws */
  take(event, drawn) {
    if (event.type === 'played') {
      const { seat, tile, on } = event;
      assert.ok(this.places(seat, tile).includes(on), `${seat}: ${tile} on ${on}`);
      const held = this.hands[seat].indexOf(tile);
      if (held >= 0) this.hands[seat].splice(held, 1);
      else assert.equal(seat, 1, `${tile} was drawn`);
      const markers = 'laid' in this.lies ? [] : this.lies.markers;
      this.lies = withTile(this.lies, tile, on);
      if (!('laid' in this.lies)) this.lies = { ...this.lies, markers };
      if (on === String(seat)) this.mark(seat, false);
      const end = this.end(on);
      assert.equal(event.to, end, tile);
    } else if (event.type === 'drew') {
      assert.deepEqual(this.offers(event.seat), [], `${event.seat} draws`);
      if (event.seat === 0) this.hands[0].push(String(drawn));
    } else if (event.type === 'opened') {
      assert.deepEqual(this.offers(event.seat), [], `${event.seat} opens`);
      this.mark(event.seat, true);
    } else assert.equal(event.type, 'passed');
  }

  /** The pips of the end that was made last. @param {string} on */
  end(on) {
    if (!('laid' in this.lies)) return endOf(this.lies.engine, this.lies.trains[on]);
    const { engine, laid } = this.lies;
    const ends = [halves(engine)[0]];
    for (const [tile, place] of laid) ends.push(after(ends[place], tile) ?? -1);
    return ends.at(-1);
  }

  /** @param {number} seat @param {boolean} stands */
  mark(seat, stands) {
    if ('laid' in this.lies) return;
    const others = (this.lies.markers ?? []).filter((on) => on !== String(seat));
    this.lies = { ...this.lies, markers: stands ? [...others, String(seat)].sort() : others };
  }

  /** What the messages must say of markers, doubles and what is filled. @returns {TrainsTable} */
  table() {
    if ('laid' in this.lies) {
      const { laid } = this.lies;
      const tiles = ['9-9', ...laid.map(([tile]) => tile)];
      const missing = tiles.map((tile, number) => {
        const needs = number === 0 ? 4 : isDouble(tile) ? 3 : 0;
        return needs - laid.filter(([, on]) => on === number).length;
      });
      const at = missing.findIndex((one, number) => isDouble(tiles[number]) && one > 0);
      return at < 0 ? {} : { fill: { on: String(at), missing: missing[at] } };
    }
    const { trains, markers = [] } = this.lies;
    const doubles = Object.keys(trains).filter((on) => isDouble(trains[on].at(-1) ?? '1-0'));
    return {
      ...(markers.length > 0 && { markers: markers.map(Number) }),
      ...(doubles.length > 0 && { doubles }),
    };
  }
}

/** What a step tells of the table, without the state. @param {TrainsTable} table */
const told = ({ state: _, ...table }) => table;

for (const game of GAMES) {
  test(`every move of the lesson of ${game} follows the law, and so does what is told`, () => {
    const law = new Law(game);
    for (const [name, step] of stepsOf(game)) {
      const { reply, drawn, table, offers, wanted, on, closes, after: next } = step;
      for (const event of reply ? eventsOf(reply) : []) law.take(event, drawn);
      assert.deepEqual(offersOf(offers), law.offers(0), name);
      assert.deepEqual(told(table), law.table(), `${name}: the table`);
      const places = law.places(0, wanted);
      const place = on ?? places[0];
      assert.ok(places.includes(place), name);
      // Where no place is asked for, all lead to the end.
      if (on === undefined && places.length > 1) assert.equal(law.hands[0].length, 1, name);
      const marked = 'trains' in law.lies && law.lies.markers?.includes('0') && place === '0';
      assert.equal(closes ?? false, marked ?? false, name);
      law.take({
        type: 'played',
        seat: 0,
        tile: wanted,
        on: place,
        to: endAfter(law, wanted, place),
      });
      if (law.hands[0].length > 0) assert.deepEqual(told(next), law.table(), `${name}: after it`);
    }
    assert.deepEqual(law.hands[0], []);
  });

  test(`the tiles of the lesson of ${game} are of one set, and those left count as told`, () => {
    const { hands, left } = scriptOf(game);
    const steps = stepsOf(game);
    const replies = steps.flatMap(([, { reply }]) => (reply ? eventsOf(reply) : []));
    const laid = replies.flatMap((one) => (one.type === 'played' ? [one.tile] : []));
    const drawn = steps.flatMap(([, step]) => step.drawn ?? []);
    const others = [...new Set([...hands[1], ...laid])];
    const all = ['9-9', ...hands[0], ...drawn, ...others];
    assert.equal(new Set(all).size, all.length);
    const draws = replies.filter((one) => one.type === 'drew' && one.seat === 1).length;
    // Of the tiles that the other player draws, one is kept; it isn't shown, and counts with the rest.
    const unseen = draws - (others.length - hands[1].length);
    const known = pips(others.filter((tile) => !laid.includes(tile)));
    assert.equal(unseen, 1);
    assert.ok(left > known && left - known <= 17);
  });
}

/** @param {Law} law @param {string} tile @param {string} on */
function endAfter(law, tile, on) {
  const before = law.lies;
  law.lies = withTile(before, tile, on);
  const end = law.end(on);
  law.lies = before;
  return Number(end);
}

/** A lesson, what it has told, and its view. @param {(typeof GAMES)[number]} game */
function begun(game) {
  /** @type {string[]} */
  const words = [];
  const lesson = lessonGame(game, (step) => void words.push(step));
  lesson.begin();
  const view = () => /** @type {any} */ (lesson.store.get().table?.view);
  return { ...lesson, words, view };
}

/** @param {ReturnType<typeof begun>} lesson @param {string} tile @param {string} [on] */
function play({ actions, view }, tile, on) {
  /** @type {import('../../static/js/games/contract.js').Offer[]} */
  const all = trains.offers(view());
  const found = all.find(
    ({ steps: [one, place] }) => one.id === tile && (on ?? place.id) === place.id,
  );
  assert.ok(found, tile);
  actions.put(found.steps);
}

for (const game of GAMES)
  test(`the lesson of ${game} is played to its end, and begun anew`, async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const lesson = begun(game);
    const { words, view } = lesson;
    const steps = stepsOf(game);
    for (const [at, [name, { wanted, on }]] of steps.entries()) {
      assert.equal(words.at(-1), name);
      play(lesson, wanted, on);
      await null;
      if (!steps[at + 1]?.[1].reply) continue;
      assert.equal(words.at(-1), 'other');
      assert.deepEqual(trains.offers(view()), []);
      context.mock.timers.tick(2000);
    }
    assert.equal(words.at(-1), 'over');
    assert.deepEqual(view().standing.scores, [0, scriptOf(game).left]);
    assert.deepEqual(view().own.hand, []);
    assert.equal(view().table.hand_sizes[0], 0);
    lesson.begin();
    assert.equal(words.at(-1), steps[0][0]);
    assert.deepEqual(view().played, []);
    assert.deepEqual(view().standing.scores, [0, 0]);
  });

test('another move than that of the lesson is not made, and the right one still is', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const lesson = begun('mexican_train');
  const { words, view, actions } = lesson;
  play(lesson, '9-4', 'm');
  await null;
  assert.equal(words.at(-1), 'better');
  assert.deepEqual(view().played, []);
  play(lesson, '9-4', '0');
  await null;
  context.mock.timers.tick(2000);
  assert.equal(words.at(-1), 'double');
  play(lesson, '4-1');
  await null;
  assert.equal(words.at(-1), 'better');
  actions.pick(tileStep('4-4'));
  play(lesson, '4-4');
  await null;
  assert.equal(words.at(-1), 'cover');
});

test('the last tile of Chickenfoot may go to either of its ends', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  for (const on of ['3', '8']) {
    const lesson = begun('chickenfoot');
    for (const [name, { wanted }] of stepsOf('chickenfoot')) {
      play(lesson, wanted, name === 'end' ? on : undefined);
      await null;
      context.mock.timers.tick(2000);
    }
    assert.equal(lesson.words.at(-1), 'over');
    assert.equal(lesson.view().played.at(-1).on, on);
  }
});
