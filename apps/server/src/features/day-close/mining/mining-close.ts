import { addDays, startOfMiningDay } from '../../../platform/clock/clock.ts';
import { type Database, type DbTx, many, statement } from '../../../platform/db/database.ts';
import { type Batch, CannotClose, type CloseKind, type Run } from '../close-kind.ts';
import { digestOf } from './digest.ts';
import { fppsTerms } from './fpps-terms.ts';
import { type MiningInputs, readMiningInputs } from './mining-inputs.ts';
import type { MiningSettled } from './mining-settled.ts';
import { planBatches } from './plan-batches.ts';
import { planForBatches } from './plan-for-batches.ts';
import { postOutputs } from './post-outputs.ts';
import { gatherRunningMachines } from './running-machines.ts';
import { tieOutMining, transfersOf } from './tie-out.ts';

export interface MiningPorts {
  /** Where days make themselves, as in the demo: brings in the network day and the price, once. */
  provideDay(dbTx: DbTx, date: string, now: Date): Promise<void>;
  /** Makes the moves of the machines' clock that are due by an instant: starts, ends of contracts. */
  runClock(until: Date, recordedAt: Date): Promise<unknown>;
  /** Electricity and hosting of the batch, paid as far as the accounts go. Reads `running_machine`. */
  chargeDay(
    dbTx: DbTx,
    batch: { key: string; date: string; range: Batch['range']; at: Date; nominal: Date },
  ): Promise<DayCharged | { missing: string }>;
  /** Stops those of the machines that run. Answers how many. */
  enterArrear(dbTx: DbTx, machineIds: readonly bigint[], times: { at: Date; recordedAt: Date }): Promise<number>;
}

interface DayCharged {
  charges: number;
  hostingCharges: number;
  electricityTransfer: bigint | null;
  hostingTransfer: bigint | null;
  overdueMachines: bigint[];
}

const hour = 3_600_000;
/** A mining day is settled six hours after its end: 14:00 in Shanghai. */
const hoursUntilDue = 6;

interface MiningOptions {
  database: Database;
  reach(point: string): void;
  machinesPerBatch: number;
}

/** Network day → outputs → electricity → hosting → arrears, for one range of customers after the other. */
export function miningClose({ database, reach, machinesPerBatch }: MiningOptions, ports: MiningPorts): CloseKind {
  const endOf = (date: string) => startOfMiningDay(addDays(date, 1));
  return {
    name: 'mining',
    endOf,
    dueAt: (date) => new Date(endOf(date).getTime() + hoursUntilDue * hour),
    readInputs: readMiningInputs,
    planBatches: (dbTx) => planBatches(dbTx, machinesPerBatch),
    async beforeBatches({ date, now, nominal }) {
      await ports.provideDay(database, date, now);
      // Asked for before anything moves: most closes that cannot be lack this.
      await readMiningInputs(database, date);
      // Beyond the day's own end: no arrear may be dated past the end of a contract.
      await ports.runClock(nominal, now);
    },
    settle: (dbTx, run, batch) => settle(dbTx, run, batch, ports, reach),
    tieOut: (dbTx, run, batch, settled) =>
      tieOutMining(dbTx, {
        date: run.date,
        network: (run.inputs as MiningInputs).network,
        range: batch.range,
        settled: settled as MiningSettled,
      }),
    async digest(dbTx, date, range, settled) {
      const { digest } = await digestOf(dbTx, { date, range, transferIds: transfersOf(settled as MiningSettled) });
      return digest.toString('hex');
    },
    describe,
  };
}

/**
 * Every account that the batch may move, at once and in order. Of a machine that runs: customer and coin first, so that
 * an account is named once and not once per machine.
 */
const lockAccounts = statement(
  'day-close.lock-accounts',
  `with owner as materialized (select customer_id, coin from running_machine group by customer_id, coin)
   select count(*) from ledger.lock_balances(array(
     select ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', coin) from owner
     union all
     select ledger.account_id(customer_id, 'ELE_ACCOUNT', 'USDT') from owner
     union all
     select distinct ledger.account_id(customer_id, account, coin)
     from (
       select customer_id, 'OUTPUT_ACCOUNT' as account, coin from owed_electricity where customer_id between $2 and $3
       union all select customer_id, 'ELE_ACCOUNT', 'USDT' from owed_electricity where customer_id between $2 and $3
       union all select customer_id, 'ELE_ACCOUNT', 'USDT' from hosting_charge where owed > 0 and customer_id between $2 and $3
       union all select customer_id, 'OUTPUT_ACCOUNT', report.coin
         from pool_report report join machine on machine.id = machine_id
         where report.date = $1 and customer_id between $2 and $3
     ) other))`,
);

async function settle(
  dbTx: DbTx,
  run: Run,
  batch: Batch,
  ports: MiningPorts,
  reach: (point: string) => void,
): Promise<MiningSettled> {
  const { date, now, nominal } = run;
  const { network } = run.inputs as MiningInputs;
  const { range, key } = batch;
  const terms = fppsTerms(network);
  await planForBatches(dbTx);
  const { withoutPrice } = await gatherRunningMachines(dbTx, range, network, terms);
  if (withoutPrice) throw new CannotClose([`machine ${withoutPrice} has no electricity price on ${date}`]);
  reach('settle:gathered');
  await many(dbTx, lockAccounts, [date, range.first, range.last]);
  reach('settle:locked');
  const outputs = await postOutputs(dbTx, { range, date, key: `${key}:outputs`, at: now }, terms);
  reach('settle:outputs');
  const charged = await ports.chargeDay(dbTx, { key: `${key}:electricity`, date, range, at: now, nominal });
  if ('missing' in charged) throw new CannotClose([charged.missing]);
  reach('settle:electricity');
  const stopped = await ports.enterArrear(dbTx, charged.overdueMachines, { at: nominal, recordedAt: now });
  reach('settle:arrears');
  return {
    outputs: outputs.outputs,
    charges: charged.charges,
    hostingCharges: charged.hostingCharges,
    stopped,
    outputTransfer: textOf(outputs.transferId),
    electricityTransfer: textOf(charged.electricityTransfer),
    hostingTransfer: textOf(charged.hostingTransfer),
  };
}

function textOf(id: bigint | null): string | null {
  return id === null ? null : String(id);
}

function describe(run: Run, results: unknown[]): string[] {
  const { network } = run.inputs as MiningInputs;
  const batches = results as MiningSettled[];
  const sum = (count: (batch: MiningSettled) => number) => batches.reduce((all, batch) => all + count(batch), 0);
  const epochs = network.epochs.length === 1 ? '1 epoch' : `${network.epochs.length} epochs`;
  return [
    `network day  BTC ${run.date}: ${network.blocks} blocks, ${epochs}, source ${network.source}`,
    `outputs      ${sum((batch) => batch.outputs)}`,
    `electricity  ${sum((batch) => batch.charges)} charges`,
    `hosting      ${sum((batch) => batch.hostingCharges)} charges`,
    `arrears      ${sum((batch) => batch.stopped)} machines stopped`,
  ];
}
