/**
 * The sounds, made of noise and tones when they are wanted; there are no files. Each maker is
 * given the moment at which its sound begins, in the context's seconds.
 */

/**
 * A sound by what it tells.
 * @typedef {'clack' | 'draw' | 'knock' | 'score' | 'deal' | 'turn' | 'round' | 'bravo' | 'reset' | 'win' | 'lose' | 'chat' | 'sit' | 'hurry'} SoundName
 */

/** @typedef {{ context: BaseAudioContext, out: AudioNode }} Desk */
/** @typedef {(desk: Desk, at: number) => void} Maker */

/** Noise is made once and cut as needed. @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const noises = new WeakMap();
const NOISE_SECONDS = 0.5;
/** Where an exponential fall ends: it can't reach zero. */
const SILENT = 0.0001;

/** @param {BaseAudioContext} context */
function noise(context) {
  const known = noises.get(context);
  if (known) return known;
  const length = Math.ceil(context.sampleRate * NOISE_SECONDS);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = Math.random() * 2 - 1;
  noises.set(context, buffer);
  return buffer;
}

/**
 * A gain that rises in `rise` seconds to `peak` and falls to silence within `fall`.
 * @param {Desk} desk
 * @param {number} at
 * @param {{ peak: number, rise?: number, fall: number }} shape
 */
function envelope({ context, out }, at, { peak, rise = 0.002, fall }) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(SILENT, at);
  gain.gain.exponentialRampToValueAtTime(peak, at + rise);
  gain.gain.exponentialRampToValueAtTime(SILENT, at + rise + fall);
  gain.connect(out);
  return gain;
}

/**
 * A burst of filtered noise.
 * @param {Desk} desk
 * @param {number} at
 * @param {{ type: BiquadFilterType, from: number, to?: number, q?: number, peak: number, rise?: number, fall: number }} burst
 */
function hiss(desk, at, { type, from, to = from, q = 1, ...shape }) {
  const { context } = desk;
  const source = context.createBufferSource();
  source.buffer = noise(context);
  const filter = context.createBiquadFilter();
  const end = at + (shape.rise ?? 0) + shape.fall;
  filter.type = type;
  filter.Q.value = q;
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, end);
  source.connect(filter).connect(envelope(desk, at, shape));
  source.start(at, Math.random() * 0.2);
  source.stop(end + 0.02);
}

/**
 * A tone.
 * @param {Desk} desk
 * @param {number} at
 * @param {{ type?: OscillatorType, from: number, to?: number, peak: number, rise?: number, fall: number }} note
 */
function tone(desk, at, { type = 'sine', from, to = from, ...shape }) {
  const source = desk.context.createOscillator();
  const end = at + (shape.rise ?? 0) + shape.fall;
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, end);
  source.connect(envelope(desk, at, shape));
  source.start(at);
  source.stop(end + 0.02);
}

/**
 * A struck bar: a tone, and a weaker one above it.
 * @param {Desk} desk
 * @param {number} at
 * @param {number} pitch
 * @param {number} peak
 * @param {number} fall
 */
function bell(desk, at, pitch, peak, fall) {
  tone(desk, at, { from: pitch, peak, fall });
  tone(desk, at, { from: pitch * 3.01, peak: peak * 0.16, fall: fall * 0.45 });
}

/**
 * A melody of bells, each so many seconds after the one before.
 * @param {number} gap
 * @param {...[pitch: number, peak: number, fall: number]} notes
 * @returns {Maker}
 */
const bells =
  (gap, ...notes) =>
  (desk, at) =>
    notes.forEach(([pitch, peak, fall], i) => {
      bell(desk, at + i * gap, pitch, peak, fall);
    });

/** @type {Record<SoundName, Maker>} */
export const makers = {
  /** A bone put down on a table: a hard click, and the wood that answers. */
  clack(desk, at) {
    hiss(desk, at, { type: 'bandpass', from: 3400, to: 1900, q: 1.6, peak: 0.9, fall: 0.035 });
    tone(desk, at, { type: 'triangle', from: 1180, to: 760, peak: 0.22, fall: 0.05 });
    tone(desk, at + 0.004, { from: 210, to: 120, peak: 0.5, fall: 0.11 });
  },
  /** A bone drawn over the cloth. */
  draw(desk, at) {
    const drawn = { from: 1100, to: 2600, q: 0.9, peak: 0.6, rise: 0.05, fall: 0.1 };
    hiss(desk, at, { type: 'bandpass', ...drawn });
    hiss(desk, at + 0.13, { type: 'bandpass', from: 2600, q: 2, peak: 0.25, fall: 0.025 });
  },
  /** Knuckles on the table, twice: the player passes. */
  knock(desk, at) {
    for (const when of [at, at + 0.15]) {
      tone(desk, when, { from: 185, to: 95, peak: 0.8, fall: 0.12 });
      hiss(desk, when, { type: 'lowpass', from: 900, peak: 0.4, fall: 0.03 });
    }
  },
  /** A handful of bones. */
  deal(desk, at) {
    for (let i = 0; i < 5; i += 1) {
      const from = 2200 + 300 * (i % 3);
      hiss(desk, at + i * 0.07, { type: 'bandpass', from, q: 1.8, peak: 0.35, fall: 0.03 });
    }
  },
  lose(desk, at) {
    [587.3, 493.9, 392].forEach((pitch, i) => {
      tone(desk, at + i * 0.2, { type: 'triangle', from: pitch, peak: 0.2, rise: 0.02, fall: 0.5 });
    });
  },
  chat(desk, at) {
    tone(desk, at, { from: 720, to: 980, peak: 0.16, rise: 0.01, fall: 0.09 });
  },
  /** A finger on a glass, three times: time is short. */
  hurry: bells(0.18, [1320, 0.3, 0.16], [1320, 0.3, 0.16], [1320, 0.3, 0.16]),
  score: bells(0.09, [880, 0.22, 0.35], [1318.5, 0.24, 0.5]),
  turn: bells(0.13, [587.3, 0.3, 0.3], [784, 0.32, 0.5]),
  sit: bells(0.12, [659.3, 0.24, 0.3], [880, 0.24, 0.45]),
  round: bells(0.12, [523.3, 0.26, 0.6], [659.3, 0.26, 0.6], [784, 0.26, 0.6]),
  /** A run upwards, and its last note struck twice. */
  bravo: bells(
    0.08,
    [659.3, 0.26, 0.3],
    [784, 0.26, 0.3],
    [987.8, 0.28, 0.4],
    [1318.5, 0.3, 0.5],
    [1318.5, 0.3, 0.9],
  ),
  /** Two steps down: what was won is gone. */
  reset: bells(0.16, [523.3, 0.26, 0.4], [392, 0.26, 0.7]),
  win: bells(
    0.13,
    ...[523.3, 659.3, 784, 1046.5, 1318.5].map(
      (pitch) => /** @type {[number, number, number]} */ ([pitch, 0.28, 0.9]),
    ),
  ),
};
