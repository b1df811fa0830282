import { randomUUID } from 'node:crypto';
import { ledgerError } from '@lode/ledger';
import { businessDate } from '../../platform/clock/clock.ts';
import { type DbTx, one, type Statement, statement } from '../../platform/db/database.ts';
import { type ChargeableMachines, settleDaySql, settleOwedSql } from './settlement-sql.ts';

/** What a run of the settlement did. */
export interface Settled {
  /** New charges. */
  charges: number;
  /** Null when nothing was paid. */
  transferId: bigint | null;
  /** Customers of whom something older was paid. */
  relievedCustomers: bigint[];
  /** The price that a payment from OUTPUT needed and that is not there: `BTC of 2020-03-01`. */
  missingPrice: string | null;
}

export interface CustomerRange {
  first: bigint;
  last: bigint;
}

export interface DayCharges {
  key: string;
  date: string;
  range: CustomerRange;
  machines: ChargeableMachines;
  at: Date;
}

/** Charges the machines for the day and pays, with whatever the range's customers still owe. */
export function settleDay(dbTx: DbTx, { key, date, range, at, machines }: DayCharges): Promise<Settled> {
  const query = statement<Settled>('electricity.settle-day', settleDaySql(machines));
  return run(dbTx, query, [key, businessDate(at), at, date, range.first, range.last]);
}

const settleOwedStatement = statement<Settled>('electricity.settle-owed', settleOwedSql);

/** Pays what these customers owe. It has no key of its own: it belongs to the credit in whose transaction it runs. */
export function settleOwed(dbTx: DbTx, customerIds: readonly bigint[], at: Date): Promise<Settled> {
  return run(dbTx, settleOwedStatement, [`pay-owed:${randomUUID()}`, businessDate(at), at, customerIds]);
}

async function run(dbTx: DbTx, settlement: Statement<Settled>, values: unknown[]): Promise<Settled> {
  try {
    return await one(dbTx, settlement, values);
  } catch (error) {
    throw ledgerError(error);
  }
}
