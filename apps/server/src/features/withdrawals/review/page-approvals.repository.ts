import { many, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { NetworkName } from '../domain/coins.ts';
import { offsetWaits } from './waiting-offset.ts';

/** The signer shows 200 at most. */
const most = 100;

const awaiting = query(
  'withdrawals.awaiting-approval',
  `select w.id from withdrawal w
   left join customer_guard g using (customer_id) left join treasury_destination d on d.id = w.destination_id
   where w.phase = 'AWAITING_APPROVAL' and w.end_transfer_id is null
     and not exists (select from withdrawal_cancellation c where c.withdrawal_id = w.id)
     and not ${offsetWaits}
   order by coalesce(not g.is_active or g.is_frozen or greatest(g.contact_held_until, g.second_factor_held_until) > $1, false)
     or d.removed_at is not null, w.id limit ${most}`,
).as<{ id: bigint }>();

/**
 * The oldest that wait for people's approval, and after them those that cannot be approved now: any number of these hides no other.
 * None that its customer cancels, and none that a proposal would offset.
 */
export async function readAwaitingApproval(db: Queryable, now: Date): Promise<bigint[]> {
  return (await many(db, awaiting, [now])).map(({ id }) => id);
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
