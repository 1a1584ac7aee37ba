/** The looks of quick match, ratings and friends: only what is fetched imports this. */
import { addressOf } from '../../api.js';
import { h } from '../../dom.js';

// Nothing of it is shown before its style sheet.
await new Promise((resolve) => {
  const link = h('link', { rel: 'stylesheet', href: addressOf('css/people.css') });
  // Without its looks a page can still be read.
  for (const ended of ['load', 'error']) link.addEventListener(ended, resolve);
  document.head.append(link);
});
