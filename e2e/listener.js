import { expect } from '@playwright/test';

/** Nobody goes on for longer than this to find a thing on a page. */
const STEPS_MAX = 120;

/**
 * Somebody who doesn't see the page: knows it by its accessibility tree (roles, names, what has the
 * focus, what live regions say) and acts by the keyboard.
 */
export class Listener {
  #page;
  #devtools;
  /** What was said and not yet listened to. */
  #unheard = '';

  /**
   * @param {import('@playwright/test').Page} page
   * @param {import('@playwright/test').CDPSession} devtools
   */
  constructor(page, devtools) {
    this.#page = page;
    this.#devtools = devtools;
  }

  /** @param {import('@playwright/test').Page} page */
  static async at(page) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Accessibility.enable');
    await page.evaluate(() => {
      /** @type {string[]} */
      const said = [];
      Object.assign(window, { said });
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement;
          const live = element?.closest('[aria-live="polite"], [role="status"]');
          if (live?.checkVisibility()) said.push(live.textContent);
        }
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    return new Listener(page, devtools);
  }

  /** @param {string} key */
  async press(key) {
    await this.#page.keyboard.press(key);
  }

  /**
   * Goes on with Tab until something of this role and name has the focus, once there is such a thing.
   *
   * @param {string} role
   * @param {RegExp} name
   */
  async tabTo(role, name) {
    await expect.poll(() => this.finds(role, name)).toBe(true);
    for (let steps = 0; steps < STEPS_MAX; steps += 1) {
      const here = await this.focused();
      if (here.role === role && name.test(here.name)) return;
      await this.press('Tab');
    }
    throw new Error(`Tab never comes to the ${role} ${name}.`);
  }

  /** What has the focus: role, name and value, as a screen reader would say them. */
  async focused() {
    const nodes = await this.tree();
    const node = nodes.findLast((one) => property(one, 'focused') === true);
    return { role: text(node?.role), name: text(node?.name), value: text(node?.value) };
  }

  /**
   * Listens until something is said. What was said before it is forgotten, what comes after isn't.
   *
   * @param {RegExp} what
   * @returns {Promise<string>} its words
   */
  async hears(what) {
    let words = '';
    const heard = async () => {
      this.#unheard += await this.#said();
      const found = what.exec(this.#unheard);
      if (!found) return this.#unheard;
      words = found[0];
      this.#unheard = this.#unheard.slice(found.index + words.length);
      return words;
    };
    await expect.poll(heard).toMatch(what);
    return words;
  }

  /** All that the live regions have said since this was last asked. */
  async #said() {
    return await this.#page.evaluate(() => {
      const { said } = /** @type {{ said: string[] }} */ (/** @type {unknown} */ (window));
      return said
        .splice(0)
        .map((one) => `${one} `)
        .join('');
    });
  }

  /**
   * Whether there is something of this role and name.
   *
   * @param {string} role
   * @param {RegExp} name
   */
  async finds(role, name) {
    const nodes = await this.tree();
    return nodes.some((node) => text(node.role) === role && name.test(text(node.name)));
  }

  /** Everything that assistive technology is told of. */
  async tree() {
    const { nodes } = await this.#devtools.send('Accessibility.getFullAXTree');
    return nodes.filter((node) => !node.ignored || node.childIds?.length);
  }
}

/** @typedef {Awaited<ReturnType<Listener['tree']>>[number]} Node */

/** @param {{ value?: unknown } | undefined} value */
function text(value) {
  return String(value?.value ?? '');
}

/**
 * @param {Node} node
 * @param {string} name
 */
function property(node, name) {
  return node.properties?.find((one) => one.name === name)?.value.value;
}
