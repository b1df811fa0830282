import type { Transaction } from '../../platform/db/database.ts';
import { type CustomerRange, collectDay } from './collect.ts';
import type { ChargeableMachines } from './collection-query.ts';
import { chargeHosting } from './hosting.ts';
import { type NoticePort, notifyOwed } from './notify-owed.ts';
import { notifySettled } from './notify-settled.ts';
import { readOverdue } from './overdue.ts';
import { type PayOwedPorts, readOwing, settledSince } from './pay-owed.ts';
import { warnOfLowElectricity } from './warn-low.ts';

export interface DayBatch {
  /** Key of the ledger transfer; the same for the same batch of the same day, always. */
  key: string;
  date: string;
  range: CustomerRange;
  /** Those that ran on the day. */
  machines: ChargeableMachines;
  /** When it is posted. */
  at: Date;
}

export interface DayCharged {
  charges: number;
  hostingCharges: number;
  electricityTransfer: bigint | null;
  hostingTransfer: bigint | null;
  /** Machines whose charge of an earlier day is still unpaid, a day after its owner was notified. */
  overdueMachines: bigint[];
}

/** Something that the day needs is not there: nothing of the batch may be kept. */
export interface MissingInput {
  missing: string;
}

/** Electricity, and hosting whose days are due, for one batch of a day. The balances are locked by the caller. */
export async function chargeDay(
  dbTx: Transaction,
  ports: PayOwedPorts & NoticePort,
  batch: DayBatch,
): Promise<DayCharged | MissingInput> {
  const { date, range, at } = batch;
  const owing = await readOwing(dbTx, range);
  const electricity = await collectDay(dbTx, batch);
  if (electricity.missingPrice)
    return { missing: `the price of ${electricity.missingPrice} is missing: import it first` };
  const hosting = await chargeHosting(dbTx, { date, range, at });
  if (hosting.missingPrice) return { missing: `the price of ${hosting.missingPrice} is missing: import it first` };
  const { relievedCustomers } = electricity;
  if (relievedCustomers.length > 0) await ports.leaveArrear(dbTx, relievedCustomers, at);
  await notifySettled(dbTx, ports, await settledSince(dbTx, owing, relievedCustomers), at);
  await notifyOwed(dbTx, ports, { range, at, date });
  await warnOfLowElectricity(dbTx, { range, at, date });
  return {
    charges: electricity.charges,
    hostingCharges: hosting.charges,
    electricityTransfer: electricity.transferId,
    hostingTransfer: hosting.transferId,
    overdueMachines: await readOverdue(dbTx, { date, range, at }),
  };
}
