import type { Coin } from '@lode/money';
import type { Database, Queryable, Transaction } from '../../../platform/db/database.ts';
import { many, maybeOne } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { rehearse } from '../../../platform/db/rehearsal.ts';
import {
  type Batch,
  CannotClose,
  type CustomerRange,
  type Finding,
  type Preflight,
  type Run,
  type Trial,
} from '../close-kind.ts';
import { readBatches, readDay } from '../day-close.store.ts';
import { fppsTerms } from './fpps-terms.ts';
import type { MiningBatchResult } from './mining-batch-result.ts';
import { type MiningInputs, readMiningInputs } from './mining-inputs.ts';
import { planBatches } from './plan-batches.ts';
import { planForBatches } from './plan-for-batches.ts';
import { gatherRunningMachines } from './running-machines.ts';

export interface HindranceQuestion {
  date: string;
  now: Date;
  /** The instant at which the date is over. */
  end: Date;
  readonly provideDay: (db: Queryable, date: string, now: Date) => Promise<void>;
  machinesPerBatch: number;
  readonly postBatch: (dbTx: Transaction, run: Run, batch: Batch) => Promise<MiningBatchResult>;
}

/**
 * Tries the close: its inputs are read, and each of its batches is posted and rolled back, one after the other. Without a network day only
 * the machines' prices can be asked for.
 */
export async function preflightMining(database: Database, question: HindranceQuestion): Promise<Preflight> {
  const { date, now, end } = question;
  if (now >= end) await question.provideDay(database, date, now);
  const inputs = await inputsOrReasons(database, date);
  const found: Finding[] = 'reasons' in inputs ? inputs.reasons.map((reason) => ({ stops: true, reason })) : [];
  const silent: Pick<MiningBatchResult, 'withoutReport' | 'firstWithoutReport'> = {
    withoutReport: 0,
    firstWithoutReport: [],
  };
  const tries: TriedBatch[] = [];
  const { ranges, isWhole } = await rangesToTry(database, question);
  for (const [index, range] of ranges.entries()) {
    const batch = { number: index + 1, range, key: `preflight:${date}:${index + 1}` };
    const tried =
      'reasons' in inputs
        ? await tryPrices(database, range, date)
        : await tryBatch(database, question, { date, now, nominal: now, inputs }, batch);
    if ('reasons' in tried) found.push(...tried.reasons.map((reason) => ({ stops: true, reason })));
    else {
      silent.withoutReport += tried.withoutReport;
      silent.firstWithoutReport.push(...tried.firstWithoutReport);
      if ('mined' in tried) tries.push(tried);
    }
  }
  if (silent.withoutReport > 0) found.push({ stops: false, reason: withoutReport(silent) });
  found.push(...(await leftOut(database, date)));
  return {
    findings: found.filter(({ reason }, i) => found.findIndex((other) => other.reason === reason) === i),
    trial: isWhole && tries.length === ranges.length ? trialOf(tries) : null,
  };
}

function trialOf(tries: readonly TriedBatch[]): Trial {
  const sum = (count: (one: TriedBatch) => number) => tries.reduce((all, one) => all + count(one), 0);
  const lines = new Map<string, Trial['lines'][number]>();
  for (const { mined, payments } of tries) {
    const parts = [
      ...mined.map(({ coin, amount }) => ({ name: 'outputs' as const, coin, amount })),
      ...payments.map(({ what, coin, amount }) => ({ name: what, coin: coin as Coin, amount: BigInt(amount) })),
    ];
    for (const { name, coin, amount } of parts) {
      const before = BigInt(lines.get(`${name} ${coin}`)?.amount ?? 0);
      lines.set(`${name} ${coin}`, { name, coin, amount: String(before + amount) });
    }
  }
  return {
    outputs: sum((one) => one.outputs),
    charges: sum((one) => one.charges),
    hostingCharges: sum((one) => one.hostingCharges),
    stopped: sum((one) => one.stopped),
    lines: [...lines.values()].filter(({ amount }) => amount !== '0'),
  };
}

function withoutReport({
  withoutReport: machines,
  firstWithoutReport,
}: Pick<MiningBatchResult, 'withoutReport' | 'firstWithoutReport'>): string {
  const first = firstWithoutReport.slice(0, 5);
  const named = machines > first.length ? `${first.join(', ')} …` : first.join(', ');
  return `the pool report lacks machines of other coins than BTC that run: ${machines} (${named}); import:pool-report brings it, after the close only charge:adjust does`;
}

type Refused = { reasons: readonly string[] };

async function inputsOrReasons(db: Queryable, date: string): Promise<MiningInputs | Refused> {
  return readMiningInputs(db, date).catch(asReasons);
}

function asReasons(error: unknown): Refused {
  if (error instanceof CannotClose) return { reasons: error.reasons };
  throw error;
}

/** The batches of the close; of one that has begun those that are left. */
async function rangesToTry(
  database: Database,
  { date, machinesPerBatch }: HindranceQuestion,
): Promise<{ ranges: CustomerRange[]; isWhole: boolean }> {
  if (!(await readDay(database, 'mining', date)))
    return { ranges: await planBatches(database, date, machinesPerBatch), isWhole: true };
  const left = (await readBatches(database, 'mining', date, 'post')).filter(({ result }) => result === null);
  return { ranges: left, isWhole: false };
}

/** Does the work in a transaction that is never committed. */
const onTrial = <Result>(database: Database, work: (dbTx: Transaction) => Promise<Result>): Promise<Result | Refused> =>
  rehearse(database, work).catch(asReasons);

type TriedBatch = MiningBatchResult & { mined: { coin: Coin; amount: bigint }[] };

const mined = query(
  'day-close.mined-on-trial',
  `select coin, sum_units(net) as amount from machine_output where date = $1 and customer_id between $2 and $3 group by coin order by coin`,
).as<{ coin: Coin; amount: bigint }>();

const tryBatch = (database: Database, { postBatch }: HindranceQuestion, run: Run, batch: Batch) =>
  onTrial(database, async (dbTx): Promise<TriedBatch> => {
    const result = await postBatch(dbTx, run, batch);
    return { ...result, mined: await many(dbTx, mined, [run.date, batch.range.first, batch.range.last]) };
  });

/** One epoch of any difficulty: machines and their prices do not depend on it. */
const anyDay = (date: string) => ({
  date,
  blocks: 1,
  subsidySum: '1.00000000',
  feeSum: '0.00000000',
  epochs: [{ difficulty: '1', seconds: 86_400 }],
});

const tryPrices = (database: Database, range: CustomerRange, date: string) =>
  onTrial(database, async (dbTx) => {
    await planForBatches(dbTx);
    const day = anyDay(date);
    const lacking = await gatherRunningMachines(dbTx, range, day, fppsTerms(day));
    if (lacking.withoutTariff) throw withoutPrice(lacking.withoutTariff, date);
    return lacking;
  });

/** The machine needs a tariff on the date. */
export const withoutPrice = (machineNo: string, date: string) =>
  new CannotClose([`machine ${machineNo} has no electricity price on ${date}`]);

const withoutTerms = query(
  'day-close.machines-without-terms',
  `select count(*)::int as machines, (array_agg(machine_no order by machine_no))[:5] as first
   from machine
   where exists (
       select from machine_status_period period
       where period.machine_id = machine.id and period.status = 'RUNNING'
         and started_at < $1::date::timestamp at time zone 'UTC' + interval '1 day'
         and coalesce(ended_at, 'infinity') > $1::date::timestamp at time zone 'UTC')
     and not exists (select from machine_terms terms where terms.machine_id = machine.id and effective_from <= $1 and effective_to > $1)`,
).as<{ machines: number; first: string[] | null }>();

const changedDifficulty = query(
  'day-close.changed-difficulty',
  `select day.epochs #>> '{0,difficulty}' as difficulty, before.epochs #>> '{-1,difficulty}' as before
   from network_day day join network_day before on before.coin = day.coin and before.date = day.date - 1
   where day.coin = 'BTC' and day.date = $1 and day.source = 'import' and jsonb_array_length(day.epochs) = 1
     and day.epochs #>> '{0,difficulty}' <> before.epochs #>> '{-1,difficulty}'`,
).as<{ difficulty: string; before: string }>();

async function leftOut(db: Queryable, date: string): Promise<Finding[]> {
  const [terms] = await many(db, withoutTerms, [date]);
  const difficulty = await maybeOne(db, changedDifficulty, [date]);
  return [
    ...(terms && terms.machines > 0
      ? [`${terms.machines} machines run and have no terms on ${date} (${(terms.first ?? []).join(', ')})`]
      : []),
    ...(difficulty
      ? [
          `the imported network day of ${date} has one epoch, and the difficulty changed from ${difficulty.before} to ${difficulty.difficulty}: check whether the retarget lies within the day`,
        ]
      : []),
  ].map((reason) => ({ stops: false, reason }));
}
