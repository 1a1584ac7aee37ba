/** Lists in which a thing may be several times. Pure. */

/**
 * What is left of some things without others, one for one.
 * @param {readonly string[]} things
 * @param {readonly string[]} others
 */
export function without(things, others) {
  const left = [...things];
  for (const one of others) {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
