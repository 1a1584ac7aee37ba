/** Where a finished match can be verified. The code that verifies is fetched when it is wanted. */
import { fill, h, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { fetchedView } from '../fetched.js';
import { button, titledSection } from '../widgets.js';

/** @import { Fairness, Options, RecordSignature } from '../../protocol.js' */

/**
 * A record as far as its deals can be proved by it.
 * @typedef {object} Proved
 * @property {string | null} id the record's; null for one that was pasted
 * @property {Fairness} fairness
 * @property {string} transcript
 * @property {Options} rules
 * @property {{ name: string }[]} seats
 * @property {{ signed?: RecordSignature } | null} record all of it, to check its signature
 */

export function proofView() {
  const status = fetchedView();
  const check = button(t('record.verify'), { testid: 'verify-record', press: verify });
  const about = h('p.hint', { testid: 'proof-about' });
  const place = h('div.record-fair', { hidden: true });
  const parts = [about, check, status.element, place];
  const element = titledSection(
    'record-proof',
    t('record.proof'),
    { class: 'record-proof stack' },
    ...parts,
  );
  /** @type {Proved | null} */
  let record = null;
  let endView = () => {};

  function end() {
    status.stop();
    endView();
  }

  function verify() {
    const wanted = record;
    if (!wanted) return;
    status.loadProgram(
      async () => (await import('./fair.js')).recordFairView(wanted),
      (view) => {
        endView = view.end;
        fill(place, view.element);
        show(check, false);
        // The panel says more.
        show(about, false);
        show(place, true);
      },
    );
  }

  return {
    element,
    /**
     * @param {Omit<Proved, 'fairness'> & { fairness: Fairness | null }} known
     * @param {string} none what is said where nothing can be proved
     */
    draw({ fairness, ...rest }, none) {
      end();
      record = fairness && { ...rest, fairness };
      show(about, true);
      setText(about, record ? t('record.proof_hint') : none);
      show(check, record !== null);
      show(place, false);
      fill(place);
    },
    end,
  };
}
