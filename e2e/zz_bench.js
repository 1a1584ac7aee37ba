import { chromium } from '@playwright/test';
import { chromiumOptions } from './browsers.js';
import { Server } from './server.js';
import { Person } from './person.js';
import { matchAt, openPrepared } from './prepared.js';
import { axe } from './look.js';
const mode = process.argv[2];
const server = await Server.start();
const browser = await chromium.launch(chromiumOptions);
const o = { baseURL: server.address, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } };
let page;
for (let i = 0; i < 20; i++) {
  const fresh = !mode.startsWith('same') || i === 0;
  if (fresh) page = await (await browser.newContext(o)).newPage();
  if (mode === 'healthz') await page.goto('/healthz');
  if (mode === 'lobby' || mode === 'samelobby') { await page.goto('/'); await page.getByTestId('my-name').waitFor(); }
  if (mode === 'lobbynosw') { await page.addInitScript(() => { delete Navigator.prototype.serviceWorker; }); await page.goto('/'); await page.getByTestId('my-name').waitFor(); }
  if (mode === 'visit' || mode === 'visitprep' || mode === 'axe') { const p = new Person('Ana', page); await p.set({ auto_play: false, volume: 0, language: 'en' }); await p.arrive(); }
  if (mode === 'axe') for (let k = 0; k < 5; k++) await axe(page);
  if (mode === 'prep' || mode === 'visitprep') await openPrepared(page, matchAt({ moment: 'lead', seats: 2 }));
  if (mode === 'quick') { const h = await page.request.get('/api/presets'); }
  if (!mode.startsWith('same')) await page.context().close();
}
await browser.close(); await server.remove();
