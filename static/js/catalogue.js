/** What can be chosen for a new table: the presets of every game that the server and this client know. */
import { request } from './api.js';
import { FORMS } from './games/forms.js';
import { once } from './loader.js';

/** @import { GameForm, Preset } from './games/contract.js' */
/** @import { OptionBody } from './protocol.js' */

/** What the server offers of a game. @typedef {{ presets: Preset[], options: OptionBody[] }} Offered */

/**
 * A game that is offered. `form`: what a form must know of it.
 * @typedef {{ kind: string, form: GameForm, presets: OfferedPreset[], options: OptionBody[] }} OfferedGame
 */

/** @typedef {Preset & { game: OfferedGame, variant: string }} OfferedPreset */
/** The presets in the order in which pages offer them. @typedef {{ presets: OfferedPreset[] }} Catalogue */

/** Every preset and every option, asked for once. @type {() => Promise<Catalogue>} */
export const fetchCatalogue = once(async () => catalogueOf(await request('/api/presets')));

/** @param {Record<string, Offered>} offered by game @returns {Catalogue} */
export function catalogueOf(offered) {
  const kinds = Object.keys(offered).filter((kind) => kind in FORMS);
  const games = kinds.map((kind) => gameOf(kind, offered[kind], FORMS[kind]));
  return { presets: games.flatMap(({ presets }) => presets) };
}

/** @param {string} kind @param {Offered} offered @param {GameForm} form */
function gameOf(kind, { presets, options }, form) {
  /** @type {OfferedGame} */
  const game = { kind, form, options, presets: [] };
  game.presets = presets.map((one) => ({ ...one, game, variant: form.variantOf(one.rules) }));
  return game;
}
