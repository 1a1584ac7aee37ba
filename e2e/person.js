import { expect } from '@playwright/test';
import { playQuickly } from './quick_player.js';

/** Where pictures are kept for people to look at, if they are asked for. */
const PICTURES = process.env.PICTURES === '1' ? 'e2e/screenshots' : null;

/** Under which name the client keeps its settings in the browser. */
const SETTINGS_KEY = 'boneyard.settings';

/** What a browser says of a server that can't be reached. */
const UNREACHABLE =
  /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|WebSocket connection to/;

/** What a browser says of an answer that refuses something. */
const REFUSED = /the server responded with a status of 4\d\d|Refused to apply style/;

/**
 * Somebody in front of a browser, who does only what the page offers, but for saying who they are and opening tables.
 */
export class Person {
  /** @type {string[]} */
  #trouble = [];
  /** The server is made to fail; that the browser complains of it is no fault of the page. */
  expectsOutage = false;
  /** The server refuses something; that the browser complains of it is no fault of the page. */
  expectsRefusal = false;
  /** What this person announces with each play where points must be said; null says nothing. */
  announces = /** @type {number | null} */ (null);

  /**
   * @param {string} name
   * @param {import('@playwright/test').Page} page
   */
  constructor(name, page) {
    this.name = name;
    this.page = page;
    page.on('pageerror', (error) => this.#trouble.push(String(error)));
    page.on('console', (line) => {
      // Of a page without the client, some browsers want an icon.
      if (line.type() !== 'error' || line.location().url.endsWith('/favicon.ico')) return;
      if (this.expectsRefusal && REFUSED.test(line.text())) return;
      if (this.expectsOutage && UNREACHABLE.test(line.text())) return;
      this.#trouble.push(line.text());
    });
  }

  /**
   * Another tab of the same browser.
   *
   * @returns {Promise<Person>}
   */
  async tab() {
    return new Person(this.name, await this.page.context().newPage());
  }

  /**
   * Has the client set so in this browser, from the next page on.
   *
   * @param {Partial<import('../static/js/settings.js').Settings>} settings
   */
  async set(settings) {
    await this.page.context().addInitScript(
      ([key, text]) => {
        // Only where the visitor hasn't chosen otherwise meanwhile.
        if (localStorage.getItem(key) === null) localStorage.setItem(key, text);
      },
      [SETTINGS_KEY, JSON.stringify(settings)],
    );
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

  /** Chooses an entry of the visitor's menu. @param {string} id */
  async choose(id) {
    await this.press('own-menu');
    await this.press(id);
  }

  /** Opens a page and says who one is: in a hurry, as another tab would. @param {string} [path] */
  async arrive(path = '/') {
    await this.page.goto(path);
    // The page of the lobby is connected from then on, and hears of its name.
    if (path === '/') await this.find('my-name').waitFor();
    else await this.page.request.post('/api/me');
    await this.page.evaluate(async (name) => {
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
      await new Promise((resolve, reject) => {
        socket.onclose = reject;
        socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', protocol: 1 }));
        socket.onmessage = ({ data }) => {
          const { type } = JSON.parse(data);
          if (type === 'welcome') socket.send(JSON.stringify({ type: 'rename', name }));
          if (type === 'you') resolve(null);
        };
      });
      socket.close();
    }, this.name);
    if (path === '/') await expect(this.find('my-name')).toContainText(this.name);
  }

  /**
   * Opens a table by the create dialog and waits at it, ready to play.
   *
   * @param {string} preset
   * @param {object} [wishes]
   * @param {boolean} [wishes.public] whether anybody may find the table
   * @param {(person: Person) => Promise<void>} [wishes.choose] makes further choices in the dialog
   * @returns {Promise<string>} the link for friends
   */
  async create(preset, wishes = {}) {
    await this.press(wishes.public ? 'create-public' : 'create-table');
    await this.chooseGame(preset);
    await wishes.choose?.(this);
    await this.press('open-table');
    await expect(this.find('invite-link')).toBeVisible();
    return await this.find('invite-link').inputValue();
  }

  /**
   * Chooses a game in the create dialog.
   *
   * @param {string} name the preset's, or such as "Muggins · muggins calls"
   */
  async chooseGame(name) {
    await this.press('choose-game');
    await this.find('game-search').fill(name);
    const way = this.page.locator(`.pick-row:visible input[value="${name}"]`);
    if ((await way.count()) > 0) await way.check({ force: true });
    await this.press(`pick-${name}`);
  }

  /**
   * Opens a table without the dialog, which takes three times as long, and waits at it. The rules may be such as the
   * dialog doesn't offer.
   *
   * @param {string} preset
   * @param {Partial<import('../static/js/protocol.js').LineOptions>} [changes] of the preset
   * @param {'link' | 'public'} [access] `public`: anybody may find the table
   * @returns {Promise<string>} the link for friends
   */
  async open(preset, changes, access = 'link') {
    const { request } = this.page;
    const { line } = await (await request.get('/api/presets')).json();
    const { rules } = line.presets.find(
      (/** @type {{ name: string }} */ { name }) => name === preset,
    );
    const data = { rules: { line: { ...rules, ...changes } }, access, kept_seats: 0 };
    const { table } = await (await request.post('/api/tables', { data })).json();
    await this.page.goto(`/t/${table}`);
    return await this.find('invite-link').inputValue();
  }

  /** As `open`, and is ready to play. @param {Parameters<Person['open']>} which */
  async host(...which) {
    const link = await this.open(...which);
    await this.ready();
    return link;
  }

  /**
   * Wants another number of points than those offered, in the create dialog.
   *
   * @param {number} points
   */
  async chooseTarget(points) {
    await this.openOptions();
    await this.find('target-own').fill(String(points));
    await this.page.keyboard.press('Tab');
    await expect(this.find('target-own')).toHaveValue(String(points));
  }

  /**
   * Wants an option of the folded part of the create dialog.
   *
   * @param {string} id such as "hand_size-9"
   */
  async chooseOption(id) {
    await this.openOptions();
    await this.find(id).check({ force: true });
    await expect(this.find(id)).toBeChecked();
  }

  /** Unfolds the further options of the create dialog. */
  async openOptions() {
    const details = this.page.locator('details.more');
    if (!(await details.evaluate((one) => /** @type {HTMLDetailsElement} */ (one).open))) {
      await this.press('more-options');
    }
  }

  /**
   * Follows a link to a table and sits down, ready to play.
   *
   * @param {string} link
   */
  async join(link) {
    await this.page.goto(link);
    await this.press('sit');
    await expect(this.find('sit')).toBeHidden();
  }

  /** Says that one is ready, at a table where one was seated otherwise. */
  async ready() {
    await this.press('ready');
  }

  /** Waits until the server has the promise of the person's browser: a match that begins later has its seed. */
  async promised() {
    await this.page.waitForURL('**/t/*');
    await this.page.evaluate(async () => {
      const table = location.pathname.slice('/t/'.length);
      const socket = new WebSocket(`ws://${location.host}/ws`);
      /** @param {object} message */
      const send = (message) => socket.send(JSON.stringify(message));
      await new Promise((done) => {
        socket.onopen = () => send({ type: 'hello', protocol: 1 });
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (['welcome', 'update'].includes(message.type)) send({ type: 'open', table });
          if (message.type !== 'table') return;
          const { room, me } = message;
          if (room.fairness.seats[me.seat].promise !== null) done(undefined);
        };
      });
      socket.close();
    });
  }

  /** What may be done next at the table, whatever of it comes first. */
  get #offers() {
    return {
      next: this.find('next-round').and(this.page.locator(':not([aria-disabled])')),
      tile: this.page.locator('.table-page [data-playable="true"]'),
      over: this.find('rematch'),
    };
  }

  /** Waits until there is something to do at the table. */
  async waitForTurn() {
    const { next, tile, over } = this.#offers;
    await next.or(tile).or(over).first().waitFor();
  }

  /**
   * Does one thing at the table as soon as there is one: plays a tile, or goes on to the next round.
   *
   * @returns {Promise<boolean>} false once the match is over
   */
  async step() {
    await this.waitForTurn();
    const { next, tile, over } = this.#offers;
    const call = this.find('muggins');
    if (await over.isVisible()) return false;
    if (await next.isVisible()) await this.#leaveRound(next);
    else if (await call.isVisible()) await this.#call(call);
    else await this.#move(tile);
    return true;
  }

  /** Plays until the match is over. */
  async play() {
    while (await this.step());
  }

  /**
   * Has the protocol alone play in this person's place at the table of the page, until the match is over.
   */
  async playQuickly() {
    await this.page.waitForURL('**/t/*');
    await playQuickly(this.page, this.page.url());
    await this.find('rematch').waitFor();
  }

  /** As `playQuickly`, until some tiles lie on the table. @param {number} tiles */
  async layQuickly(tiles) {
    await this.page.waitForURL('**/t/*');
    await playQuickly(this.page, this.page.url(), { tiles });
    await expect.poll(() => this.laid()).toBeGreaterThanOrEqual(tiles);
  }

  /** @param {import('@playwright/test').Locator} next */
  async #leaveRound(next) {
    await next.click();
    await expect(next).toBeHidden();
  }

  /** @param {import('@playwright/test').Locator} call */
  async #call(call) {
    await call.click();
    await expect(call).toBeHidden();
  }

  /** @param {import('@playwright/test').Locator} tile */
  async #move(tile) {
    const id = await tile.first().getAttribute('data-testid');
    if (!id) return;
    await this.find(id).click();
    const ends = this.page.locator('button.end');
    // One tap plays where only one end fits; otherwise the ends are offered.
    await ends
      .first()
      .or(this.find(`laid-${id.slice('tile-'.length)}`))
      .first()
      .waitFor();
    if (await ends.first().isVisible()) {
      if (this.announces !== null) await this.press(`say-${this.announces}`);
      await ends.first().click();
    }
    await expect(this.find(id)).toBeHidden();
  }

  /** The tiles in one's hand, as the page shows them; none for watchers. */
  async hand() {
    return await this.#tiles('[data-tile]');
  }

  /** Those that can be played now. */
  async playable() {
    return await this.#tiles('[data-playable="true"]');
  }

  /** @param {string} which */
  async #tiles(which) {
    const found = await this.find('hand')
      .locator(which)
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-tile') ?? ''));
    return found.sort();
  }

  /** The pips of the open ends, as the page tells those who don't see the board. */
  async openEnds() {
    const text = (await this.find('board-text').textContent()) ?? '';
    return /Open ends: ([\d, ]+)/.exec(text)?.[1].split(', ') ?? [];
  }

  /** Opens a sheet of the table, through its menu on a phone. @param {string} name */
  async openSheet(name) {
    const button = this.find(`open-${name}`);
    const menu = this.find('menu');
    await expect(button.or(menu).filter({ visible: true }).first()).toBeVisible();
    if (!(await button.isVisible())) await menu.click();
    await button.click();
    await expect(this.find(`sheet-${name}`)).toBeVisible();
  }

  /** Closes a sheet with the keyboard. @param {string} name */
  async closeSheet(name) {
    await this.page.keyboard.press('Escape');
    await expect(this.find(`sheet-${name}`)).toBeHidden();
  }

  /** Waits until tiles are dealt. */
  async waitForPlaying() {
    await this.page.locator('[data-tile]').first().waitFor();
  }

  /**
   * The points of a side.
   *
   * @param {number} side
   */
  async points(side) {
    return Number(await this.find(`score-${side}`).locator('.score-points').textContent());
  }

  /** How many tiles lie on the table. */
  async laid() {
    return await this.page.locator('[data-testid^="laid-"]').count();
  }

  /**
   * Takes a picture of the page, where pictures are wanted: `PICTURES=1`.
   *
   * @param {string} title
   * @param {{ fullPage?: boolean }} [options] also of what is beyond the window
   */
  async picture(title, options) {
    if (PICTURES === null) return;
    const width = this.page.viewportSize()?.width ?? 0;
    // To encode a PNG takes three times the processor time.
    await this.page.screenshot({
      path: `${PICTURES}/${title}-${width}.jpeg`,
      animations: 'disabled',
      ...options,
    });
  }
}

/**
 * Has people play, whoever's turn it is, until something is so.
 *
 * @param {Person[]} people
 * @param {() => Promise<boolean>} enough is asked after every play
 */
export async function takeTurns(people, enough) {
  while (!(await enough())) {
    const person = await Promise.any(
      people.map(async (one) => {
        await one.waitForTurn();
        return one;
      }),
    );
    if (!(await person.step())) return;
  }
}

/**
 * Has people play through their pages until some tiles lie on the table.
 *
 * @param {Person[]} people
 * @param {number} tiles
 */
export async function playUntilLaid(people, tiles) {
  await takeTurns(people, async () => (await people[0].laid()) >= tiles);
}
