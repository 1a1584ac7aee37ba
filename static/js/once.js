/**
 * Makes something asynchronously when it is first wanted, and keeps it. A failure isn't kept: the
 * next call tries again.
 * @template T
 * @param {() => Promise<T>} make
 * @returns {() => Promise<T>}
 */
export function once(make) {
  /** @type {Promise<T> | null} */
  let made = null;
  return () => {
    if (made) return made;
    const making = make();
    making.catch(() => {
      made = null;
    });
    made = making;
    return making;
  };
}
