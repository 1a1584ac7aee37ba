/** A picture for each game. */
import { s } from '../dom.js';
import { PICTURES } from '../games/pictures.js';

/**
 * Empty for a game that only a newer server knows.
 * @param {string} game a variant, a preset of the games of the world, or `world`
 */
export function gamePicture(game) {
  const props = { class: 'game-picture', viewBox: '0 0 128 72', 'aria-hidden': 'true' };
  return s('svg', props, ...(PICTURES[game]?.() ?? []));
}

/** The picture of a way to play: its own, or that of its variant. @param {{ preset: string, variant: string }} choice */
export const gamePictureOf = ({ preset, variant }) =>
  gamePicture(preset in PICTURES ? preset : variant);
