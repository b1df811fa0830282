/**
 * S10: a start of a logged-in customer on a slow line, 400 kbit/s and 400 ms a round trip: when home shows its figures, and when a
 * tapped tab shows its own.
 *
 *     npm run bench -- slow-line [--runs 5] [--url http://127.0.0.1:8080] [--waterfall]
 *
 * Emulated twice. By Chromium's network conditions, which delay the head of each answer by the round trip and share the bandwidth
 * of the page's answers: no connection has to be opened, a service worker's own requests are not slowed, losses and slow start are
 * absent. And by a line of our own below HTTP (bench/slow-line/line.ts), where each connection costs two round trips first (TCP,
 * TLS) and the worker shares the bandwidth; that one installs a service worker, the first one has none.
 */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, devices } from '@playwright/test';
import { logIn } from '../e2e/pages/login-page.ts';
import { freePort, type ProductProcess, removeFolder, startProcess } from '../e2e/product-process.ts';
import { customers } from '../e2e/test.ts';
import { describeMachine, type Figure, report } from './lib/figure.ts';
import { median } from './lib/rounds.ts';
import { emulateConditions, printWaterfall } from './slow-line/conditions.ts';
import { type LineConditions, SlowLine } from './slow-line/line.ts';
import { marked, watchMarks } from './slow-line/marks.ts';
import { startSideServer, yardstickPath } from './slow-line/side-server.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string' }, url: { type: 'string' }, waterfall: { type: 'boolean' } },
});
const runs = Number(values.runs ?? 5);
const line: LineConditions = { roundTripMs: 400, bytesPerSecond: 50_000, handshakes: 2 };
/** What a customer reads home for before the next tab. */
const readingMs = 3000;
const ballast = 200_000;

type Emulation = 'conditions' | 'line';

const folder = mkdtempSync(join(tmpdir(), 'lode-slow-line-'));
let product: ProductProcess | null = null;
try {
  product = values.url === undefined ? await startProcess({ PORT: String(await freePort()), DATA_DIR: folder }) : null;
  await measureAll(new URL(product?.baseUrl ?? values.url ?? ''));
} finally {
  await product?.stop();
  await removeFolder(folder);
}

async function measureAll(productUrl: URL): Promise<void> {
  const target = Number(productUrl.port);
  const [plainPort, heavyPort, linePort] = [await freePort(), await freePort(), await freePort()];
  const plain = await startSideServer({ target, port: plainPort, ballast: 0 });
  const heavy = await startSideServer({ target, port: heavyPort, ballast });
  const slowLine = await SlowLine.open(plainPort, linePort);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--no-first-run', '--disable-background-networking'],
  });
  let session = '';
  const phone = { ...devices['Pixel 7'], viewport: { width: 375, height: 812 }, locale: 'zh-CN' };
  console.log(`${describeMachine()}, Chromium ${browser.version()}`);
  try {
    session = await sessionState();
    const figures: Record<string, number[]> = {};
    const note = (name: string, value: number) => (figures[name] ??= []).push(value);

    if (values.waterfall) {
      const context = await coldContext(plainPort, 'conditions');
      const page = await context.newPage();
      const requests = await emulateConditions(page, line);
      await page.goto(`${origin(plainPort)}/index`, { waitUntil: 'commit' });
      await marked(page, 'figure');
      await page.waitForTimeout(readingMs);
      printWaterfall(requests());
      await context.close();
    }

    const installed = await coldContext(linePort, 'line');
    await install(installed, linePort);
    for (let run = 0; run < runs; run++) {
      note('yardstick', (await start(plainPort, 'conditions', yardstickPath)).figures);
      const cold = await start(plainPort, 'conditions', '/index', readingMs);
      note('cold', cold.figures);
      note('tab', cold.tab);
      note('tab at once', (await start(plainPort, 'conditions', '/index', 0)).tab);
      note('control', (await start(heavyPort, 'conditions', '/index')).figures);
      note('yardstick, line', (await start(linePort, 'line', yardstickPath)).figures);
      const overLine = await start(linePort, 'line', '/index', readingMs);
      note('cold, line', overLine.figures);
      note('tab, line', overLine.tab);
      note('worker, line', await startInstalled(installed));
      console.log(
        `run ${run + 1}: ${Object.entries(figures)
          .map(([name, list]) => `${name} ${Math.round(list.at(-1) ?? 0)}`)
          .join(', ')}`,
      );
    }
    const of = (name: string) => figures[name] ?? [];
    const beside = (name: string) => ({ name: 'the empty page', values: of(name) });
    const verdicts: Figure[] = [
      { title: 'home’s figures, cold', unit: 'ms', ours: of('cold'), atMost: 6000 },
      { title: 'home’s figures, cold', unit: 'ms', ours: of('cold'), yardstick: beside('yardstick') },
      { title: `the next tab, ${readingMs / 1000} s later`, unit: 'ms', ours: of('tab'), atMost: 800 },
      { title: 'the next tab, tapped at once', unit: 'ms', ours: of('tab at once') },
      { title: 'over the line with handshakes, cold', unit: 'ms', ours: of('cold, line'), atMost: 6000 },
      { title: 'over the line, cold', unit: 'ms', ours: of('cold, line'), yardstick: beside('yardstick, line') },
      { title: 'over the line, the next tab', unit: 'ms', ours: of('tab, line') },
      { title: 'over the line, with the worker', unit: 'ms', ours: of('worker, line'), atMost: 2000 },
    ];
    report(verdicts);
    const slower = median(of('control')) - median(of('cold'));
    const wanted = (ballast / line.bytesPerSecond) * 1000;
    const isSeen = slower > wanted / 2;
    console.log(`control, ${ballast / 1000} KB more: ${Math.round(slower)} ms slower, ${isSeen ? 'seen' : 'NOT SEEN'}`);
    if (!isSeen) process.exitCode = 1;
  } finally {
    await browser.close();
    await slowLine.close();
    for (const server of [plain, heavy]) server.close();
  }

  async function sessionState() {
    const context = await browser.newContext({ ...phone, baseURL: productUrl.origin, serviceWorkers: 'block' });
    const page = await context.newPage();
    await logIn(page, customers.main);
    const state = await page.evaluate(() => localStorage.getItem('root'));
    await context.close();
    if (state === null) throw new Error('the session was not stored');
    return state;
  }

  /** A browser that has the session and nothing else. */
  async function coldContext(port: number, emulation: Emulation): Promise<BrowserContext> {
    const storageState = {
      cookies: [],
      origins: [{ origin: origin(port), localStorage: [{ name: 'root', value: session }] }],
    };
    const serviceWorkers = emulation === 'line' ? 'allow' : 'block';
    const context = await browser.newContext({ ...phone, storageState, serviceWorkers });
    // The loader of TypeScript names functions through a helper, which the page does not have.
    await context.addInitScript('globalThis.__name = (target) => target;');
    await context.addInitScript(watchMarks);
    return context;
  }

  /** Milliseconds from the navigation to the figures, and from the tap to the machines (0 when none is tapped). */
  async function start(port: number, emulation: Emulation, path: string, tapAfterMs: number | null = null) {
    const context = await coldContext(port, emulation);
    try {
      const page = await context.newPage();
      if (emulation === 'conditions') await emulateConditions(page, line);
      else slowLine.become(line);
      await page.goto(origin(port) + path, { waitUntil: 'commit' });
      const figures = await marked(page, 'figure');
      if (tapAfterMs === null) return { figures, tab: 0 };
      await page.waitForTimeout(tapAfterMs);
      await page.getByRole('navigation').getByRole('link', { name: '矿机' }).tap({ noWaitAfter: true });
      const machines = await marked(page, 'machine');
      return { figures, tab: machines - (await page.evaluate(() => window.lodeMarks?.tap ?? 0)) };
    } finally {
      slowLine.become(null);
      await context.close();
    }
  }

  async function install(context: BrowserContext, port: number): Promise<void> {
    const page = await context.newPage();
    await page.goto(`${origin(port)}/index`);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await page.close();
  }

  async function startInstalled(context: BrowserContext): Promise<number> {
    const page = await context.newPage();
    slowLine.become(line);
    try {
      await page.goto(`${origin(linePort)}/index`, { waitUntil: 'commit' });
      return await marked(page, 'figure');
    } finally {
      slowLine.become(null);
      await page.close();
    }
  }
}

function origin(port: number): string {
  return `http://127.0.0.1:${port}`;
}
