/** The dialogs before what can't be taken back: leaving a running match, resigning, claiming. */
import { fill, h, setText } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { sides } from '../../select.js';
import { button, cancelButton, dialog, dialogActions } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Table } from '../../state.js' */

/**
 * A dialog that asks whether the visitor is sure.
 * @param {string} id
 * @param {'primary' | 'warn'} kind of the button that says so
 */
export function sureDialog(id = 'sure', kind = 'primary') {
  let run = () => {};
  const press = () => {
    sure.close();
    run();
  };
  const yes = button('', { kind, testid: `${id}-yes`, press });
  const actions = dialogActions(cancelButton(), yes);
  const sure = dialog({ name: id, kind: 'small', testid: id }, actions);
  return {
    element: sure.element,
    /** @param {string} question @param {string} answer @param {() => void} then */
    ask(question, answer, then) {
      setText(sure.title, question);
      setText(yes, answer);
      run = then;
      sure.open();
    },
  };
}

/** The ways out of a running match, each with what it means. @param {Actions} actions */
export function leavingDialog(actions) {
  const sure = sureDialog('resign', 'warn');
  const ways = h('div', { class: 'ways' });
  const leaving = dialog(
    { name: 'leaving', title: t('leave.title'), kind: 'small', testid: 'leaving' },
    ways,
    dialogActions(cancelButton(t('end.decline'))),
  );
  leaving.element.append(sure.element);
  /** @param {string} testid @param {string} name @param {string} hint @param {() => void} press */
  const way = (testid, name, hint, press) => {
    const content = [h('b', {}, name), h('span', { class: 'hint' }, hint)];
    const warn = testid === 'leave-resign';
    return button(content, { class: 'way', testid, press, 'data-warn': warn && 'true' });
  };
  /** @param {() => void} run */
  const leaveBy = (run) => () => {
    leaving.close();
    run();
  };
  const toLobby = leaveBy(() => actions.go({ page: 'lobby' }));
  const offer = leaveBy(() => actions.agree(true));
  return {
    element: leaving.element,
    /** @param {Table} table */
    open({ room }) {
      const meet = sides(room).length === 2;
      const alone = room.rules.seating === 'two';
      const lobby = t(room.clock ? 'leave.lobby_hint_clock' : 'leave.lobby_hint');
      const resign = t(meet && alone ? 'leave.resign_hint' : 'leave.resign_hint_more');
      const ask = () => sure.ask(resign, t('leave.resign'), leaveBy(actions.resign));
      fill(
        ways,
        way('leave-lobby', t('leave.lobby'), lobby, toLobby),
        way('leave-offer', t('leave.offer'), t('leave.offer_hint'), offer),
        way('leave-resign', t('leave.resign'), resign, ask),
      );
      leaving.open();
    },
  };
}
