import type { Queryable } from '../../../platform/db/database.ts';
import { many } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { PayoutDeps, Withdrawal } from '../payout-ports.ts';

/** A transaction of more is little cheaper for each, and a stuck one holds up more customers: docs/adr/0078. */
const maxBatch = 100;

/** Withdrawals that a process pays alone, because the signer denied them in a batch: it says then what it says of one. */
export type BatchExclusions = Set<bigint>;

/** Forgotten together: each is denied at most once more. */
const mostAlone = 10_000;

export function excludeFromBatch(alone: BatchExclusions, ids: readonly bigint[]): void {
  if (alone.size > mostAlone) alone.clear();
  for (const id of ids) alone.add(id);
}

const waiting = query(
  'payments.waiting-by-policy',
  `select w.id from withdrawal w
   where w.phase = 'SIGNING' and w.end_transfer_id is null and w.network = 'BITCOIN' and w.id > $1 and w.id <> all($3::bigint[])
     and exists (select from auto_approval a where a.withdrawal_id = w.id and a.revoked_at is null)
     and not exists (select from withdrawal_payment p where p.withdrawal_id = w.id)
     and not exists (select from withdrawal_export e where e.withdrawal_id = w.id)
     and not exists (select from withdrawal_signing s where s.withdrawal_id = w.id and s.channel = 'OFFLINE')
   order by w.id limit $2`,
).as<{ id: bigint }>();

/**
 * Younger ones only: the oldest of a batch leads it, whichever is built first. Who may share the transaction of a withdrawal that is about to be built, the oldest first: screened, unbuilt, unblocked, approved by
 * the policy, with rows that fit.
 */
export async function findBatchCandidates(
  db: Queryable,
  { withdrawals, signer, monitor }: PayoutDeps,
  { id, network }: Pick<Withdrawal, 'id' | 'network'>,
  alone: BatchExclusions,
): Promise<Withdrawal[]> {
  if (network !== 'BITCOIN' || signer.batchLimit === undefined || alone.has(id)) return [];
  if (!(await withdrawals.isAutoApproved(db, id))) return [];
  const limit = Math.min(maxBatch, await signer.batchLimit()) - 1;
  if (limit < 1) return [];
  const company: Withdrawal[] = [];
  for (const { id: other } of await many(db, waiting, [id, limit, [...alone]])) {
    const found = await withdrawals.find(db, other);
    if (found?.phase !== 'SIGNING' || (await withdrawals.isBlocked(db, found))) continue;
    const fault = await withdrawals.findFault(db, other);
    if (fault === null) company.push(found);
    else monitor.log.error({ event: 'payout.rows-do-not-fit', id: other, fault });
  }
  return company;
}
