/**
 * S6: JavaScript that must have come before /login and /index work, gzipped, read from the manifest of the built client;
 * and that no chart, QR or console library is in it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { report } from './lib/figure.ts';
import { javascriptBefore, type Manifest, strangersIn } from './size/javascript-before.ts';

const dist = join(import.meta.dirname, '../dist/h5');
/** Decimal kilobytes, the stricter reading of the limits. */
const kilobyte = 1000;

const pages = [
  { title: '/login', source: 'src/features/session/login-page.tsx', atMost: 120 },
  { title: '/index', source: 'src/features/home/index-page.tsx', atMost: 160 },
];

const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;

async function measure(source: string) {
  // theme.js is a script of its own, outside the bundle.
  const files = ['theme.js', ...javascriptBefore(manifest, source)];
  const scripts = await Promise.all(files.map((file) => readFile(join(dist, file))));
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0);
  return { bytes, count: files.length, strangers: scripts.flatMap((script) => strangersIn(script.toString('utf8'))) };
}

const measured = await Promise.all(pages.map(async (page) => ({ ...page, ...(await measure(page.source)) })));
report(
  measured.map(({ title, bytes, count, atMost }) => ({
    title: `JavaScript before ${title} is usable, ${count} files, gzipped`,
    unit: 'KB',
    ours: [bytes / kilobyte],
    atMost,
  })),
);
for (const { title, strangers } of measured) {
  if (strangers.length === 0) continue;
  console.log(`before ${title} stands ${[...new Set(strangers)].join(', ')}: NOT REACHED`);
  process.exitCode = 1;
}
