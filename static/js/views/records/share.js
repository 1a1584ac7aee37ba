/** The links of a finished match: to a position of it, and to what can be kept. */
import { attr, h, setText } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';

/** How long "Copied" is shown. */
const COPIED_MS = 2000;

export function shareView() {
  const link = h('input', {
    class: 'field',
    readonly: true,
    'aria-label': t('record.link'),
    'data-testid': 'record-link',
  });
  const copy = h(
    'button',
    { type: 'button', class: 'button', 'data-testid': 'copy-position' },
    t('record.copy'),
  );
  const share = h('button', { type: 'button', class: 'button' }, icon('share'), t('record.share'));
  share.hidden = !('share' in navigator);
  copy.addEventListener('click', async () => {
    await copied(link);
    setText(copy, t('record.copied'));
    setTimeout(() => setText(copy, t('record.copy')), COPIED_MS);
  });
  share.addEventListener('click', () => {
    // Closing the system's sheet without sharing is no error.
    navigator.share({ url: link.value }).catch(() => {});
  });
  const text = h('a', { 'data-testid': 'get-transcript' }, t('record.transcript'));
  const json = h('a', { 'data-testid': 'get-json' }, t('record.json'));
  const picture = h('a', { target: '_blank', 'data-testid': 'get-picture' }, t('record.picture'));
  const element = h(
    'section',
    { class: 'record-share', 'aria-labelledby': 'record-keep' },
    h('h2', { id: 'record-keep' }, t('record.keep')),
    h('div', { class: 'record-link' }, link, copy, share),
    h('p', { class: 'record-files' }, text, json, picture),
  );
  return {
    element,
    /** @param {string} id @param {string} place such as "r2p17" */
    draw(id, place) {
      const page = `/m/${encodeURIComponent(id)}`;
      // Not a fragment: a program that makes a preview asks the server, and browsers and programs keep
      // fragments to themselves.
      link.value = `${location.origin}${page}?at=${place}`;
      attr(text, 'href', `/api${page}.txt`);
      attr(text, 'download', `boneyard-${id}.txt`);
      attr(json, 'href', `/api${page}`);
      attr(json, 'download', `boneyard-${id}.json`);
      attr(picture, 'href', `${page}.svg?at=${place}`);
    },
  };
}

/**
 * Copies a link; where the page may not use the clipboard, it is selected to be copied by hand.
 * @param {HTMLInputElement} input
 */
async function copied(input) {
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    input.focus();
    input.select();
  }
}
