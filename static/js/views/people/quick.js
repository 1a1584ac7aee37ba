/** "Play now": which games somebody looks for, alone or with a partner, and how the search goes. */
import { fetchCatalogue } from '../../api.js';
import { attr, fill, h, keyed, setText, show } from '../../dom.js';
import { nameOf } from '../../format/names.js';
import { presetInWords } from '../../format/notation.js';
import { factsOf, joinNames, loadTexts, t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { freshParty } from '../../matching.js';
import { gameChoices, rememberedChoice, wanted, withTicked } from '../../people/quick.js';
import { pathOf } from '../../route.js';
import { settings } from '../../settings.js';
import { fetchedView } from '../fetched.js';
import { gamePicture } from '../game_picture.js';
import { button, copyButton, copyInput, segments, shareButton } from '../widgets.js';
import { elapsedView } from './elapsed.js';
import './looks.js';

await loadTexts('people');

/** @import { Actions } from '../../actions.js' */
/** @import { Choice } from '../../people/quick.js' */
/** @import { Catalogue, PresetBody, Seeking } from '../../protocol.js' */
/** @import { State } from '../../state.js' */

/** How strong the computer player is that one plays meanwhile. */
const LEVEL = /** @type {const} */ ('casual');

/** @param {Actions} actions */
export function quickView(actions) {
  const status = fetchedView();
  const element = h('div', { class: 'quick-parts' }, status.element);
  /** @type {((state: State) => void) | null} */
  let drawParts = null;
  /** @type {State | null} */
  let latest = null;
  status.load({
    fetch: fetchCatalogue,
    show(catalogue) {
      const choice = choiceView(catalogue, actions);
      const search = searchView(catalogue, actions);
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

/** What is looked for. @param {Catalogue} catalogue @param {Actions} actions */
function choiceView(catalogue, actions) {
  let choice = rememberedChoice(catalogue, settings.get().quick);
  let paired = false;
  let all = false;
  /** The party of the link that led here. @type {string | undefined} */
  let party;
  const controls = choiceControls(choice, {
    unfold() {
      all = !all;
      redraw();
    },
    pair(now) {
      paired = now;
      redraw();
    },
    mix: (mixed) => change({ ...choice, mixed }),
    seek,
  });
  const { element, grid, more, company, play, none, called, counts } = controls;

  /** @param {Choice} next */
  function change(next) {
    choice = next;
    settings.set({ quick: { ...choice } });
    redraw();
  }

  /** What somebody looks for who presses now. */
  const chosen = () => wanted(catalogue, choice, paired);

  function seek() {
    const names = chosen();
    setText(none, names.length > 0 ? '' : t('quick.none'));
    if (names.length === 0) return;
    const pair = party ?? (paired ? freshParty() : undefined);
    actions.seek({ presets: names, mixed: choice.mixed, ...(pair && { party: pair }) });
  }

  function redraw() {
    const { first, more: others } = gameChoices(catalogue, paired);
    const isTicked = (/** @type {PresetBody} */ { name }) => choice.presets.includes(name);
    const shown = all ? [...first, ...others] : [...first, ...others.filter(isTicked)];
    drawGames(grid, shown, isTicked, (name) => change(withTicked(choice, name)));
    show(more, others.length > 0);
    setText(more, t(all ? 'quick.fewer' : 'quick.all'));
    attr(more, 'aria-expanded', String(all));
    if (chosen().length > 0) setText(none, '');
    setText(play, t(party ? 'quick.join' : paired ? 'quick.play_partner' : 'quick.play'));
  }

  redraw();
  return {
    element,
    focus: () => play.focus(),
    /** @param {State} state */
    draw({ route, matching }) {
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
      setText(counts, countsInWords(matching.counts));
    },
  };
}

/**
 * @param {Choice} choice
 * @param {{ unfold(): void, pair(paired: boolean): void, mix(mixed: boolean): void, seek(): void }} does
 */
function choiceControls({ mixed }, does) {
  const called = h('p', { class: 'quick-called', role: 'status', 'data-testid': 'partner-calls' });
  const grid = h('div', { class: 'quick-games' });
  const legend = h('legend', { class: 'unseen' }, t('quick.games'));
  const games = h('fieldset', { class: 'quick-choice' }, legend, grid);
  const more = button(null, { kind: 'quiet small', testid: 'quick-more', press: does.unfold });
  const alone = { value: 'alone', label: t('quick.alone') };
  const partner = { value: 'partner', label: t('quick.with_partner') };
  const company = segments('quick-company', [alone, partner], 'alone', (value) =>
    does.pair(value === 'partner'),
  );
  attr(company.element, 'role', 'group');
  attr(company.element, 'aria-label', t('quick.company'));
  const play = button(null, {
    kind: 'primary huge quick-play',
    testid: 'play-now',
    press: does.seek,
  });
  const none = h('p', { class: 'field-error', role: 'alert' });
  const counts = h('p', { class: 'quick-counts', role: 'status', 'data-testid': 'seek-counts' });
  const meet = mixedField(mixed, does.mix).element;
  const further = h('div', { class: 'quick-further' }, more, company.element, meet);
  const element = h('div', { class: 'quick-idle' }, called, games, none, play, counts, further);
  return { element, grid, more, company, play, none, called, counts };
}

/**
 * The games, to be ticked.
 * @param {HTMLElement} grid
 * @param {PresetBody[]} shown
 * @param {(preset: PresetBody) => boolean} isTicked
 * @param {(name: string) => void} toggle
 */
function drawGames(grid, shown, isTicked, toggle) {
  keyed(
    grid,
    shown,
    ({ name }) => [name],
    ({ name, rules }) => {
      const input = h('input', {
        type: 'checkbox',
        'data-testid': `quick-${name}`,
        onchange: () => toggle(name),
      });
      const own = gamePicture(name);
      const picture = own.children.length > 0 ? own : gamePicture(rules.variant);
      const words = h('span', { class: 'game-name' }, presetInWords(name));
      const tick = h('span', { class: 'quick-tick', 'aria-hidden': 'true' }, icon('check'));
      return h('label', { class: 'game' }, input, picture, words, tick);
    },
    (card, preset) => {
      const input = card.querySelector('input');
      if (input) input.checked = isTicked(preset);
    },
  );
}

/** @param {boolean} chosen @param {(mixed: boolean) => void} pick */
function mixedField(chosen, pick) {
  const input = h('input', {
    type: 'checkbox',
    checked: chosen,
    'data-testid': 'quick-mixed',
    onchange: () => pick(input.checked),
  });
  const words = h('span', {}, t('quick.mixed'));
  return {
    element: h('label', { class: 'quick-mixed' }, input, words),
    /** @param {boolean} mixed */
    draw(mixed) {
      input.checked = mixed;
    },
  };
}

/** @param {State['matching']['counts']} counts */
function countsInWords(counts) {
  if (!counts) return '';
  const { searching, playing } = counts;
  if (searching + playing === 0) return t('quick.nobody');
  return factsOf([t('quick.searching', { n: searching }), t('quick.playing', { n: playing })]);
}

/** The search that goes on. @param {Catalogue} catalogue @param {Actions} actions */
function searchView(catalogue, actions) {
  const title = h('p', { class: 'quick-title', role: 'status' });
  const elapsed = elapsedView();
  const games = h('p', { class: 'quick-wanted', 'data-testid': 'quick-wanted' });
  const counts = h('p', { class: 'quick-counts' });
  const partner = partnerView();
  const offer = offerView(catalogue, actions);
  /** @type {Seeking | null} */
  let search = null;
  const mixed = mixedField(false, (now) => {
    if (!search) return;
    settings.set({ quick: { ...settings.get().quick, mixed: now } });
    actions.seek({ ...search, mixed: now });
  });
  const cancel = button(t('app.cancel'), {
    kind: 'big',
    testid: 'quick-cancel',
    press: actions.unseek,
  });
  const head = h('div', { class: 'quick-head' }, h('span', { class: 'pulse' }), title);
  return {
    element: h(
      'div',
      { class: 'quick-search', 'data-testid': 'searching', hidden: true },
      head,
      elapsed.element,
      games,
      partner.element,
      offer.element,
      counts,
      cancel,
      mixed.element,
    ),
    focus: () => cancel.focus(),
    /** @param {State} state */
    draw({ matching, clock_ms, name }) {
      search = matching.search;
      if (!search) return;
      const lonely = search.party !== undefined && search.partner === undefined;
      setText(title, t(lonely ? 'quick.waits_for_partner' : 'quick.looking'));
      elapsed.draw(search.since_ms - clock_ms);
      setText(games, joinNames(search.presets.map(presetInWords)));
      partner.draw(search, name);
      offer.draw(search);
      mixed.draw(search.mixed);
      setText(counts, countsInWords(matching.counts));
    },
  };
}

/** The link for a partner, and who has come by it. */
function partnerView() {
  const hint = h('p', { class: 'hint' }, t('quick.partner_hint'));
  const link = copyInput({ 'aria-label': t('quick.partner_link'), 'data-testid': 'partner-link' });
  const copy = copyButton(t('invite.copy'), link, { kind: 'small', testid: 'copy-partner' });
  const share = shareButton(
    t('invite.share'),
    () => ({ text: t('quick.partner_text'), url: link.value }),
    { kind: 'small' },
  );
  const way = h('div', {}, hint, h('div', { class: 'quick-link' }, link, ...copy, share));
  const who = h('p', { class: 'quick-partner', role: 'status', 'data-testid': 'partner' });
  const element = h('div', {}, way, who);
  return {
    element,
    /** @param {Seeking} search @param {string} own this visitor's name */
    draw({ party, partner }, own) {
      show(element, party !== undefined);
      show(way, partner === undefined);
      const name = partner === undefined ? null : nameOf({ name: partner });
      setText(who, name === null ? '' : t('quick.partner', { name }));
      if (!party) return;
      const path = pathOf({ page: 'lobby', party, ...(own && { from: own }) });
      const url = location.origin + path;
      if (link.value !== url) link.value = url;
    },
  };
}

/** A game with a computer player meanwhile. @param {Catalogue} catalogue @param {Actions} actions */
function offerView(catalogue, actions) {
  const element = h('div', { class: 'quick-offer', role: 'status', hidden: true });
  let shown = '';

  /** @param {string} preset */
  async function open(preset) {
    try {
      const { newForm: freshForm, createTableBody: tableOf } = await import(
        '../../create_model.js'
      );
      const { openTable } = await import('../../fair/partner.js');
      const form = { ...freshForm(catalogue, 'computer'), preset, level: LEVEL };
      actions.join(await openTable(tableOf(catalogue, form)));
    } catch {
      await actions.sorry();
    }
  }

  return {
    element,
    /** @param {Seeking} search */
    draw({ offers_computer, presets: [preset] }) {
      show(element, offers_computer);
      const key = offers_computer ? preset : '';
      if (key === shown) return;
      shown = key;
      if (!offers_computer) return fill(element);
      // The visitor has the first seat there, the computer player the next.
      const name = nameOf({ name: '', computer: LEVEL }, 1);
      const words = h('p', {}, t('quick.offer', { name, game: presetInWords(preset) }));
      const play = button(t('quick.offer_play', { name }), {
        kind: 'small',
        testid: 'play-meanwhile',
        press: () => open(preset),
      });
      return fill(element, words, play);
    },
  };
}
