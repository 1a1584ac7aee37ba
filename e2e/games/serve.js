/** Serves a game of the tests beside the client's own. */
import { readFile } from 'node:fs/promises';

/** What the client's list of games has more. @param {string} kind */
const entryOf = (kind) => `
  ${kind}: {
    game: () => import('./${kind}/game.js'),
    dealing: () => import('./${kind}/game.js'),
    views: () => import('./${kind}/views.js'),
  },`;

/** The beginning of the list of games. */
const LIST = 'const GAMES = {';

/**
 * A module as the page gets it. The game's own name the client's by their place in the repository; as served they stand
 * among them.
 *
 * @param {string} path below the client's folder of modules
 * @param {string} kind of the game
 */
async function moduleAt(path, kind) {
  if (path.startsWith(`games/${kind}/`)) {
    const code = await readFile(`e2e/${path}`, 'utf8');
    return code.replaceAll('../../../static/js/', '../../');
  }
  const code = await readFile(`static/js/${path}`, 'utf8');
  if (path !== 'games/index.js') return code;
  if (!code.includes(LIST)) throw new Error('The list of games has another beginning.');
  return code.replace(LIST, LIST + entryOf(kind));
}

/**
 * Has the pages of a browser know one game more. A server packs the modules into few files, so here they are served one by
 * one, as they are. The browser must have no service worker, which would ask for the packed ones.
 *
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} kind the name of the game's folder, which is its kind on the wire
 */
export async function serveGame(context, kind) {
  await context.route(/\/js\/.+\.js$/, async (route) => {
    const [, path] = new URL(route.request().url()).pathname.split('/js/');
    await route.fulfill({ contentType: 'text/javascript', body: await moduleAt(path, kind) });
  });
}
