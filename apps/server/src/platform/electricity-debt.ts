import { one, type Queryable } from './db/database.ts';
import { query } from './db/query.ts';

const owes = query(
  'electricity.owes',
  'select exists (select from owed_electricity where customer_id = $1) as owes',
).as<{ owes: boolean }>();

const owesFee = query(
  'electricity.owes-fees',
  'select exists (select from owed_fees where customer_id = $1) as owes',
).as<{ owes: boolean }>();

/** Whether the customer owes electricity or hosting: no money leaves or is saved meanwhile. */
export async function owesFees(db: Queryable, customerId: bigint): Promise<boolean> {
  return (await one(db, owesFee, [customerId])).owes;
}

/** Whether the customer owes electricity of any machine, by the view that the electricity slice gives to other slices. */
export async function owesElectricity(db: Queryable, customerId: bigint): Promise<boolean> {
  return (await one(db, owes, [customerId])).owes;
}
