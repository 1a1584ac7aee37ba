// @ts-check
/** The dialogs before what can't be taken back: leaving a running match, resigning, claiming. */
import { attr, fill, h, setText } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { sides } from '../../select.js';

/** @typedef {import('../../state.js').Table} Table */

/**
 * A dialog that asks whether one is sure.
 * @param {string} id
 * @param {'primary' | 'warn'} kind of the button that says so
 */
export function sureDialog(id = 'sure', kind = 'primary') {
  const text = h('h2', { id: `${id}-title` });
  /** @type {() => void} */
  let run = () => {};
  const yes = h('button', {
    type: 'button',
    class: `button ${kind}`,
    'data-testid': `${id}-yes`,
  });
  const element = h(
    'dialog',
    { class: 'dialog small', 'aria-labelledby': `${id}-title`, 'data-testid': id },
    h(
      'div',
      { class: 'dialog-body' },
      text,
      h('div', { class: 'dialog-actions' }, cancel('app.cancel'), yes),
    ),
  );
  yes.addEventListener('click', () => {
    element.close();
    run();
  });
  return {
    element,
    /** @param {string} question @param {string} answer @param {() => void} then */
    ask(question, answer, then) {
      setText(text, question);
      setText(yes, answer);
      run = then;
      element.showModal();
    },
  };
}

/**
 * The ways out of a running match, each with what it means.
 * @param {import('../../actions.js').Actions} actions
 */
export function leavingDialog(actions) {
  const sure = sureDialog('resign', 'warn');
  const ways = h('div', { class: 'ways' });
  const element = h(
    'dialog',
    { class: 'dialog small', 'aria-labelledby': 'leaving-title', 'data-testid': 'leaving' },
    h(
      'div',
      { class: 'dialog-body' },
      h('h2', { id: 'leaving-title' }, t('leave.title')),
      ways,
      h('div', { class: 'dialog-actions' }, cancel('leave.stay')),
    ),
    sure.element,
  );
  /** @param {string} id @param {string} name @param {string} hint @param {() => void} onclick */
  const way = (id, name, hint, onclick) =>
    h(
      'button',
      { type: 'button', class: 'way', 'data-testid': id, onclick },
      h('b', {}, name),
      h('span', { class: 'hint' }, hint),
    );
  /** @param {() => void} run */
  const leaveBy = (run) => () => {
    element.close();
    run();
  };
  return {
    element,
    /** @param {Table} table */
    open({ room }) {
      const meet = sides(room).length === 2;
      const alone = room.rules.seating === 'two';
      const lobby = t(room.clock ? 'leave.lobby_hint_clock' : 'leave.lobby_hint');
      const resign = t(meet && alone ? 'leave.resign_hint' : 'leave.resign_hint_more');
      const giveUp = way('leave-resign', t('leave.resign'), resign, () =>
        sure.ask(resign, t('leave.resign'), leaveBy(actions.resign)),
      );
      attr(giveUp, 'data-warn', 'true');
      const toLobby = leaveBy(() => actions.go({ page: 'lobby' }));
      fill(
        ways,
        way('leave-lobby', t('leave.lobby'), lobby, toLobby),
        way(
          'leave-offer',
          t('leave.offer'),
          t('leave.offer_hint'),
          leaveBy(() => actions.agree(true)),
        ),
        giveUp,
      );
      element.showModal();
    },
  };
}

/** A button that closes the dialog it is in. @param {'app.cancel' | 'leave.stay'} key */
function cancel(key) {
  const button = h('button', { type: 'button', class: 'button quiet' }, t(key));
  button.addEventListener('click', () => button.closest('dialog')?.close());
  return button;
}
