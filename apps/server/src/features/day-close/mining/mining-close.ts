import { addDays, startOfMiningDay } from '../../../platform/clock/clock.ts';
import type { Database, Queryable, Transaction } from '../../../platform/db/database.ts';
import { type Batch, CannotClose, type CloseKind, differing, type Run } from '../close-kind.ts';
import { comparePayments } from './compare-payments.ts';
import { digestOf } from './digest.ts';
import { fppsTerms } from './fpps-terms.ts';
import type { MiningBatchResult } from './mining-batch-result.ts';
import { type MiningInputs, readMiningInputs } from './mining-inputs.ts';
import { monthEndingWith } from './month.ts';
import { lockAccounts, noteOpening } from './opening-balances.ts';
import { planBatches } from './plan-batches.ts';
import { planForBatches } from './plan-for-batches.ts';
import { postOutputs } from './post-outputs.ts';
import { preflightMining, withoutPrice } from './preflight-mining.ts';
import { gatherRunningMachines, runningMachines } from './running-machines.ts';
import { tieOutMining, transfersOf } from './tie-out.ts';

export interface MiningPorts {
  /** Generates the network day and the price of a date once, in the demo; elsewhere a no-op. */
  readonly provideDay: (db: Queryable, date: string, now: Date) => Promise<void>;
  /** Applies the status changes that are due by an instant: starts, ends of contracts. */
  readonly runClock: (until: Date, recordedAt: Date) => Promise<unknown>;
  /** Charges electricity and hosting of the batch and collects them from the available balances. */
  readonly chargeDay: (
    dbTx: Transaction,
    batch: {
      key: string;
      date: string;
      range: Batch['range'];
      machines: typeof runningMachines;
      at: Date;
    },
  ) => Promise<DayCharged | { missing: string }>;
  /** Stops the running ones of the machines; returns their number. */
  readonly enterArrear: (
    dbTx: Transaction,
    machineIds: readonly bigint[],
    times: { at: Date; recordedAt: Date },
  ) => Promise<number>;
}

interface DayCharged {
  charges: number;
  hostingCharges: number;
  electricityTransfer: bigint | null;
  hostingTransfer: bigint | null;
  overdueMachines: bigint[];
}

const hour = 3_600_000;
/** A mining day closes six hours after its end: 14:00 in Shanghai. */
const hoursUntilDue = 6;

interface MiningOptions {
  database: Database;
  readonly failpoint: (point: string) => void;
  machinesPerBatch: number;
}

/** Posts a mining date: outputs, electricity, hosting, arrears, per batch of customers. */
export function miningClose({ database, failpoint, machinesPerBatch }: MiningOptions, ports: MiningPorts): CloseKind {
  const endOf = (date: string) => startOfMiningDay(addDays(date, 1));
  return {
    name: 'mining',
    endOf,
    dueAt: (date) => new Date(endOf(date).getTime() + hoursUntilDue * hour),
    readInputs: readMiningInputs,
    preflight: (date, now) =>
      preflightMining(database, {
        date,
        now,
        end: endOf(date),
        provideDay: ports.provideDay,
        machinesPerBatch,
        postBatch: (dbTx, run, batch) => postBatch(dbTx, run, batch, ports, () => undefined),
      }),
    planBatches: (dbTx, date) => planBatches(dbTx, date, machinesPerBatch),
    async beforeBatches({ date, now, nominal }) {
      await ports.provideDay(database, date, now);
      // Checked before anything is posted: a close fails most often because these are missing.
      await readMiningInputs(database, date);
      // Run to `nominal`, past the end of the date: contracts that ended by then have ended.
      await ports.runClock(nominal, now);
    },
    postBatch: (dbTx, run, batch) => postBatch(dbTx, run, batch, ports, failpoint),
    tieOut: (dbTx, run, batch, posted) =>
      tieOutMining(dbTx, {
        date: run.date,
        network: (run.inputs as MiningInputs).network,
        range: batch.range,
        posted: posted as MiningBatchResult,
      }),
    async digest(dbTx, date, range, posted) {
      const result = posted as MiningBatchResult;
      const { digest } = await digestOf(dbTx, { date, range, transferIds: transfersOf(result) }, result);
      return digest.toString('hex');
    },
    describe,
    warnings: (results) => warningsOf(results as MiningBatchResult[]),
  };
}

async function postBatch(
  dbTx: Transaction,
  run: Run,
  batch: Batch,
  ports: MiningPorts,
  failpoint: (point: string) => void,
): Promise<MiningBatchResult> {
  const { date, now } = run;
  const { network } = run.inputs as MiningInputs;
  const { range, key } = batch;
  const terms = fppsTerms(network);
  await planForBatches(dbTx);
  const { withoutTariff, ...silent } = await gatherRunningMachines(dbTx, range, network, terms);
  if (withoutTariff) throw withoutPrice(withoutTariff, date);
  failpoint('post:gathered');
  await lockAccounts(dbTx, { date, range, endsMonth: monthEndingWith(date) !== null });
  failpoint('post:locked');
  const outputs = await postOutputs(dbTx, { range, date, key: `${key}:outputs`, at: now }, terms);
  failpoint('post:outputs');
  const { charged, sums } = await collectCharges(dbTx, run, batch, ports, failpoint);
  const stopped = await ports.enterArrear(dbTx, charged.overdueMachines, { at: now, recordedAt: now });
  failpoint('post:arrears');
  return {
    outputs: outputs.outputs,
    charges: charged.charges,
    hostingCharges: charged.hostingCharges,
    stopped,
    payments: sums,
    ...silent,
    outputTransfer: textOf(outputs.transferId),
    electricityTransfer: textOf(charged.electricityTransfer),
    hostingTransfer: textOf(charged.hostingTransfer),
    sealsColumns: true,
  };
}

/** Charges electricity and hosting of the batch, collects them, and checks every payment against the reference calculation. */
async function collectCharges(
  dbTx: Transaction,
  { date, now }: Run,
  { range, key }: Batch,
  ports: MiningPorts,
  failpoint: (point: string) => void,
): Promise<{ charged: DayCharged; sums: MiningBatchResult['payments'] }> {
  const before = await noteOpening(dbTx, range);
  const charged = await ports.chargeDay(dbTx, {
    key: `${key}:electricity`,
    date,
    range,
    machines: runningMachines,
    at: now,
  });
  if ('missing' in charged) throw new CannotClose([charged.missing]);
  failpoint('post:electricity');
  const { electricityTransfer, hostingTransfer } = charged;
  const checked = await comparePayments(dbTx, { date, range, before, electricityTransfer, hostingTransfer });
  if (checked.differences.length > 0) throw differing(checked.differences);
  return { charged, sums: checked.sums };
}

function textOf(id: bigint | null): string | null {
  return id === null ? null : String(id);
}

function describe(run: Run, results: unknown[]): string[] {
  const { network } = run.inputs as MiningInputs;
  const batches = results as MiningBatchResult[];
  const sum = (count: (batch: MiningBatchResult) => number) => batches.reduce((all, batch) => all + count(batch), 0);
  const epochs = network.epochs.length === 1 ? '1 epoch' : `${network.epochs.length} epochs`;
  return [
    `network day  BTC ${run.date}: ${network.blocks} blocks, ${epochs}, source ${network.source}`,
    `outputs      ${sum((batch) => batch.outputs)}`,
    `electricity  ${sum((batch) => batch.charges)} charges`,
    `hosting      ${sum((batch) => batch.hostingCharges)} charges`,
    `arrears      ${sum((batch) => batch.stopped)} machines stopped`,
  ];
}

/** A machine without a pool report may still have mined: staff are warned and can ask the pool. */
function warningsOf(batches: readonly MiningBatchResult[]): string[] {
  const machines = batches.reduce((all, { withoutReport }) => all + withoutReport, 0);
  if (machines === 0) return [];
  const first = batches.flatMap(({ firstWithoutReport }) => firstWithoutReport).slice(0, 5);
  const named = machines > first.length ? `${first.join(', ')} …` : first.join(', ');
  const remedy = 'what the pool reports later, charge:adjust gives them';
  return [
    `no report    machines of other coins than BTC that ran and stand in no pool report: ${machines} (${named}); ${remedy}`,
  ];
}
