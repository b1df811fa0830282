/** `npm run simulate`: see README.md. Exit 1 with the simulation's name, the seed and the reason when one does not hold. */
import { parseArgs } from 'node:util';
import { useTestPostgres } from '../apps/server/src/testing/harness.ts';
import { startTestPostgres } from '../apps/server/src/testing/test-postgres.ts';
import { simulateDays } from './days/days.ts';
import { startEmptyLedgers } from './empty-ledgers.ts';
import { killRuns } from './kill-runs.ts';
import { inMemory, onPostgres } from './ledgers-under-test.ts';
import { modelRun } from './model-run.ts';
import { simulateBatchKills } from './product/batch-kills.ts';
import { simulateEvents } from './product/events.ts';
import { simulateGuesses } from './product/guesses.ts';
import { simulateHostileInput } from './product/hostile-input.ts';
import { runSimulation, type Simulation } from './product/proofs.ts';
import { simulateReorganisations } from './product/reorganisations.ts';
import { type Sizes, sizesOf } from './product/sizes.ts';
import { simulateWithdrawRaces } from './product/withdraw-races.ts';
import { simulateWithdrawalKills } from './product/withdrawal-kills.ts';
import { simulateWrongRows } from './wrong-rows/wrong-rows.ts';

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
    'batch-kills': { type: 'string' },
    forks: { type: 'string' },
    events: { type: 'string' },
    days: { type: 'string' },
    machines: { type: 'string' },
    from: { type: 'string' },
    only: { type: 'string', multiple: true },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`Usage: npm run simulate -- [options]

  --short                what CI runs, with its fixed seed
  --seed N               runs again what printed this seed
  --only PART            this part alone, may be repeated: ledger, or one of the table in simulation/README.md
  --runs N --real N      runs of the ledger in memory, on PostgreSQL
  --kills N              kill runs of the ledger
  --attempts N --repeats N --withdrawal-kills N --batch-kills N --forks N --events N
                         sizes of the product's parts
  --days N --machines N --from DATE
                         sizes of days: its mining days, the company's machines, the first day
  -h, --help             this page

Exit codes: 0 all held; 1 one did not, with its seed.`);
  process.exit(0);
}
// CI takes the same every time: a change is not judged by what it never touched. Long runs look for new faults.
const seed = Number(values.seed ?? (values.short ? 20_261_122 : Date.now() % 1_000_000_000));
const freshSeed = Number(values.seed ?? Date.now() % 1_000_000_000);
const runs = Number(values.runs ?? (values.short ? 300 : 10_000));
const realRuns = Number(values.real ?? (values.short ? 10 : 300));
const kills = Number(values.kills ?? (values.short ? 3 : 100));

type NumberOption =
  | 'attempts'
  | 'repeats'
  | 'withdrawal-kills'
  | 'batch-kills'
  | 'forks'
  | 'events'
  | 'days'
  | 'machines';
const asked = (name: NumberOption, size: keyof Sizes) =>
  values[name] === undefined ? {} : { [size]: Number(values[name]) };
const sizes = sizesOf(values.short ?? false, {
  ...asked('attempts', 'attempts'),
  ...asked('repeats', 'repeats'),
  ...asked('withdrawal-kills', 'withdrawalKills'),
  ...asked('batch-kills', 'batchKills'),
  ...asked('forks', 'forks'),
  ...asked('events', 'events'),
  ...asked('days', 'days'),
  ...asked('machines', 'machines'),
  ...(values.from === undefined ? {} : { from: values.from }),
});

/** On the harness of the tests: one PostgreSQL, a database each. */
const productSimulations: Record<string, Simulation> = {
  'batch-kills': simulateBatchKills,
  days: simulateDays,
  events: simulateEvents,
  guesses: simulateGuesses,
  'hostile-input': simulateHostileInput,
  reorganisations: simulateReorganisations,
  'withdraw-races': simulateWithdrawRaces,
  'withdrawal-kills': simulateWithdrawalKills,
  'wrong-rows': simulateWrongRows,
};
const names = ['ledger', ...Object.keys(productSimulations)];
// The short form stands beside the tests, one of which puts in each kind of wrong row.
const chosen = values.only ?? (values.short ? names.filter((name) => name !== 'wrong-rows') : names);
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no such simulation: ${unknown.join(', ')}. Simulations: ${names.join(', ')}`);
  process.exit(2);
}

const failed: string[] = [];
const reasons: string[] = [];
let current = 'the start';
function report(error: unknown): void {
  failed.push(current);
  reasons.push(`${current}: ${error instanceof Error ? error.message.slice(0, 1_000) : String(error)}`);
  console.error(`${current} failed, seed ${seed}:`, error);
}
// What fails outside of any wait ends the run, and is reported like the rest.
process.once('uncaughtException', (error) => {
  report(error);
  process.exit(1);
});

console.log(`seed ${seed}`);
if (chosen.includes('ledger')) await simulation('ledger', ledgerRuns);
const product = Object.entries(productSimulations).filter(([name]) => chosen.includes(name));
if (product.length > 0) {
  const { postgres, stop } = await startTestPostgres();
  useTestPostgres(postgres);
  for (const [name, simulate] of product)
    await simulation(name, () => runSimulation(simulate, { seed, freshSeed, sizes }));
  await stop();
}
if (failed.length > 0) {
  // Once more at the end: of a long output often only that is kept.
  console.error(reasons.join('\n'));
  console.error(`failed with seed ${seed}: ${failed.join(', ')}`);
  process.exitCode = 1;
}

/** One that fails lets the next ones run. */
async function simulation(name: string, work: () => Promise<void>): Promise<void> {
  current = name;
  await timed(name, () => work().then(() => 'all of it holds')).catch(report);
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
