/** The form for a report, in a dialog of its own. */
import { fill, h } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { dialog } from '../widgets.js';
import './page.js';
import { reportForm } from './report.js';

export function reportDialog() {
  const place = h('div');
  const view = dialog(
    { name: 'report', title: t('report.send'), kind: 'small', testid: 'report-dialog' },
    place,
  );
  return {
    element: view.element,
    /** @param {Parameters<typeof reportForm>[0]} sends @param {string} name of the one who is reported */
    open(sends, name) {
      const form = reportForm(sends, name, view.close);
      fill(place, form.element);
      view.open();
      form.focus();
    },
  };
}
