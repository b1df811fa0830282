// Draws the icons of the installed app from the brand's mark (favicon.svg) into apps/h5/public/icons: run it when the mark
// changes. `npm run` knows it not: what it makes is committed.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { root } from './lib/project.mjs';

const folder = join(root, 'apps', 'h5', 'public');
const rock = '#11151C';
const ground = '#1A202A';

/** `share`: how much of the square the mark takes. A maskable icon may be cut to a circle of four fifths. */
const icons = [
  { name: 'icon-192', size: 192, share: 0.72 },
  { name: 'icon-512', size: 512, share: 0.72 },
  { name: 'maskable-512', size: 512, share: 0.54 },
  { name: 'apple-touch-icon', size: 180, share: 0.66 },
];

const mark = (await readFile(join(folder, 'favicon.svg'), 'utf8')).replaceAll(`"${rock}"`, `"${ground}"`);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const { name, size, share } of icons) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${rock}}svg{width:${share * 100}%}</style>${mark}`,
  );
  await writeFile(join(folder, 'icons', `${name}.png`), await page.screenshot());
}
await browser.close();
