/**
 * Which build of the client this page is. The addresses of its scripts and style sheets begin with
 * it, so the page never gets a file of another build.
 */

/** The name of the build; empty without a page. */
export const build =
  globalThis.document
    ?.querySelector('link[rel="stylesheet"]')
    ?.getAttribute('href')
    ?.split('/')[1] ?? '';

/** The address of one of the build's files. @param {string} path */
export const addressOf = (path) => `/${build}/${path}`;

/**
 * Whether the server has another build by now: it has the files of one only. If so, the window hears
 * `replaced`.
 */
export async function isReplaced() {
  const style = fetch(addressOf('css/all.css'), { method: 'HEAD', cache: 'no-store' });
  const replaced = await style.then(
    (answer) => answer.status === 404,
    () => false,
  );
  if (replaced) dispatchEvent(new Event('replaced'));
  return replaced;
}
