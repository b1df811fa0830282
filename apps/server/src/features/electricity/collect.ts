import { randomUUID } from 'node:crypto';
import { ledgerError } from '@lode/ledger';
import { businessDate } from '../../platform/clock/clock.ts';
import { one, type Queryable } from '../../platform/db/database.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { type ChargeableMachines, collectDaySql, collectOwedSql } from './collection-query.ts';

/** What a run of the collection did. */
export interface Collected {
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

/** One query for each offer of machines. */
export const dayChargesQuery = (machines: ChargeableMachines) =>
  query('electricity.collect-day', collectDaySql(machines)).as<Collected>();

/** Charges the machines for the day and pays, with whatever the range's customers still owe. */
export function collectDay(db: Queryable, { key, date, range, at, machines }: DayCharges): Promise<Collected> {
  return run(db, dayChargesQuery(machines), [key, businessDate(at), at, date, range.first, range.last]);
}

const owedCharges = query('electricity.collect-owed', collectOwedSql).as<Collected>();

/** Pays what these customers owe. It has no key of its own: it belongs to the credit in whose transaction it runs. */
export function collectOwed(db: Queryable, customerIds: readonly bigint[], at: Date): Promise<Collected> {
  return run(db, owedCharges, [`pay-owed:${randomUUID()}`, businessDate(at), at, customerIds]);
}

async function run(db: Queryable, collection: Query<Collected>, values: unknown[]): Promise<Collected> {
  try {
    return await one(db, collection, values);
  } catch (error) {
    throw ledgerError(error);
  }
}
