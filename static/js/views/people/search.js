/** The search for a match that goes on, and what of it the choice of games shows as well. */
import { fill, h, setText, show } from '../../dom.js';
import { nameOf } from '../../format/names.js';
import { presetInWords } from '../../format/notation.js';
import { seatsAlone } from '../../format/seatings.js';
import { joinNames, loadTexts, t } from '../../i18n/index.js';
import { seekersFor } from '../../matching.js';
import { pathOf } from '../../route.js';
import { settings } from '../../settings.js';
import { button, copyButton, copyInput, shareButton } from '../widgets.js';
import { elapsedView } from './elapsed.js';

await loadTexts('people');

/** @import { Actions } from '../../actions.js' */
/** @import { Catalogue } from '../../catalogue.js' */
/** @import { Seeking } from '../../protocol.js' */
/** @import { State } from '../../state.js' */

/** @param {boolean} chosen @param {(mixed: boolean) => void} pick */
export function mixedField(chosen, pick) {
  const input = h('input', {
    type: 'checkbox',
    checked: chosen,
    testid: 'quick-mixed',
    onchange: () => pick(input.checked),
  });
  const words = h('span');
  return {
    element: h('label.quick-mixed.in-line', input, words),
    /** @param {boolean} mixed @param {State['person']} person the account that the visitor keeps, if any */
    draw(mixed, person) {
      input.checked = mixed;
      setText(words, t(person ? 'quick.mixed_account' : 'quick.mixed_guest'));
    },
  };
}

/**
 * How many others look for one of these games, as far as the visitor may meet them.
 * @param {State} state
 * @param {string[]} presets
 * @param {boolean} mixed
 */
export function countsInWords(state, presets, mixed) {
  const others = seekersFor(state, mixed).filter((one) =>
    one.presets.some((preset) => presets.includes(preset)),
  );
  return others.length > 0 ? t('quick.searching', { n: others.length }) : '';
}

/** The search that goes on. @param {Actions} actions @param {Catalogue} catalogue */
export function searchView(actions, catalogue) {
  const title = h('p.quick-title', { role: 'status' });
  const elapsed = elapsedView();
  const games = h('p.quick-wanted', { testid: 'quick-wanted' });
  const counts = h('p.quick-counts');
  const size = h('p.hint', { testid: 'quick-size' }, t('quick.size'));
  const partner = partnerView();
  const offer = offerView(actions);
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
  const head = h('div.in-line', h('span.pulse'), title);
  return {
    element: h(
      'div.quick-search.stack',
      { testid: 'searching', hidden: true },
      head,
      elapsed.element,
      games,
      size,
      partner.element,
      offer.element,
      counts,
      cancel,
      mixed.element,
    ),
    focus: () => cancel.focus(),
    /** @param {State} state */
    draw(state) {
      const { matching, clock_ms, name, person } = state;
      search = matching.search;
      if (!search) return;
      const lonely = search.party !== undefined && search.partner === undefined;
      setText(title, t(lonely ? 'quick.waits_for_partner' : 'quick.looking'));
      elapsed.draw(search.since_ms - clock_ms);
      setText(games, joinNames(search.presets.map(presetInWords)));
      show(size, hasTablesOfAnySize(catalogue, search.presets));
      partner.draw(search, name);
      offer.draw(search);
      mixed.draw(search.mixed, person);
      setText(counts, countsInWords(state, search.presets, search.mixed));
    },
  };
}

/**
 * Whether tables of one of these games begin with as many players as are there: those of games for more than four.
 * @param {Catalogue} catalogue
 * @param {string[]} names
 */
function hasTablesOfAnySize({ presets }, names) {
  const wanted = presets.filter(({ name }) => names.includes(name));
  return wanted.some(({ seatings }) =>
    seatings.some(({ offered, seating }) => offered && (seatsAlone(seating) ?? 0) > 4),
  );
}

/** The link for a partner, and who has come by it. */
function partnerView() {
  const hint = h('p.hint', t('quick.partner_hint'));
  const link = copyInput({ 'aria-label': t('quick.partner_link'), testid: 'partner-link' });
  const copy = copyButton(t('invite.copy'), link, { kind: 'small', testid: 'copy-partner' });
  const share = shareButton(
    t('invite.share'),
    () => ({ text: t('quick.partner_text'), url: link.value }),
    { kind: 'small' },
  );
  const way = h('div', hint, h('div.quick-link.row', link, ...copy, share));
  const who = h('p.quick-partner', { role: 'status', testid: 'partner' });
  const element = h('div', way, who);
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

/** A game with a computer player meanwhile. @param {Actions} actions */
function offerView(actions) {
  const element = h('div.quick-offer.stack', { role: 'status', hidden: true });
  let shown = '';

  /** @param {string} preset */
  async function open(preset) {
    try {
      const { openComputerTable } = await import('../../create_model.js');
      actions.join(await openComputerTable(preset));
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
      const name = nameOf({ name: '', computer: 'casual' }, 1);
      const words = h('p', t('quick.offer', { name, game: presetInWords(preset) }));
      const play = button(t('quick.offer_play', { name }), {
        kind: 'small',
        testid: 'play-meanwhile',
        press: () => open(preset),
      });
      return fill(element, words, play);
    },
  };
}
