/**
 * Choosing a move step by step: what is picked narrows the moves that the server lists, and the one that is left is
 * made. Pure.
 */

/** @import { Offer, Step } from '../games/contract.js' */

/** @typedef {Pick<Offer, 'steps'>} Path */

/** @param {Step} one @param {Step} other */
const isSame = (one, other) => one.kind === other.kind && one.id === other.id;

/** Whether a step is among some. @param {readonly Step[]} steps @param {Step} step */
export const has = (steps, step) => steps.some((one) => isSame(one, step));

/**
 * The paths that go with all of some steps. What may be left out says nothing of a path on which it can't be picked.
 * @template {Path} P
 * @param {readonly P[]} paths
 * @param {readonly Step[]} picked
 */
export const fitting = (paths, picked) =>
  paths.filter(({ steps }) =>
    picked.every(
      (step) => has(steps, step) || (step.free && steps.every(({ kind }) => kind !== step.kind)),
    ),
  );

/**
 * The paths that have all that is picked, and of what may be left out nothing that isn't.
 * @template {Path} P
 * @param {readonly P[]} paths
 * @param {readonly Step[]} picked
 */
export const narrowed = (paths, picked) =>
  fitting(paths, picked).filter(({ steps }) =>
    steps.every((step) => !step.free || step.id === '' || has(picked, step)),
  );

/** What of the picked steps may be left out. @param {readonly Step[]} picked */
export const freeOf = (picked) => picked.filter(({ free }) => free);

/** Whether anything is picked that leads to a move. @param {readonly Step[]} picked */
export const isPicking = (picked) => picked.some(({ free }) => !free);

/** Whether a move is made as soon as no other is left: nothing may be left out, nor is anything asked. @param {Path} path */
const isPlain = ({ steps }) => steps.every(({ free, asked }) => !free && !asked);

/**
 * What a pick means. The move is made when no other is left and the visitor has nothing more to pick: where something
 * may be left out or is asked, that is at the last step, or when what may be left out is left and the same is picked
 * again. Else to pick something again is to put it back.
 * @template {Path} P
 * @param {readonly P[]} offers
 * @param {readonly Step[]} picked
 * @param {Step} step
 * @returns {{ picked: readonly Step[], offer: P | null }}
 */
export function pick(offers, picked, step) {
  const others = picked.filter(({ kind }) => kind !== step.kind);
  const kept = fitting(offers, [...others, step]).length > 0 ? others : freeOf(others);
  const now = [...kept, step];
  if (fitting(offers, now).length === 0) return { picked, offer: null };
  if (step.free) return { picked: now, offer: null };
  const isAgain = has(picked, step);
  const left = narrowed(offers, now);
  const [only] = left;
  if (left.length === 1 && (isPlain(only) || isWhole(only, now, isAgain)))
    return { picked: now, offer: only };
  return { picked: isAgain ? kept : now, offer: null };
}

/** Whether all that must be picked of a path is; `isAgain`: the rest follows, but for what is asked. @param {Path} path @param {readonly Step[]} picked @param {boolean} isAgain */
const isWhole = ({ steps }, picked, isAgain) =>
  steps.every((step) => step.free || (isAgain && !step.asked) || has(picked, step));

/**
 * What becomes of what was chosen ahead when the own turn comes: the only move that it leads to, or none any more. Where
 * there are several, or more may be picked, it is only taken in hand.
 * @template {Path} P
 * @param {readonly P[]} offers
 * @param {readonly Step[]} ahead
 * @returns {{ type: 'play', offer: P } | { type: 'pick', picked: Step[] } | { type: 'gone' }}
 */
export function resolve(offers, ahead) {
  const left = narrowed(offers, ahead);
  if (left.length === 0) return { type: 'gone' };
  if (left.length === 1 && isPlain(left[0])) return { type: 'play', offer: left[0] };
  return { type: 'pick', picked: ahead.slice(0, 1) };
}
