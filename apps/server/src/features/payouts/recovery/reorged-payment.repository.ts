import type { Block } from '@lode/chain';
import { readUnsigned } from '../../../platform/chains/stored-unsigned.ts';
import { execute, many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { type PaymentRow, paymentColumns } from '../payment.repository.ts';

/** A confirmed payment that is in no final block any more. */
export interface ReorgedPayment extends PaymentRow {
  blockHash: string | null;
  /** Paid by the books; else its amount was returned. */
  wasPaid: boolean;
}

type StoredRow = Omit<ReorgedPayment, 'unsigned'> & { unsigned: string };

const reorged = query(
  'payments.reorged',
  `select ${paymentColumns}, block_hash as "blockHash",
     exists (select from withdrawal w where w.id = withdrawal_id and w.phase = 'PAID') as "wasPaid"
   from reorged_payment join withdrawal_payment using (withdrawal_id, attempt)
   where (withdrawal_id, attempt) > ($1, $2::int) order by withdrawal_id, attempt limit 200`,
).as<StoredRow>();

/** In their order: a payment that spends another's change comes after it. */
export async function readReorgedPayments(
  db: Queryable,
  after: Pick<PaymentRow, 'withdrawalId' | 'attempt'>,
): Promise<ReorgedPayment[]> {
  const rows = await many(db, reorged, [after.withdrawalId, after.attempt]);
  return rows.map((row) => ({ ...row, unsigned: readUnsigned(row.unsigned) }));
}

const mark = query(
  'payments.mark-reorged',
  `update withdrawal_payment set reorged_at = $3 where (withdrawal_id = $1 or lead_id = $1) and attempt = $2 and reorged_at is null`,
);

export async function markReorged(db: Queryable, { withdrawalId, attempt }: PaymentRow, now: Date): Promise<void> {
  await execute(db, mark, [withdrawalId, attempt, now]);
}

const inBlock = query(
  'payments.in-block',
  `update withdrawal_payment set block_height = $3, block_hash = $4, reorged_at = case when not $5 then coalesce(reorged_at, $6) end
   where (withdrawal_id = $1 or lead_id = $1) and attempt = $2`,
);

/** Another block has it; it is rechecked until that one is final. */
export async function recordBlock(
  db: Queryable,
  { withdrawalId, attempt }: PaymentRow,
  { block, isFinal, now }: { block: Block; isFinal: boolean; now: Date },
): Promise<void> {
  await execute(db, inBlock, [withdrawalId, attempt, block.height, block.hash, isFinal, now]);
}

const stop = query(
  'payments.end-recheck',
  `update withdrawal_payment p set lost_at = $4 where (withdrawal_id = $1 or lead_id = $1) and attempt = $2
     and $3 < (select min(height) from chain_block b where b.network = p.network)`,
);

/** Once the block that decided it is deeper than any reorganisation that the watcher follows. */
export async function endRecheck(
  db: Queryable,
  { withdrawalId, attempt }: PaymentRow,
  endHeight: number,
  now: Date,
): Promise<void> {
  await execute(db, stop, [withdrawalId, attempt, endHeight, now]);
}
