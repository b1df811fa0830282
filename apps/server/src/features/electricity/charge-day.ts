import { many, type Transaction } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { type CustomerRange, collectDay } from './collect.ts';
import type { ChargeableMachines } from './collection-query.ts';
import { chargeHosting, hostingMonthOf } from './hosting.ts';
import type { PayOwedPorts } from './pay-owed.ts';

export interface DayBatch {
  /** Key of the ledger transfer; the same for the same batch of the same day, always. */
  key: string;
  date: string;
  range: CustomerRange;
  /** Those that ran on the day. */
  machines: ChargeableMachines;
  /** When it is posted. */
  at: Date;
  /** The time that changes of status carry. */
  nominal: Date;
}

export interface DayCharged {
  charges: number;
  hostingCharges: number;
  electricityTransfer: bigint | null;
  hostingTransfer: bigint | null;
  /** Machines whose charge of an earlier day is still unpaid. */
  overdueMachines: bigint[];
}

/** Something that the day needs is not there: nothing of the batch may be kept. */
export interface MissingInput {
  missing: string;
}

const overdue = query(
  'electricity.overdue',
  `select distinct machine_id as "machineId" from owed_electricity
   where customer_id between $2 and $3 and date < $1`,
).as<{ machineId: bigint }>();

/** Electricity, and at the end of a month hosting, for one batch of a day. The balances are locked by the caller. */
export async function chargeDay(
  dbTx: Transaction,
  ports: PayOwedPorts,
  batch: DayBatch,
): Promise<DayCharged | MissingInput> {
  const { date, range, at, nominal } = batch;
  const electricity = await collectDay(dbTx, batch);
  if (electricity.missingPrice)
    return { missing: `the price of ${electricity.missingPrice} is missing: import it first` };
  const month = hostingMonthOf(date);
  const hosting = month ? await chargeHosting(dbTx, { month, range, at }) : { charges: 0, transferId: null };
  const { relievedCustomers } = electricity;
  if (relievedCustomers.length > 0) await ports.leaveArrear(dbTx, relievedCustomers, nominal, at);
  const overdueRows = await many(dbTx, overdue, [date, range.first, range.last]);
  return {
    charges: electricity.charges,
    hostingCharges: hosting.charges,
    electricityTransfer: electricity.transferId,
    hostingTransfer: hosting.transferId,
    overdueMachines: overdueRows.map(({ machineId }) => machineId),
  };
}
