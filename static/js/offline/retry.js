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

const again = () => location.reload();
document.getElementById('retry')?.addEventListener('click', again);
addEventListener('online', again);
setInterval(async () => {
  const response = await fetch('/healthz').catch(() => null);
  // A network's sign-in page answers everything, and well.
  if (response?.ok && response.headers.has('x-boneyard')) again();
}, EVERY_MS);

export {};
