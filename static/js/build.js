/**
 * Which build of the client this page is; empty without a page. The addresses of scripts, style sheets and
 * words begin with it, so the page never gets a file of another build.
 */
export const build =
  globalThis.document
    ?.querySelector?.('link[rel="stylesheet"]')
    ?.getAttribute('href')
    ?.split('/')[1] ?? '';

/** The address of one of the build's files. @param {string} path */
export const addressOf = (path) => (build ? `/${build}/${path}` : `/${path}`);
