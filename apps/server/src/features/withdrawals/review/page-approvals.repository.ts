import { many, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { NetworkName } from '../domain/coins.ts';

/** The signer shows 200 at most. */
const most = 100;

const awaiting = query(
  'withdrawals.awaiting-approval',
  `select id from withdrawal w where w.phase = 'AWAITING_APPROVAL' and end_transfer_id is null
     and not exists (select from withdrawal_cancellation c where c.withdrawal_id = w.id) order by id limit ${most}`,
).as<{ id: bigint }>();

/** The oldest that wait for people's approval; none that its customer cancels. */
export async function readAwaitingApproval(db: Queryable): Promise<bigint[]> {
  return (await many(db, awaiting)).map(({ id }) => id);
}

const earlier = query(
  'withdrawals.paid-before',
  `select count(*)::int as count, coalesce(sum(amount - fee), 0)::bigint as total from withdrawal w
   where w.phase = 'PAID' and (customer_id = $1 or $1 is null and customer_id is null) and network = $2 and address_key = $3`,
).as<{ count: number; total: bigint }>();

/** What the customer, or the operator for null, was paid at an address. */
export function readPaidBefore(
  db: Queryable,
  customerId: bigint | null,
  network: NetworkName,
  addressKey: string,
): Promise<{ count: number; total: bigint }> {
  return one(db, earlier, [customerId, network, addressKey]);
}
