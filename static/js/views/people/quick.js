/** Which games a visitor looks for, alone or with a partner, and how the search goes. */
import { fetchCatalogue } from '../../catalogue.js';
import { attr, h, keyed, setText, show } from '../../dom.js';
import { presetInWords } from '../../format/notation.js';
import { placeInWords } from '../../format/places.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { freshParty } from '../../matching.js';
import { gameChoices, rememberedChoice, wanted, withTicked } from '../../people/quick.js';
import { settings } from '../../settings.js';
import { fetchedView } from '../fetched.js';
import { gamePictureOf } from '../game_picture.js';
import { button, segments } from '../widgets.js';
import { countsInWords, mixedField, searchView } from './search.js';
import './looks.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Choice } from '../../people/quick.js' */
/** @import { Catalogue, OfferedPreset } from '../../catalogue.js' */
/** @import { State } from '../../state.js' */

/**
 * @param {Actions} actions
 * @param {() => string} game the game that is chosen on the page
 * @param {() => void} close puts the choice away
 */
export function quickView(actions, game, close) {
  const status = fetchedView();
  const element = h('div.quick-parts', status.element);
  /** @type {((state: State) => void) | null} */
  let drawParts = null;
  /** @type {State | null} */
  let latest = null;
  status.load({
    fetch: fetchCatalogue,
    show(catalogue) {
      const choice = choiceView(catalogue, actions, game, close);
      const search = searchView(actions, catalogue);
      element.append(choice.element, search.element);
      drawParts = (state) => {
        const isSearching = state.matching.search !== null;
        const moved = isSearching === search.element.hidden;
        const hadFocus = element.contains(document.activeElement);
        show(choice.element, !isSearching);
        show(search.element, isSearching);
        choice.draw(state);
        search.draw(state);
        // What was pressed is gone, and must not take the focus along.
        if (moved && hadFocus) (isSearching ? search : choice).focus();
      };
      if (latest) drawParts(latest);
    },
  });
  return {
    element,
    /** @param {State} state */
    draw(state) {
      latest = state;
      drawParts?.(state);
    },
    end: status.stop,
  };
}

/**
 * What is looked for.
 * @param {Catalogue} catalogue
 * @param {Actions} actions
 * @param {() => string} game
 * @param {() => void} close
 */
function choiceView(catalogue, actions, game, close) {
  const choice = rememberedGames(catalogue, game);
  let [paired, all] = [false, false];
  let party = /** @type {string | undefined} the party of the link that led here */ (undefined);
  const controls = choiceControls(choice.get(), {
    unfold() {
      all = !all;
      redraw();
    },
    pair(now) {
      paired = now;
      redraw();
    },
    mix: (mixed) => choice.set({ ...choice.get(), mixed }),
    every: () => change({ ...choice.get(), presets: gameChoices(catalogue, paired).all }),
    seek,
    close,
  });
  const { grid, more, every, company, play, none, called, counts, meet } = controls;

  /** @param {Choice} next */
  function change(next) {
    choice.set(next);
    redraw();
  }

  const wantedNow = () => wanted(catalogue, choice.get(), paired);

  function seek() {
    const presets = wantedNow();
    if (presets.length === 0) return setText(none, t('quick.none'));
    const pair = party ?? (paired && freshParty());
    actions.seek({ presets, mixed: choice.get().mixed, ...(pair && { party: pair }) });
  }

  function redraw() {
    const { first, more: others } = gameChoices(catalogue, paired);
    const names = wantedNow();
    const shown = [...first, ...others.filter(({ name }) => all || names.includes(name))];
    drawGames(grid, shown, names, (name) => change(withTicked(choice.get(), wantedNow(), name)));
    show(more, others.length > 0);
    show(every, paired);
    setText(more, t(all ? 'quick.fewer' : 'quick.all'));
    attr(more, 'aria-expanded', String(all));
    if (names.length > 0) setText(none, '');
    setText(play, t(party ? 'quick.join' : paired ? 'quick.play_partner' : 'quick.play'));
  }

  redraw();
  return {
    element: controls.element,
    focus: () => play.focus(),
    /** @param {State} state */
    draw(state) {
      const { route } = state;
      meet.draw(choice.get().mixed, state.person);
      if (choice.follow()) redraw();
      const { party: now, from } = route.page === 'lobby' ? route : {};
      if (now !== party) {
        party = now;
        paired = party !== undefined;
        company.choose(paired ? 'partner' : 'alone');
        redraw();
      }
      setText(called, from ? t('quick.called_by', { name: from }) : t('quick.called'));
      show(called, party !== undefined);
      show(company.element, party === undefined);
      setText(counts, countsInWords(state, wantedNow(), choice.get().mixed));
    },
  };
}

/** The ticked games, which the settings remember. @param {Catalogue} catalogue @param {() => string} game */
function rememberedGames(catalogue, game) {
  let taken = game();
  let choice = rememberedChoice(catalogue, settings.get().quick, taken);
  return {
    get: () => choice,
    /** @param {Choice} next */
    set(next) {
      choice = next;
      settings.set({ quick: { ...choice, game: taken } });
    },
    /** Takes the game that was chosen on the page meanwhile. Whether it is another one. */
    follow() {
      if (game() === taken) return false;
      taken = game();
      choice = rememberedChoice(catalogue, settings.get().quick, taken);
      return true;
    },
  };
}

/**
 * @param {Choice} choice
 * @param {{ unfold(): void, pair(paired: boolean): void, mix(mixed: boolean): void, every(): void, seek(): void, close(): void }} does
 */
function choiceControls({ mixed }, does) {
  const called = h('p.quick-called', { role: 'status', testid: 'partner-calls' });
  const grid = h('div.quick-games');
  const legend = h('legend.unseen', t('quick.games'));
  const games = h('fieldset.quick-choice', legend, grid);
  const more = button(null, { kind: 'small', testid: 'quick-more', press: does.unfold });
  const alone = { value: 'alone', label: t('quick.alone') };
  const partner = { value: 'partner', label: t('quick.with_partner') };
  const company = segments('quick-company', [alone, partner], 'alone', (value) =>
    does.pair(value === 'partner'),
  );
  attr(company.element, 'role', 'group');
  attr(company.element, 'aria-label', t('quick.company'));
  const play = button(null, {
    kind: 'primary big',
    testid: 'play-now',
    press: does.seek,
  });
  const none = h('p.field-error.if-any', { role: 'alert' });
  const counts = h('p.quick-counts', { role: 'status', testid: 'seek-counts' });
  const meet = mixedField(mixed, does.mix);
  const every = button(t('quick.every'), {
    kind: 'small',
    testid: 'quick-every',
    press: does.every,
  });
  const cancel = button(t('app.cancel'), {
    kind: 'quiet',
    testid: 'quick-close',
    press: does.close,
  });
  const further = h('div.quick-further.row', more, every, company.element, meet.element);
  const ways = h('div.quick-ways.row', play, cancel);
  const element = h('div.quick-idle.stack', called, games, further, none, ways, counts);
  return { element, grid, more, every, company, play, none, called, counts, meet };
}

/**
 * The games, to be ticked.
 * @param {HTMLElement} grid
 * @param {OfferedPreset[]} shown
 * @param {string[]} ticked the names of those that are ticked
 * @param {(name: string) => void} toggle
 */
function drawGames(grid, shown, ticked, toggle) {
  keyed(
    grid,
    shown,
    ({ name }) => [name],
    ({ name, variant }) => {
      const input = h('input', {
        type: 'checkbox',
        testid: `quick-${name}`,
        onchange: () => toggle(name),
      });
      const picture = gamePictureOf({ preset: name, variant });
      const place = placeInWords(name);
      const home = place !== null && h('small.game-place', place);
      const words = h('span.game-name', home, presetInWords(name));
      const tick = h('span.quick-tick.centre', { 'aria-hidden': 'true' }, icon('check'));
      return h('label.game', input, picture, words, tick);
    },
    (card, { name }) => {
      const input = card.querySelector('input');
      if (input) input.checked = ticked.includes(name);
    },
  );
}
