/** Choosing a game: families as cards, the games of a family as rows, a search and filters. All pages that offer games show it. */
import { attr, changes, fill, h, setText, show } from '../../dom.js';
import {
  choiceFacts,
  familiesOf,
  familyAbout,
  familyInWords,
  familyOf,
  familyPicture,
  filterInWords,
  filtersOf,
  fits,
  isFound,
} from '../../format/families.js';
import { presetInWords, wayInWords, wayOf } from '../../format/notation.js';
import { placeInWords } from '../../format/places.js';
import { countryGame, countryOf } from '../../format/world_games.js';
import { t, textOrNull } from '../../i18n/index.js';
import { gamePicture, gamePictureOf } from '../game_picture.js';
import { button, segments } from '../widgets.js';

/** @import { Child } from '../../dom.js' */
/** @import { Choice, Family, Filter, Row } from '../../format/families.js' */
/** @import { Catalogue } from '../../catalogue.js' */

/**
 * What a page makes of it.
 * @typedef {object} Use
 * @property {(choice: Choice, content: Child[]) => HTMLElement} entry the button or link that a game of a row is
 * @property {(choice: Choice) => HTMLElement} [rules] a link to its rules, beside it
 * @property {(choice: Choice) => void} [changed] another way to play the chosen game was picked
 * @property {(family: string) => void} [open] a family was pressed; without it, its games are shown at once
 */

/** @typedef {{ chosen: string, family?: string, waits?: Map<string, number> }} Shown `family`: '' for all; without it, that of the chosen game */

/** @param {Catalogue} catalogue @param {Use} use */
export function chooserView(catalogue, use) {
  const own = countryGame(navigator.languages);
  const families = familiesOf(catalogue, own);
  /** @type {Filter[]} */
  let filters = [];
  let search = '';
  /** The family that is open; '' for all. */
  let opened = '';
  /** @type {Shown} */
  let last = { chosen: '' };
  const parts = families.map((family) => {
    const card = familyCard(family, () => {
      if (use.open) return use.open(family.id);
      opened = opened === family.id ? '' : family.id;
      redraw();
      reveal(family.id);
    });
    return { id: family.id, card, list: familyRows(family, use) };
  });
  const all = families.flatMap(({ rows }) => rows.flat());
  const finder = finderView(filtersOf(families, own), all.length, (text, pressed) => {
    [search, filters] = [text, pressed];
    redraw();
  });
  const none = h('p.hint.if-any', { role: 'status' });
  const cards = h('div.family-cards', ...parts.map(({ card }) => card.element));
  const element = h(
    'div.chooser.stack',
    finder.element,
    cards,
    none,
    ...parts.map(({ list }) => list.element),
  );

  /** Brings the first games of a family into sight. @param {string} family */
  const reveal = (family) => parts.find(({ id }) => id === family)?.list.reveal();

  /** Whether a visitor looks for such a game. @param {Choice} choice */
  const isWanted = (choice) =>
    filters.every((filter) => fits(choice, filter, own)) && isFound(choice, search);

  function redraw() {
    const isLooking = filters.length > 0 || search.trim() !== '';
    let found = 0;
    for (const { id, card, list } of parts) {
      const n = list.draw(last, isWanted);
      found += n;
      const isOpen = isLooking || opened === '' || opened === id;
      show(list.element, isOpen && n > 0);
      card.draw(n, !isLooking && opened === id);
    }
    show(cards, search.trim() === '');
    setText(none, isLooking ? foundInWords(found) : '');
  }

  return {
    element,
    families,
    reveal,
    /** @param {Shown} shown */
    draw(shown) {
      const family = shown.family ?? familyOf(families, shown.chosen)?.id ?? '';
      const isOther = shown.family !== last.family || last.chosen === '';
      last = shown;
      if (isOther) opened = family;
      redraw();
    },
  };
}

/** @param {number} n */
const foundInWords = (n) => (n === 0 ? t('games.none') : t('games.found', { n }));

/** What a visitor looks for. @param {Filter[]} filters @param {number} n of all games @param {(search: string, filters: Filter[]) => void} changed */
function finderView(filters, n, changed) {
  /** @type {Set<Filter>} */
  const pressed = new Set();
  const country = countryOf(navigator.languages);
  const label = t('games.search', { n });
  const search = h('input.field', {
    type: 'search',
    placeholder: label,
    'aria-label': label,
    testid: 'game-search',
    oninput: tell,
    // In a form this would send it.
    onkeydown: (/** @type {KeyboardEvent} */ event) =>
      event.key === 'Enter' && event.preventDefault(),
  });
  function tell() {
    changed(search.value, [...pressed]);
  }
  const chips = filters.map((filter) => {
    const chip = button(filterInWords(filter, country), {
      class: 'finder-chip',
      'aria-pressed': 'false',
      testid: `game-filter-${filter}`,
      press() {
        if (!pressed.delete(filter)) pressed.add(filter);
        attr(chip, 'aria-pressed', String(pressed.has(filter)));
        tell();
      },
    });
    return chip;
  });
  const group = { role: 'group', 'aria-label': t('front.games') };
  return { element: h('div.finder', search, h('div.finder-chips.row', group, ...chips)) };
}

/** @param {Family} family @param {() => void} press */
function familyCard(family, press) {
  const count = h('span.family-count');
  const element = button(
    [
      gamePicture(familyPicture(family)),
      h('span.family-head', h('b', familyInWords(family)), count),
      h('span.family-about', familyAbout(family)),
    ],
    { class: 'family-card', testid: `family-${family.id}`, press },
  );
  return {
    element,
    /** @param {number} n how many of its games are shown @param {boolean} isOpen */
    draw(n, isOpen) {
      setText(count, t('games.found', { n }));
      show(element, n > 0);
      attr(element, 'aria-current', isOpen && 'true');
    },
  };
}

/** The games of a family. @param {Family} family @param {Use} use */
function familyRows(family, use) {
  const id = `family-${family.id}`;
  const title = h('h2', { id }, familyInWords(family));
  const list = h('ul.pick-rows', { role: 'list' });
  const element = h('section.stack', { 'aria-labelledby': id }, title, list);
  const rows = family.rows.map((row) => rowView(row, use));
  list.append(...rows.map((row) => row.element));
  return {
    element,
    reveal: () => title.scrollIntoView({ block: 'nearest' }),
    /** How many of its choices are wanted. @param {Shown} shown @param {(choice: Choice) => boolean} isWanted */
    draw(shown, isWanted) {
      for (const row of rows) row.draw(shown, isWanted);
      return family.rows.flat().filter(isWanted).length;
    },
  };
}

/** A game, and how it is played. @param {Row} row @param {Use} use */
function rowView(row, use) {
  let at = row[0];
  /** @type {Shown} */
  let last = { chosen: '' };
  const main = h('div.pick-entry');
  let entry = /** @type {HTMLElement} */ (main);
  const waits = h('span.pick-waits.if-any');
  const rules = h('span.if-any');
  const ways = row.length > 1 ? waysView(row, pickWay) : null;
  const element = h('li.pick-row', main, h('div.pick-side', waits, rules), ways?.element);
  const isNew = changes();

  /** @param {Choice} choice */
  function pickWay(choice) {
    const wasChosen = row.some(({ name }) => name === last.chosen);
    at = choice;
    if (wasChosen) use.changed?.(choice);
    redraw();
  }

  function redraw() {
    const isChosen = at.name === last.chosen;
    const n = last.waits?.get(at.preset) ?? 0;
    setText(waits, n > 0 ? t('games.wait', { n }) : '');
    if (isNew(at.name)) {
      entry = use.entry(at, entryContent(row, at));
      main.replaceChildren(entry);
      if (use.rules) fill(rules, use.rules(at));
      ways?.choose(at.name);
    }
    attr(entry, 'aria-current', isChosen && 'true');
  }

  return {
    element,
    /** @param {Shown} shown @param {(choice: Choice) => boolean} isWanted */
    draw(shown, isWanted) {
      const picked = row.find(({ name }) => name === shown.chosen);
      if (picked && shown.chosen !== last.chosen) at = picked;
      last = shown;
      const fitting = row.filter(isWanted);
      if (fitting.length > 0 && !fitting.includes(at)) at = fitting[0];
      show(element, fitting.length > 0);
      redraw();
    },
  };
}

/** @param {Row} row @param {Choice} choice */
function entryContent(row, choice) {
  const { preset, name } = choice;
  const place = placeInWords(preset);
  return [
    gamePictureOf(choice),
    h(
      'span.pick-words',
      h('b', presetInWords(row[0].name)),
      place && h('span.pick-place', place),
      h('span.pick-about', textOrNull(`preset.${name}`) ?? choiceFacts(choice)),
    ),
  ];
}

/** A small choice among the ways to play a game. @param {Row} row @param {(choice: Choice) => void} pick */
function waysView(row, pick) {
  const [{ name }] = row;
  const choices = row.map((choice) => {
    const isUsual = wayOf(choice.name).way === undefined;
    return { value: choice.name, label: isUsual ? t('games.usual') : wayInWords(choice.name) };
  });
  const { element, choose } = segments(`way-${name}`, choices, name, (value) => {
    const choice = row.find((one) => one.name === value);
    if (choice) pick(choice);
  });
  const label = t('games.way', { game: presetInWords(name) });
  const named = { role: 'group', 'aria-label': label };
  return { element: h('div.pick-ways', named, element), choose };
}
