import { execute, maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** Which account pays a customer's electricity first. */
export type PayMode = 'PREPAID_FIRST' | 'OUTPUT_FIRST';

const keep = query(
  'electricity.pay-mode',
  `insert into electricity_account (customer_id, pay_mode) values ($1, $2)
   on conflict (customer_id) do update set pay_mode = excluded.pay_mode`,
);

/** Holds for what is paid from now on. */
export async function setPayMode(db: Queryable, customerId: bigint, mode: PayMode): Promise<void> {
  await execute(db, keep, [customerId, mode]);
}

const current = query(
  'electricity.read-pay-mode',
  'select pay_mode as mode from electricity_account where customer_id = $1',
).as<{
  mode: PayMode;
}>();

export async function readPayMode(db: Queryable, customerId: bigint): Promise<PayMode> {
  return (await maybeOne(db, current, [customerId]))?.mode ?? 'PREPAID_FIRST';
}
