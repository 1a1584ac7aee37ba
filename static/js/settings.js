/**
 * The visitor's settings: one value, kept in this browser, the same in every tab. Code that needs a
 * setting calls `settings.get()`, and `settings.subscribe` to hear of changes.
 */

/**
 * @typedef {object} Settings
 * @property {'system' | 'light' | 'dark'} theme
 * @property {'felt' | 'wood' | 'sea'} surface the look of the table
 * @property {'ivory' | 'ebony' | 'contrast'} tiles the look of the tiles
 * @property {number} volume of sounds, in percent; 0 is silence
 * @property {boolean} notify whether the system tells of the own turn while the page is hidden
 * @property {boolean} vibrate whether the phone shakes when it is the own turn
 * @property {boolean} auto_play whether a forced tile is played by itself
 * @property {boolean} show_lacks whether the pips that a seat is known to lack are marked
 * @property {boolean} peg_board whether scores to 61 or 121 are shown on a cribbage board too
 * @property {'dealt' | 'high' | 'suit' | 'chain'} hand_sort the order of the tiles in the own hand
 * @property {boolean} hide_hand whether the own tiles lie face down until they are wanted
 * @property {'news' | 'open' | 'folded'} panel whether the history and the chat stand beside the table on a
 *   wide screen; `news`: since something was said there
 * @property {boolean} single_keys whether single letters and digits are keys of the table
 * @property {string} language a language of the client, or 'auto' for the browser's
 * @property {string} game the preset of the game that was chosen last on the front page; '' for none
 * @property {boolean} share_names whether the pictures of matches that the visitor shares show who has played
 * @property {boolean} share_asked whether the visitor was asked that
 * @property {number} offered_ms when a guest was last asked whether they want to keep their name
 * @property {boolean} push_offered whether the visitor has chosen if this browser tells them of their turns
 * @property {Record<string, unknown>} tables what was chosen for the last table of each kind: against
 *   `computer`, or with `people`
 * @property {Record<string, unknown>} quick what was looked for last: `presets`, and `mixed`, whether kept
 *   accounts and guests may meet
 * @property {boolean} text_face whether this browser has fetched the typeface of texts
 * @property {boolean} mute_all whether nothing that others say or feel is shown
 * @property {string[]} muted the pseudonyms of people whose words and reactions are not shown; a person has
 *   another one at each table
 */

/** @typedef {Pick<Settings, 'mute_all' | 'muted'>} Mutes */

const KEY = 'boneyard.settings';
/** As many people as are kept muted; the oldest are forgotten. */
const MUTED_MAX = 100;

/** @type {Readonly<Settings>} */
export const DEFAULTS = Object.freeze({
  theme: 'system',
  surface: 'felt',
  tiles: 'ivory',
  volume: 60,
  notify: false,
  vibrate: true,
  auto_play: true,
  show_lacks: false,
  peg_board: false,
  hand_sort: 'dealt',
  hide_hand: false,
  panel: 'news',
  single_keys: true,
  language: 'auto',
  game: '',
  share_names: false,
  share_asked: false,
  offered_ms: 0,
  push_offered: false,
  tables: {},
  quick: {},
  text_face: false,
  mute_all: false,
  muted: [],
});

/** The values of those settings that are a choice among a few. @type {Record<string, string[]>} */
const CHOICES = Object.freeze({
  theme: ['system', 'light', 'dark'],
  surface: ['felt', 'wood', 'sea'],
  tiles: ['ivory', 'ebony', 'contrast'],
  hand_sort: ['dealt', 'high', 'suit', 'chain'],
  panel: ['news', 'open', 'folded'],
});

/**
 * Settings out of what was stored: a value that is missing or makes no sense becomes the default.
 * @param {unknown} stored
 * @returns {Settings}
 */
export function validSettings(stored) {
  const known = Object(stored);
  /** @type {Record<string, any>} */
  const made = { ...DEFAULTS };
  for (const [name, example] of Object.entries(DEFAULTS)) {
    if (fits(name, known[name], example)) made[name] = known[name];
  }
  return /** @type {Settings} */ (made);
}

/** @param {string} name @param {unknown} value @param {unknown} example */
function fits(name, value, example) {
  if (name in CHOICES) return CHOICES[name].includes(String(value));
  if (name === 'volume') return typeof value === 'number' && value >= 0 && value <= 100;
  if (name === 'muted') {
    const list = Array.isArray(value) && value.every((one) => typeof one === 'string');
    return list && value.length <= MUTED_MAX;
  }
  return typeof value === typeof example && value !== null;
}

/** A store of settings. @param {StoredText} kept */
export function createSettings(kept) {
  let now = validSettings(parse(kept.read()));
  /** @type {((now: Settings, before: Settings) => void)[]} */
  const listeners = [];
  /** @param {Settings} next */
  function change(next) {
    const before = now;
    now = next;
    for (const listener of listeners) listener(now, before);
  }
  /** @param {Partial<Settings>} changes */
  function set(changes) {
    const next = validSettings({ ...now, ...changes });
    if (JSON.stringify(next) === JSON.stringify(now)) return;
    kept.write(JSON.stringify(next));
    change(next);
  }
  return {
    get: () => now,
    /** Changes some settings and remembers them. */
    set,
    /** Hides what a person says, or shows it again. @param {string} pseudonym @param {boolean} muted */
    mute(pseudonym, muted) {
      const others = now.muted.filter((one) => one !== pseudonym);
      set({ muted: muted ? [...others, pseudonym].slice(-MUTED_MAX) : others });
    },
    /** Reads again what is kept: another tab may have changed it. */
    reread() {
      const next = validSettings(parse(kept.read()));
      if (JSON.stringify(next) !== JSON.stringify(now)) change(next);
    },
    /** Returns what ends the listening. @param {(now: Settings, before: Settings) => void} listener */
    subscribe(listener) {
      listeners.push(listener);
      return () => {
        listeners.splice(listeners.indexOf(listener), 1);
      };
    },
  };
}

/** @param {string | null} text */
function parse(text) {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * A place for one text: the browser's storage, or a variable in a test.
 * @typedef {{ read(): string | null, write(text: string): void }} StoredText
 */

/**
 * The text that the browser keeps under a key. Storage may be full, forbidden or switched off: then
 * nothing is kept, and the page goes on without.
 * @param {string} key
 * @returns {StoredText}
 */
export function storedText(key) {
  return {
    read() {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    write(text) {
      try {
        localStorage.setItem(key, text);
      } catch {
        // The text that was kept before stays.
      }
    },
  };
}

/** This visitor's settings; without storage they hold for this page only. */
export const settings = createSettings(storedText(KEY));

/** What this browser noted of deals in which it took part (`fair/notes.js`). */
export const storedDeals = storedText('boneyard.deals');

/** What it was shown of the rounds that are being played (`fair/notes.js`). */
export const storedShown = storedText('boneyard.shown');

/** What it knows of the server's public log (`fair/log.js`). */
export const storedLog = storedText('boneyard.log');

/** What this browser told the server last of the way in which it is told something (`push.js`). */
export const storedPush = storedText('boneyard.push');

/** Keeps this tab in step with the others. */
export function followOtherTabs() {
  addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) settings.reread();
  });
}

/** Whether the visitor looks for guests and people with an account alike. */
export const mixes = () => settings.get().quick.mixed === true;
