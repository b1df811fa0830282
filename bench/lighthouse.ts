/**
 * S7: Lighthouse's own mobile run (simulated slow 4G, a slow phone) of /login, /index and /withdraw on the built product, which is started
 * for it with the demo's data unless one runs already.
 *
 *     npm run bench -- lighthouse [--runs 3] [--url http://127.0.0.1:8080]
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { LoginPage } from '../e2e/pages/login-page.ts';
import { freePort, type ProductProcess, removeFolder, startProcess } from '../e2e/product-process.ts';
import { customers } from '../e2e/test.ts';
import { describeMachine, type Figure, report } from './lib/figure.ts';

const { values } = parseArgs({ options: { runs: { type: 'string' }, url: { type: 'string' } } });
const runs = Number(values.runs ?? 3);

const folder = mkdtempSync(join(tmpdir(), 'lode-lighthouse-'));
let product: ProductProcess | null = null;
try {
  product = values.url === undefined ? await startProcess({ PORT: String(await freePort()), DATA_DIR: folder }) : null;
  const url = product?.baseUrl ?? values.url ?? '';
  const port = await freePort();
  const context = await chromium.launchPersistentContext(join(folder, 'browser'), {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--no-first-run', '--disable-background-networking'],
  });
  try {
    console.log(`${describeMachine()}, ${context.browser()?.version() ?? 'Chromium'}`);
    const figures: Figure[] = figuresOf('/login', await measure(`${url}/login`, port));
    // The session stays in the browser's own storage, which Lighthouse is configured to keep.
    const page = await context.newPage();
    const login = new LoginPage(page);
    await page.goto(`${url}/login`);
    await login.logIn(customers.main);
    await page.waitForURL('**/index');
    await page.close();
    for (const path of ['/index', '/withdraw']) figures.push(...figuresOf(path, await measure(`${url}${path}`, port)));
    report(figures);
  } finally {
    await context.close();
  }
} finally {
  await product?.stop();
  await removeFolder(folder);
}

async function measure(url: string, port: number): Promise<Result[]> {
  const results: Result[] = [];
  for (let run = 0; run < runs; run++) {
    const outcome = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      disableStorageReset: true,
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
    });
    if (!outcome) throw new Error(`Lighthouse gave no result for ${url}`);
    const { lhr } = outcome;
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    if (lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`);
    results.push(lhr);
  }
  const { pathname } = new URL(url);
  const speeds = results.map(({ environment }) => Math.round(environment.benchmarkIndex)).join(', ');
  console.log(`${pathname}: this processor's own index is ${speeds}, before it is slowed down by four`);
  for (const line of shortcomings(results)) console.log(`${pathname}: ${line}`);
  return results;
}

function figuresOf(page: string, results: readonly Result[]): Figure[] {
  const category = (name: string) => results.map(({ categories }) => categories[name]?.score ?? 0);
  const audit = (name: string) => results.map(({ audits }) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY);
  return [
    { title: `${page} performance`, unit: '', ours: category('performance'), atLeast: 0.98 },
    { title: `${page} accessibility`, unit: '', ours: category('accessibility'), atLeast: 1 },
    { title: `${page} best practices`, unit: '', ours: category('best-practices'), atLeast: 1 },
    { title: `${page} largest contentful paint`, unit: 'ms', ours: audit('largest-contentful-paint'), atMost: 1500 },
    { title: `${page} cumulative layout shift`, unit: '', ours: audit('cumulative-layout-shift'), atMost: 0.02 },
  ];
}

/** What cost points, said once. */
function shortcomings(results: readonly Result[]): string[] {
  const lines = results.flatMap(({ categories, audits }) =>
    Object.values(categories).flatMap(({ id, auditRefs }) =>
      auditRefs
        .filter(({ id: audit, weight }) => weight > 0 && (audits[audit]?.score ?? 1) < 1)
        .map(({ id: audit }) => `${id}: ${audits[audit]?.title} ${audits[audit]?.displayValue ?? ''}`.trim()),
    ),
  );
  return [...new Set(lines)];
}
