/** The dialog in which a tournament is created. */
import { RefusedError } from '../../api.js';
import { fetchCatalogue } from '../../catalogue.js';
import {
  CAPS,
  CLOCKS,
  chooseNamed,
  lengthsOf,
  newForm,
  rulesOf,
  withLength,
  withOption,
} from '../../create_model.js';
import { attr, changes, fill, h, setText, show } from '../../dom.js';
import { clockWords } from '../../format/clock.js';
import { namedChoices } from '../../format/notation.js';
import { seatsAlone } from '../../format/seatings.js';
import { repeatWords } from '../../format/tournaments.js';
import { namedKey, t, textOrNull } from '../../i18n/index.js';
import { LEVELS } from '../../select.js';
import { createTournament } from '../../tournament_api.js';
import { errorLine } from '../attempt.js';
import { lengthId, lengthInWords } from '../create_fields.js';
import { gameCard, gamesInstead } from '../games/instead.js';
import { offer } from '../live_select.js';
import { refusalInWords } from '../refusal.js';
import { button, cancelButton, dialog, dialogActions, onSubmit } from '../widgets.js';
import { formatCards } from './format_cards.js';
import '../later.js';
import './looks.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Catalogue } from '../../catalogue.js' */
/** @import { ClockRule, CreateTournament, Level, TournamentFormat } from '../../protocol.js' */

/** The usual choices. */
const ROUNDS = 5;
const COME_MINUTES = 5;
const ARENA_MINUTES = 60;
const PLAYERS_MAX = 64;
/** The most players of a tournament. */
const PLAYERS_LIMIT = 1000;
/** After how many days it repeats. */
const REPEATS = [1, 7, 14, 28];
/** How many more follow. */
const MORE = 10;
/** How many computer players fill up to. */
const FILLS = [4, 8, 16, 32];
/** How many can be wanted at a table of several. */
const SEATS = ['three', 'four', 'five', 'six', 'seven', 'eight'];
const SEATS_USUAL = 'four';
/** A game that so many can play, each alone, is for companies of as many as come. */
const COMPANY = 'five';
/** How many of the best play a knockout. */
const CUTS = [2, 4, 8, 16];
/** How many boards a match usually has where all tables have the same deals. */
const BOARDS_USUAL = 4;
/** How many minutes later than the players visitors can see the tables. */
const WATCH_DELAYS = [0, 1, 2, 5, 10];
/** Who may take part. */
const ENTRIES = /** @type {const} */ (['open', 'hall', 'network', 'accounts', 'known']);
/** The most players for the same deals. */
const BOARDS_PLAYERS_MAX = 128;
/** A tournament begins at the next full half hour that leaves players the time to come. */
const HALF_HOUR_MS = 30 * 60_000;
const MINUTE_MS = 60_000;

/** @param {Actions} actions */
export async function createForm(actions) {
  const catalogue = await fetchCatalogue();
  const fields = fieldsOf(catalogue);
  const error = errorLine();
  const submit = button(t('tournament.create'), {
    kind: 'primary',
    type: 'submit',
    testid: 'create-tournament',
  });
  const shown = dialog(
    { name: 'tournament', title: t('tournament.new'), body: 'form', testid: 'tournament-form' },
    h('div.dialog-scroll.column', ...fields.elements),
    error,
    dialogActions(cancelButton(), submit),
  );
  onSubmit(shown.body, submit, async () => {
    show(error, false);
    try {
      const { tournament } = await createTournament(fields.body());
      shown.close();
      actions.go({ page: 'tournament', tournament });
    } catch (problem) {
      const refused = problem instanceof RefusedError ? problem : null;
      const option = refused?.option && textOrNull(namedKey('tournament.wrong', refused.option));
      const known = refused && refusalInWords(refused.code);
      setText(error, option ?? known ?? t('app.undone'));
      show(error, true);
    }
  });
  return {
    element: shown.element,
    open() {
      fields.begin();
      shown.open(fields.first);
    },
  };
}

/**
 * The controls of the form.
 * @param {(format: TournamentFormat) => boolean} isOffered
 * @param {() => void} formatChanged
 */
function controls(isOffered, formatChanged) {
  const cuts = CUTS.map((n) => pair(n, t('count.players', { n })));
  const fills = FILLS.map((n) => pair(n, t('count.players', { n })));
  const levels = LEVELS.map((one) => pair(one, t(`level.${one}`)));
  const everybody = pair('true', t('tournament.everybody'));
  return {
    name: input('name', { maxlength: 60, required: true }),
    format: formatCards(isOffered, formatChanged),
    seats: select('seats', []),
    rounds: input('rounds', { type: 'number', min: 1, max: 15, value: ROUNDS }),
    minutes: input('minutes', { type: 'number', min: 10, max: 720, value: ARENA_MINUTES }),
    cut: select('cut', [pair('', t('tournament.no_cut')), ...cuts]),
    game: gameField(),
    target: select('target', []),
    deals: select('deals', [
      pair('own', t('tournament.deals_own')),
      pair('same', t('tournament.deals_same')),
    ]),
    boards: select('boards', []),
    watching: select('watching', [
      pair('', t('tournament.watch_nobody')),
      ...WATCH_DELAYS.map(watchChoice),
    ]),
    clock: select('clock', clockChoices(), 'move30'),
    cap: select('cap', CAPS.map(capChoice)),
    pairs: checkbox('pairs'),
    repeat: select('repeat', [pair('', t('tournament.once')), ...REPEATS.map(repeatChoice)]),
    more: input('more', { type: 'number', min: 1, max: 52, value: MORE }),
    start: input('start', { type: 'datetime-local', required: true }),
    most: input('players_max', { type: 'number', min: 2, max: PLAYERS_LIMIT, value: PLAYERS_MAX }),
    come: input('come', { type: 'number', min: 1, max: 30, value: COME_MINUTES }),
    entries: select(
      'entries',
      ENTRIES.map((one) => pair(one, t(`tournament.entries_${one}`))),
    ),
    who: select('listed', [everybody, pair('', t('tournament.by_link'))]),
    password: input('password', { maxlength: 60, autocomplete: 'off' }),
    fill: select('fill', [pair('', t('tournament.no_fill')), ...fills]),
    level: select('level', levels, 'casual'),
    check: checkbox('check_in'),
    rated: checkbox('rated'),
  };
}

/** @typedef {ReturnType<typeof controls>} Controls */

/** The fields, which follow from each other. @param {Catalogue} catalogue */
function fieldsOf(catalogue) {
  const all = controls(offers(catalogue), () => drawFormat());
  const about = h('p.hint');
  const same = h('p.hint', { testid: 'event-deals-hint' }, t('tournament.deals_hint'));
  const people = h('p.hint', { testid: 'event-entries-hint' });
  const format = all.format.chosen;
  const isOtherGame = changes();

  function drawGame() {
    offerSizes(all);
    offer(all.target.control, lengthChoices(all));
    drawBoards();
    drawDeals();
  }
  function drawBoards() {
    const { boards } = all.game.chosen().offered.game.form;
    if (!boards || !isOtherGame(boards)) return;
    const choices = boards.map((n) => ({ value: String(n), words: t('count.boards', { n }) }));
    offer(all.boards.control, choices);
    all.boards.control.value = String(boards.includes(BOARDS_USUAL) ? BOARDS_USUAL : boards[0]);
  }
  function drawFormat() {
    // Tables of several have as many players as it takes to seat all.
    const fitting = offeredWith(catalogue, format() === 'tables' ? COMPANY : seatingOf(all));
    all.game.offer({ presets: fitting }, drawGame);
    setText(about, t(`tournament.${format()}_hint`));
    show(all.pairs, mayBePairs(format()));
    show(all.rounds.element, hasRounds(format()));
    show(all.seats.element, format() === 'tables');
    show(all.minutes.element, format() === 'arena');
    drawGame();
  }
  function drawDeals() {
    const areSame = hasBoards(all);
    show(all.deals.element, mayHaveBoards(all));
    show(all.boards.element, areSame);
    show(same, areSame);
    // A match of boards has no target and no rating, and boards alone decide the places.
    show(all.target.element, !areSame);
    show(all.cut.element, format() === 'swiss' && !areSame);
    show(all.rated, !areSame);
    // A watcher would know the tiles of the other tables.
    show(all.watching.element, !areSame);
    boundPlayers(all.most.control, areSame ? BOARDS_PLAYERS_MAX : PLAYERS_LIMIT);
  }
  const drawRepeat = () => show(all.more.element, all.repeat.control.value !== '');
  const drawEntries = () => setText(people, t(`tournament.entries_${entriesOf(all)}_hint`));
  const drawFill = () => show(all.level.element, all.fill.control.value !== '');
  all.deals.control.addEventListener('change', drawDeals);
  all.pairs.addEventListener('change', drawFormat);
  all.repeat.control.addEventListener('change', drawRepeat);
  all.fill.control.addEventListener('change', drawFill);
  all.entries.control.addEventListener('change', drawEntries);
  drawFormat();
  drawFill();
  drawRepeat();
  drawEntries();
  return {
    first: all.format.first,
    elements: layOut(all, { about, same, people }),
    begin() {
      all.start.control.value = localTime(nextHalfHour(Date.now()));
    },
    body: () => bodyOf(catalogue, all),
  };
}

/** Offers the sizes of tables, of which none is larger than the game allows. @param {Controls} all */
function offerSizes({ seats: { control }, game }) {
  const sizes = SEATS.filter((size) => isFor(game.chosen().offered, size));
  const wanted = sizes.includes(control.value) ? control.value : SEATS_USUAL;
  offer(control, sizes.map(seatsChoice));
  control.value = wanted;
}

/** Whether a game is offered with a seating. @param {Catalogue['presets'][number]} game @param {string} wanted */
const isFor = ({ seatings }, wanted) =>
  seatings.some(({ offered, seating }) => offered && seating === wanted);

/** The games that are offered with a seating. @param {Catalogue} catalogue @param {string} wanted */
const offeredWith = ({ presets }, wanted) => presets.filter((game) => isFor(game, wanted));

/** Whether there is a game for a format. @param {Catalogue} catalogue @returns {(format: TournamentFormat) => boolean} */
const offers = (catalogue) => (format) =>
  format !== 'tables' || offeredWith(catalogue, COMPANY).length > 0;

/** @param {HTMLInputElement} control the largest number of players @param {number} max */
function boundPlayers(control, max) {
  control.max = String(max);
  control.value = String(Math.min(Number(control.value), max));
}

/**
 * The fields in their order.
 * @param {Controls} all
 * @param {{ about: HTMLElement, same: HTMLElement, people: HTMLElement }} hints what is said of the format, of the same
 * deals, and of who may take part
 */
function layOut(all, { about, same, people }) {
  const { name, format, rounds, cut, game, target, clock, cap, start, who, fill, level } = all;
  const { minutes, most, come, password, check, rated, pairs, repeat, more, deals, boards } = all;
  const { watching, entries, seats } = all;
  /** @param {...HTMLElement} fields */
  const row = (...fields) => h('div.event-fields', ...fields);
  const further = h(
    'details.event-more',
    h('summary', t('create.more')),
    row(fill.element, level.element, cut.element, clock.element, cap.element),
    row(deals.element, boards.element, watching.element),
    same,
    row(repeat.element, more.element, who.element, entries.element),
    people,
    row(most.element, come.element, password.element),
    pairs,
    check,
    rated,
  );
  // A wrong value can't be pointed at while it is folded away.
  further.addEventListener('invalid', () => attr(further, 'open', true), true);
  return [
    h('div.stack', format.element, about),
    name.element,
    game.element,
    row(start.element, target.element, rounds.element, seats.element, minutes.element),
    further,
  ];
}

/** How long a match may be; of some games a short one is as long as a normal one. @param {Controls} all */
function lengthsIn({ game }) {
  const lengths = lengthsOf(game.chosen().offered);
  return lengths.filter(({ target }, i) => lengths.findIndex((one) => one.target === target) === i);
}

/** @param {Controls} all */
function lengthChoices(all) {
  const { inRounds } = all.game.chosen().offered.game.form;
  return lengthsIn(all).map(({ target }) => ({
    value: lengthId({ target }),
    words: lengthInWords({ target }, inRounds),
  }));
}

/** The rules that are chosen, as the form of a table. @param {Catalogue} catalogue @param {Controls} all */
function formOf(catalogue, all) {
  const { game, target } = all;
  const chosen = chooseNamed(catalogue, newForm(catalogue, 'public'), game.chosen().name);
  const seated = withOption(catalogue, chosen, 'seating', seatingOf(all));
  const { value } = target.control;
  const length = lengthsIn(all).find((one) => lengthId(one) === value);
  return length ? withLength(catalogue, seated, length) : seated;
}

/** @param {Catalogue} catalogue @param {Controls} all @returns {CreateTournament} */
function bodyOf(catalogue, all) {
  const format = all.format.chosen();
  const boards = hasBoards(all) ? Number(all.boards.control.value) : 0;
  const cut = format === 'swiss' && boards === 0 ? Number(all.cut.control.value) : 0;
  const fill_to = Number(all.fill.control.value);
  const computers = /** @type {Level} */ (all.level.control.value);
  const password = all.password.control.value;
  const watching = all.watching.control.value;
  const days = Number(all.repeat.control.value);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const time_cap = Number(all.cap.control.value);
  return {
    name: all.name.control.value,
    format,
    ...(hasRounds(format) && { rounds: Number(all.rounds.control.value) }),
    ...(cut > 0 && { cut }),
    ...(boards > 0 && { boards }),
    ...(boards === 0 && watching !== '' && { watch_delay_minutes: Number(watching) }),
    ...(format === 'arena' && { minutes: Number(all.minutes.control.value) }),
    third_place: true,
    pairs: hasPairs(all),
    ...(days > 0 && { repeat: { days, zone, more: Number(all.more.control.value) } }),
    rules: rulesOf(catalogue, formOf(catalogue, all)),
    clock: /** @type {ClockRule} */ (CLOCKS[all.clock.control.value]),
    ...(time_cap > 0 && { time_cap }),
    starts_ms: new Date(all.start.control.value).getTime(),
    players_max: Math.min(Number(all.most.control.value), mostOf(all)),
    come_minutes: Number(all.come.control.value),
    check_in: isChecked(all.check),
    listed: all.who.control.value !== '',
    entries: entriesOf(all),
    ...(password !== '' && { password }),
    rated: boards === 0 && isChecked(all.rated),
    ...(fill_to > 0 && { computers, fill_to }),
  };
}

/** Who may take part. @param {Controls} all */
const entriesOf = ({ entries }) => /** @type {(typeof ENTRIES)[number]} */ (entries.control.value);

/** Whether the number of rounds can be chosen. @param {TournamentFormat} format */
const hasRounds = (format) => ['swiss', 'individual', 'tables'].includes(format);

/** Whether pairs that stay together can be chosen. @param {TournamentFormat} format */
const mayBePairs = (format) => !['individual', 'arena', 'tables'].includes(format);

/** Whether they are chosen. @param {Controls} all */
const hasPairs = ({ format, pairs }) => mayBePairs(format.chosen()) && isChecked(pairs);

/** @param {Controls} all */
function seatingOf(all) {
  if (all.format.chosen() === 'tables') return all.seats.control.value;
  return all.format.chosen() === 'individual' || hasPairs(all) ? 'partners' : 'two';
}

/** Whether all tables can have the same deals. @param {Controls} all */
const mayHaveBoards = ({ format, game }) =>
  game.chosen().offered.game.form.boards !== undefined &&
  !['knockout', 'arena', 'tables'].includes(format.chosen());

/** Whether they have. @param {Controls} all */
const hasBoards = (all) => mayHaveBoards(all) && all.deals.control.value === 'same';

/** The largest number of players. @param {Controls} all */
function mostOf(all) {
  const value = all.format.chosen();
  if (value === 'round_robin') return hasPairs(all) ? 64 : 32;
  if (value === 'individual') return 41;
  return hasBoards(all) ? BOARDS_PLAYERS_MAX : PLAYERS_LIMIT;
}

/** A choice: its value and its words. @param {string | number} value @param {string} words @returns {[string, string]} */
const pair = (value, words) => [String(value), words];

/** @param {number} days */
const repeatChoice = (days) => pair(days, repeatWords(days));

/** @param {string} value a seating */
const seatsChoice = (value) => ({
  value,
  words: t('count.players', { n: seatsAlone(value) ?? 0 }),
});

/** @param {number} n minutes, 0 for none */
const capChoice = (n) => pair(n, n === 0 ? t('cap.none') : t('clock.minutes', { n }));

/** @param {number} n minutes, 0 for live */
const watchChoice = (n) =>
  pair(
    n,
    n === 0
      ? t('tournament.watch_live')
      : t('tournament.watch_later', { time: t('clock.minutes', { n }) }),
  );

/** @returns {[string, string][]} */
function clockChoices() {
  const all = Object.entries(CLOCKS).filter(([, rule]) => rule !== null);
  return all.map(([key, rule]) => [key, clockWords(rule ?? undefined)]);
}

/** @typedef {'name' | 'rounds' | 'seats' | 'cut' | 'minutes' | 'target' | 'deals' | 'boards' | 'watching' | 'clock' | 'cap' | 'start' | 'players_max' | 'come' | 'listed' | 'entries' | 'password' | 'fill' | 'level' | 'check_in' | 'rated' | 'pairs' | 'repeat' | 'more'} FieldName */

/** @param {FieldName} name @param {import('../../dom.js').Props} props */
function input(name, props) {
  const control = h('input', {
    id: `event-new-${name}`,
    class: 'field',
    testid: `event-new-${name}`,
    ...props,
  });
  return { control, element: labelled(name, control) };
}

/** @param {FieldName} name @param {(readonly [string, string])[]} choices @param {string} [chosen] */
function select(name, choices, chosen) {
  const control = h(
    'select',
    { id: `event-new-${name}`, class: 'field', testid: `event-new-${name}` },
    ...choices.map(([value, words]) => h('option', { value, selected: value === chosen }, words)),
  );
  return { control, element: labelled(name, control) };
}

/** The game, among those that are offered for the format: the first, until one is chosen. */
function gameField() {
  const element = h('div.event-game');
  /** @type {ReturnType<typeof namedChoices>[number]} */
  let chosen;
  return {
    element,
    chosen: () => chosen,
    /** @param {Catalogue} catalogue @param {() => void} changed */
    offer(catalogue, changed) {
      const games = namedChoices(catalogue.presets);
      /** @param {string | undefined} wanted */
      function choose(wanted) {
        chosen = games.find((one) => one.name === wanted) ?? games[0];
        const { name, preset, offered } = chosen;
        fill(element, gameCard({ name, preset, variant: offered.variant }, openGames));
      }
      function openGames() {
        const dialog = element.closest('dialog');
        if (!dialog) return;
        gamesInstead(dialog, catalogue, chosen.name, (name) => {
          choose(name);
          changed();
          element.querySelector('button')?.focus();
        });
      }
      choose(chosen?.name);
    },
  };
}

/** @param {FieldName} name @param {HTMLElement} control */
const labelled = (name, control) =>
  h(
    'label.event-field',
    { for: control.id, 'data-field': name },
    t(`tournament.field_${name}`),
    control,
  );

/** @param {'check_in' | 'rated' | 'pairs'} name */
function checkbox(name) {
  const control = h('input', { type: 'checkbox', testid: `event-new-${name}` });
  return h('label.event-checkbox.in-line', control, t(`tournament.field_${name}`));
}

/** @param {HTMLElement} label */
const isChecked = (label) => label.querySelector('input')?.checked === true;

/** @param {number} now */
const nextHalfHour = (now) => (Math.floor(now / HALF_HOUR_MS) + 2) * HALF_HOUR_MS;

/** A time as the field for times takes it: without its zone. @param {number} ms */
function localTime(ms) {
  const shift = new Date(ms).getTimezoneOffset() * MINUTE_MS;
  return new Date(ms - shift).toISOString().slice(0, 16);
}
