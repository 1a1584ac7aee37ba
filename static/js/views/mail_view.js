/** Whether this visitor is told by mail when it has been their turn for long. */
import { h, setText, show } from '../dom.js';
import { language, t } from '../i18n/index.js';
import { fetchTurnMail, putTurnMail, removeTurnMail } from '../push_browser.js';
import { attempt, errorLine } from './attempt.js';
import './later.js';
import { switchRow } from './switch_row.js';
import { segments } from './widgets.js';

/** @import { TurnMailBody } from '../protocol.js' */

const HOURS = ['6', '12', '24', '48'];
const USUAL_HOURS = 24;

/** The settings of mails about turns; hidden where the server sends none. */
export function mailView() {
  const error = errorLine();
  const on = switchRow('push-mail', t('push.mail'), t('push.mail_none'), (isOn) =>
    change(isOn ? USUAL_HOURS : null),
  );
  const choices = HOURS.map((value) => ({
    value,
    label: t('push.mail_hours', { n: Number(value) }),
  }));
  const hours = segments('push-mail-hours', choices, null, (value) => change(Number(value)));
  const after = h('fieldset.setting', h('legend', t('push.mail_after')), hours.element);
  const element = h('div.push-parts', { hidden: true }, on.element, after, error);
  /** @type {TurnMailBody} */
  let known = { offered: false };

  /** @param {number | null} after_hours null for no mails */
  async function change(after_hours) {
    await attempt(error, async () => {
      if (after_hours === null) {
        await removeTurnMail();
        known = { ...known, after_hours: undefined };
      } else known = await putTurnMail({ after_hours, language });
    });
    draw();
  }

  function draw() {
    const { offered, email, after_hours } = known;
    show(element, offered);
    on.draw(after_hours !== undefined);
    setText(on.words, email ? t('push.mail_hint', { email }) : t('push.mail_none'));
    show(after, after_hours !== undefined);
    hours.choose(String(after_hours));
  }

  return {
    element,
    /** Reads what holds, which another page or a link in a mail may have changed. */
    load: () =>
      attempt(error, async () => {
        known = await fetchTurnMail();
        draw();
      }),
  };
}
