/** What is said and felt, in this visitor's language. Pure. */
import { t, word } from '../i18n/index.js';
import { nameOf } from './words.js';

/** @import { Line } from '../protocol.js' */

/**
 * The words of a line, or null for a phrase that this client doesn't know.
 * @param {Line} line
 */
export function lineText(line) {
  return 'text' in line ? line.text : word(`phrase.${line.phrase}`);
}

/**
 * A line with its speaker, such as "Ben: Well played!", or null.
 * @param {Line} line
 */
export function lineAloud(line) {
  const text = lineText(line);
  return text === null ? null : t('chat.line', { name: nameOf(line), text });
}

/**
 * A reaction with its name, such as "Ben: applause", or null for one that this client doesn't know.
 * @param {{ name: string, reaction: string }} reacted
 */
export function reactionAloud({ name, reaction }) {
  const what = word(`reaction.${reaction}`);
  return what === null ? null : t('chat.line', { name: nameOf({ name }), text: what });
}
