import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSettings, DEFAULTS, validSettings } from '../../static/js/settings.js';
import { memory } from './line.js';

test('what was chosen is kept, and those who listen are told', () => {
  const kept = memory(null);
  const settings = createSettings(kept);
  /** @type {unknown[]} */
  const heard = [];
  const stop = settings.subscribe((now, before) => heard.push([now.volume, before.volume]));
  assert.deepEqual(settings.get(), DEFAULTS);
  settings.set({ volume: 20 });
  settings.set({ volume: 20 });
  stop();
  settings.set({ tiles: 'ebony' });
  assert.deepEqual(heard, [[20, 60]]);
  assert.deepEqual(createSettings(kept).get(), { ...DEFAULTS, volume: 20, tiles: 'ebony' });
});

test('what makes no sense has its default, and what is unknown is dropped', () => {
  const stored = {
    theme: 'pink',
    tiles: 'contrast',
    volume: 200,
    notify: 'yes',
    muted: [1],
    old: 1,
  };
  assert.deepEqual(validSettings(stored), { ...DEFAULTS, tiles: 'contrast' });
  for (const text of ['', 'null', '[]', '"x"', '{']) {
    assert.deepEqual(createSettings(memory(text)).get(), DEFAULTS, text);
  }
});

test('somebody is muted once, and heard again', () => {
  const settings = createSettings(memory(null));
  settings.mute('Ben', true);
  settings.mute('Cem', true);
  settings.mute('Ben', true);
  assert.deepEqual(settings.get().muted, ['Cem', 'Ben']);
  settings.mute('Cem', false);
  assert.deepEqual(settings.get().muted, ['Ben']);
  for (let i = 0; i < 300; i += 1) settings.mute(`Guest ${i}`, true);
  assert.equal(settings.get().muted.length, 100);
  assert.equal(settings.get().muted.at(-1), 'Guest 299');
});

test('another tab changes the settings of this one', () => {
  const kept = memory(null);
  const here = createSettings(kept);
  const there = createSettings(kept);
  there.set({ theme: 'dark' });
  assert.equal(here.get().theme, 'system');
  here.reread();
  assert.equal(here.get().theme, 'dark');
});
