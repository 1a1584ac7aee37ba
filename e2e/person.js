import { expect } from '@playwright/test';

/** Where the screenshots of a run are kept. */
const SHOTS = 'e2e/screenshots';

/**
 * Somebody in front of a browser, who does only what the page offers.
 */
export class Person {
  /** @type {string[]} */
  #trouble = [];

  /**
   * @param {string} name
   * @param {import('@playwright/test').Page} page
   */
  constructor(name, page) {
    this.name = name;
    this.page = page;
    page.on('pageerror', (error) => this.#trouble.push(String(error)));
    page.on('console', (line) => {
      if (line.type() === 'error') this.#trouble.push(line.text());
    });
  }

  /** Fails if the page reported an error of its own. */
  mustHaveNoTrouble() {
    expect(this.#trouble, `errors on ${this.name}'s page`).toEqual([]);
  }

  /** @param {string} id */
  find(id) {
    return this.page.getByTestId(id);
  }

  /** @param {string} id */
  async press(id) {
    await this.find(id).click();
  }

  /** Opens the lobby and says who one is. */
  async arrive() {
    await this.page.goto('/');
    await this.press('change-name');
    await this.find('name-input').fill(this.name);
    await this.press('name-save');
    await expect(this.find('my-name')).toHaveText(this.name);
  }

  /**
   * Opens a table and waits at it.
   *
   * @param {string} preset
   * @param {object} [wishes]
   * @param {boolean} [wishes.public] whether anybody may find the table
   * @param {(person: Person) => Promise<void>} [wishes.choose] makes further choices in the dialog
   * @returns {Promise<string>} the link for friends
   */
  async create(preset, wishes = {}) {
    await this.press(wishes.public ? 'create-public' : 'create-table');
    await this.find(`preset-${preset}`).check({ force: true });
    await wishes.choose?.(this);
    await this.press('open-table');
    await expect(this.find('invite-link')).toBeVisible();
    return await this.find('invite-link').inputValue();
  }

  /**
   * Follows a link to a table and sits down.
   *
   * @param {string} link
   * @param {number} seat
   */
  async join(link, seat) {
    await this.page.goto(link);
    await this.press(`sit-${seat}`);
    await expect(this.find('ready')).toBeVisible();
  }

  /** Says that one is ready. */
  async ready() {
    await this.press('ready');
  }

  /**
   * Plays until the match is over: plays a tile whenever one may be played, and goes on to the
   * next round.
   *
   * @param {(person: Person) => Promise<void>} [look] is called before each move
   */
  async play(look) {
    const next = this.find('next-round').and(this.page.locator(':not([aria-disabled])'));
    const tile = this.page.locator('[data-playable="true"]');
    const over = this.find('rematch');
    for (;;) {
      await next.or(tile).or(over).first().waitFor();
      await look?.(this);
      if (await over.isVisible()) return;
      if (await next.isVisible()) await this.#leaveRound(next);
      else await this.#move(tile);
    }
  }

  /** @param {import('@playwright/test').Locator} next */
  async #leaveRound(next) {
    await next.click();
    await expect(next).toBeHidden();
  }

  /** @param {import('@playwright/test').Locator} tile */
  async #move(tile) {
    const chosen = tile.first();
    const id = await chosen.getAttribute('data-testid');
    if (!id) return;
    await chosen.click();
    const ends = this.page.locator('button.end');
    const gone = this.find(id);
    // One tap plays where only one end fits; otherwise the ends are offered.
    await ends
      .first()
      .or(this.find(`laid-${id.slice('tile-'.length)}`))
      .first()
      .waitFor();
    if (await ends.first().isVisible()) await ends.first().click();
    await expect(gone).toBeHidden();
  }

  /**
   * Takes a picture of the page.
   *
   * @param {string} title
   */
  async picture(title) {
    const width = this.page.viewportSize()?.width ?? 0;
    await this.page.screenshot({ path: `${SHOTS}/${title}-${width}.png`, animations: 'disabled' });
  }
}
