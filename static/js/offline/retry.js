/**
 * Runs on the page that is shown while the server can't be reached: it says so in the visitor's
 * language, and goes on as soon as the server is back. It needs no other module.
 */

/** How often the server is asked whether it is back. */
const EVERY_MS = 3000;

/** @param {string} id @param {string} text */
function write(id, text) {
  const element = document.getElementById(id);
  if (element) element.textContent = text;
}

const { language, theme, title, hint, retry, page } = await (
  await fetch('/offline/words.json')
).json();
document.documentElement.lang = language;
if (theme !== 'system') document.documentElement.dataset.theme = theme;
write('title', title);
write('hint', hint);
write('retry', retry);
document.title = page;

/**
 * The visitor's own tables as they were last seen (`tables.js`).
 * @typedef {{ title: string, seen: string, turn: string, tables: { name: string, about: string, waits: boolean }[] }} Seen
 */

/** @param {Seen} seen */
function showTables({ title, seen, turn, tables }) {
  write('own-title', title);
  write('own-seen', seen);
  for (const { name, about, waits } of tables) {
    const row = document.createElement('li');
    const words = [name, about, waits ? turn : ''].filter((word) => word !== '');
    row.append(
      ...words.map((word, at) => {
        const part = document.createElement(at === 0 ? 'b' : 'span');
        part.textContent = word;
        return part;
      }),
    );
    if (waits) row.dataset.waits = '';
    document.getElementById('own-list')?.append(row);
  }
  document.getElementById('own')?.toggleAttribute('hidden', tables.length === 0);
}

// A visitor who has never had a table has none kept.
const kept = await caches.match('/offline/tables.json');
if (kept) showTables(await kept.json());

const again = () => location.reload();
document.getElementById('retry')?.addEventListener('click', again);
addEventListener('online', again);
setInterval(async () => {
  const response = await fetch('/healthz').catch(() => null);
  // A network's sign-in page answers everything, and well.
  if (response?.ok && response.headers.has('x-boneyard')) again();
}, EVERY_MS);

export {};
