/**
 * Plays sounds. Browsers allow none before the visitor has touched the page, so until then nothing
 * is made, and nothing is kept for later.
 */
import { settings } from './settings.js';

/** @import {Cue} from './sound/cues.js' */
/** @import {State} from './state.js' */

/** Sounds begin a moment after they are asked for, so that none is cut at its start. */
const LEAD_SECONDS = 0.01;

/** The loudness of a volume in percent: ears hear in ratios. @param {number} volume */
export function loudness(volume) {
  return (volume / 100) ** 2;
}

/**
 * @typedef {{ context: AudioContext, out: GainNode, program: typeof import('./sound/cues.js') }} Desk
 */

/**
 * A player of sounds, silent until the first gesture.
 * @param {Pick<typeof globalThis, 'addEventListener' | 'AudioContext'>} [browser]
 */
export function createSound(browser = globalThis) {
  /** @type {Desk | null} */
  let desk = null;
  let opening = false;
  /** Whether what makes the sounds didn't come. Each gesture would ask for it: it is asked for once. */
  let isLost = false;

  async function make() {
    const context = new browser.AudioContext();
    const out = context.createGain();
    out.gain.value = loudness(settings.get().volume);
    out.connect(context.destination);
    const program = await import('./sound/cues.js').catch(async (problem) => {
      isLost = true;
      await context.close();
      throw problem;
    });
    desk = { context, out, program };
    await context.resume();
  }

  /**
   * A browser suspends sound, interrupts it for a call or a locked screen, or closes it: it sounds again only
   * after a gesture.
   * @param {AudioContext} context
   */
  async function wake(context) {
    if (context.state === 'running') return;
    try {
      await context.resume();
    } catch {
      // It is closed, or can't be woken: the next gesture makes another.
      if (desk?.context === context) desk = null;
      if (context.state !== 'closed') await context.close();
    }
  }

  async function open() {
    if (desk && desk.context.state !== 'closed') return await wake(desk.context);
    if (opening || isLost || settings.get().volume === 0 || !browser.AudioContext) return;
    opening = true;
    try {
      await make();
    } catch {
      // No sound device: the next gesture tries again.
    } finally {
      opening = false;
    }
  }

  /** @param {Cue[]} cues */
  function play(cues) {
    if (desk?.context.state !== 'running' || settings.get().volume === 0) return;
    const start = desk.context.currentTime + LEAD_SECONDS;
    for (const { sound, at_ms } of cues) desk.program.makers[sound](desk, start + at_ms / 1000);
  }

  const heard = () => void open().catch(() => {});
  for (const gesture of ['pointerup', 'keydown', 'touchend']) {
    browser.addEventListener(gesture, heard, { capture: true, passive: true });
  }
  settings.subscribe(({ volume }) => {
    desk?.out.gain.setTargetAtTime(loudness(volume), desk.context.currentTime, 0.02);
  });

  return {
    /** @param {State} state @param {State} before */
    hear: (state, before) => play(desk?.program.soundsFor(state, before, settings.get()) ?? []),
    /** Lets the visitor hear the volume. */
    async test() {
      await open();
      play([
        { sound: 'clack', at_ms: 0 },
        { sound: 'score', at_ms: 220 },
      ]);
    },
  };
}
