/**
 * Lets a link go to a page without loading anew, unless the visitor asks for another tab.
 * @param {HTMLAnchorElement} link
 * @param {() => void} go
 */
export function follow(link, go) {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go();
  });
}
