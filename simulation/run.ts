/** `npm run simulate`: see README.md. Exit 1 with the seed when anything is not as the auditor says. */
import { parseArgs } from 'node:util';
import { startEmptyLedgers } from './empty-ledgers.ts';
import { killRuns } from './kill-runs.ts';
import { inMemory, onPostgres } from './ledgers-under-test.ts';
import { modelRun } from './model-run.ts';
import { type Sizes, sizesOf } from './product/sizes.ts';
import { productRuns } from './product/vitest-run.ts';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean' },
    seed: { type: 'string' },
    runs: { type: 'string' },
    real: { type: 'string' },
    kills: { type: 'string' },
    attempts: { type: 'string' },
    repeats: { type: 'string' },
    'withdrawal-kills': { type: 'string' },
    forks: { type: 'string' },
    events: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
});
// CI takes the same every time: a change is not judged by what it never touched. Long runs look for new faults.
const seed = Number(values.seed ?? (values.short ? 20_261_122 : Date.now() % 1_000_000_000));
const runs = Number(values.runs ?? (values.short ? 300 : 10_000));
const realRuns = Number(values.real ?? (values.short ? 10 : 300));
const kills = Number(values.kills ?? (values.short ? 3 : 100));

const asked = (name: 'attempts' | 'repeats' | 'withdrawal-kills' | 'forks' | 'events', size: keyof Sizes) =>
  values[name] === undefined ? {} : { [size]: Number(values[name]) };
const sizes = sizesOf(values.short ?? false, {
  ...asked('attempts', 'attempts'),
  ...asked('repeats', 'repeats'),
  ...asked('withdrawal-kills', 'withdrawalKills'),
  ...asked('forks', 'forks'),
  ...asked('events', 'events'),
});

try {
  console.log(`seed ${seed}`);
  // The ledger by itself is a part too; the others are the product's.
  const parts = values.only?.filter((part) => part !== 'ledger');
  if (values.only === undefined || values.only.includes('ledger')) await ledgerRuns();
  if (parts?.length !== 0) {
    await timed('the product', async () => {
      await productRuns(seed, sizes, parts ?? []);
      return 'winners exact, nothing twice, the chains’ word is the books’';
    });
  }
} catch (error) {
  console.error(`seed ${seed}:`, error);
  process.exitCode = 1;
}

async function ledgerRuns(): Promise<void> {
  await timed(`${runs} runs in memory`, async () => {
    let commands = 0;
    for (let run = 0; run < runs; run++) commands += await modelRun(inMemory(), seed + run);
    return `${commands} commands answered as predicted`;
  });
  await timed(`${realRuns} runs on PostgreSQL`, async () => {
    if (realRuns === 0) return 'none asked for';
    const ledgers = await startEmptyLedgers();
    try {
      let commands = 0;
      for (let run = 0; run < realRuns; run++) {
        commands += await ledgers.lend((database) => modelRun(onPostgres(database), seed + run));
      }
      return `${commands} commands answered as predicted; the books balance`;
    } finally {
      await ledgers.stop();
    }
  });
  await timed(`${kills} kills of PostgreSQL under load`, async () => {
    if (kills === 0) return 'none asked for';
    return `${await killRuns(seed, kills)} requests answered as predicted, none lost, none twice; the books balance`;
  });
}

async function timed(what: string, work: () => Promise<string>): Promise<void> {
  const start = performance.now();
  const outcome = await work();
  console.log(`${what}: ${outcome} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}
