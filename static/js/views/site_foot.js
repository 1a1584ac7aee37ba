/** The foot of the pages that are no table: every language, in its own words. */
import { h } from '../dom.js';
import { language, languages, setLanguage, t } from '../i18n/index.js';

export function siteFoot() {
  const choices = languages.map(({ code, name }) =>
    h(
      'button',
      {
        type: 'button',
        class: 'language',
        lang: code,
        'aria-pressed': String(code === language),
        'data-testid': `language-${code}`,
        onclick: () => setLanguage(code),
      },
      name,
    ),
  );
  const group = { class: 'languages', role: 'group', 'aria-label': t('app.language') };
  return h('footer', { class: 'site-foot' }, h('div', group, ...choices));
}
