/** A table's rules on one line, in the visitor's language. Pure. */
import { t, word } from '../i18n/index.js';
import { amount } from './words.js';

const SEPARATOR = ' · ';

const CALLS = 'muggins calls';

/** What a preset is called here; one that is unknown keeps its name. @param {string} name the server's */
export function presetInWords(name) {
  return word(`preset_name.${name}`) ?? name;
}

/**
 * What a preset with muggins calls is called, where players have a name for that: the server's
 * Muggins is played without calls unless the line says otherwise. Null for the other presets.
 * @param {string} name the server's
 */
export function calledInWords(name) {
  return word(`preset_name.${name}${SEPARATOR}${CALLS}`);
}

/**
 * The server's short notation, such as "All Fives 200 · 9 tiles · rotate". A part that is unknown
 * stays as it is.
 * @param {string} notation
 */
export function notationInWords(notation) {
  const [head, ...parts] = notation.split(SEPARATOR);
  const [, name, target] = /^(.+)( \d+)$/.exec(head) ?? [head, head, ''];
  const called = parts.includes(CALLS) ? calledInWords(name) : null;
  const others = called ? parts.filter((part) => part !== CALLS) : parts;
  return [`${called ?? presetInWords(name)}${target}`, ...others.map(partInWords)].join(SEPARATOR);
}

/** @param {string} part */
function partInWords(part) {
  const counted = /^(\d+) (tiles|players)$/.exec(part);
  if (counted) return amount(Number(counted[1]), counted[2] === 'tiles' ? 'tiles' : 'players');
  const reserve = /^reserve (\d+)$/.exec(part);
  if (reserve) return t('notation.reserve', { n: Number(reserve[1]) });
  return word(`notation.${part.replaceAll("'", '').replaceAll(/[ -]/g, '_')}`) ?? part;
}
