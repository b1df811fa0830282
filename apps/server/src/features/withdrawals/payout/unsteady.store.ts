import type { Block } from '@lode/chain';
import { readUnsigned } from '../../../platform/chains/stored-unsigned.ts';
import { type DbTx, many, statement } from '../../../platform/db/database.ts';
import { type PaymentRow, paymentColumns } from './payments.store.ts';

/** A payment that is over in the books, and of which no final block has what they say. */
export interface UnsteadyRow extends PaymentRow {
  blockHash: string | null;
  /** By the books; else its amount was returned. */
  wasPaid: boolean;
}

type StoredRow = Omit<UnsteadyRow, 'unsigned'> & { unsigned: string };

const unsteady = statement<StoredRow>(
  'payments.unsteady',
  `select ${paymentColumns}, block_hash as "blockHash",
     (select third_status = 'SUCCESS' from withdrawal where id = withdrawal_id) as "wasPaid"
   from reorged_payment join withdrawal_payment using (withdrawal_id, attempt)
   where (withdrawal_id, attempt) > ($1, $2::int) order by withdrawal_id, attempt limit 200`,
);

/** In their order: of two that spend each other's change the first one comes first. */
export async function readUnsteady(
  dbTx: DbTx,
  after: Pick<PaymentRow, 'withdrawalId' | 'attempt'>,
): Promise<UnsteadyRow[]> {
  const rows = await many(dbTx, unsteady, [after.withdrawalId, after.attempt]);
  return rows.map((row) => ({ ...row, unsigned: readUnsigned(row.unsigned) }));
}

const takenBack = statement(
  'payments.taken-back',
  `update withdrawal_payment set taken_back_at = $3 where withdrawal_id = $1 and attempt = $2 and taken_back_at is null`,
);

export async function noteTakenBack(dbTx: DbTx, { withdrawalId, attempt }: PaymentRow, now: Date): Promise<void> {
  await many(dbTx, takenBack, [withdrawalId, attempt, now]);
}

const inBlock = statement(
  'payments.in-block',
  `update withdrawal_payment set block_height = $3, block_hash = $4, taken_back_at = case when not $5 then coalesce(taken_back_at, $6) end
   where withdrawal_id = $1 and attempt = $2`,
);

/** Another block has it; it is steady when that one is final. */
export async function noteBlock(
  dbTx: DbTx,
  { withdrawalId, attempt }: PaymentRow,
  { block, isFinal, now }: { block: Block; isFinal: boolean; now: Date },
): Promise<void> {
  await many(dbTx, inBlock, [withdrawalId, attempt, block.height, block.hash, isFinal, now]);
}

const stop = statement(
  'payments.stop-looking',
  `update withdrawal_payment p set lost_at = $4 where withdrawal_id = $1 and attempt = $2
     and $3 < (select min(height) from chain_block b where b.network = p.network)`,
);

/** What ended it lies deeper than any reorganisation that is followed. */
export async function stopLooking(
  dbTx: DbTx,
  { withdrawalId, attempt }: PaymentRow,
  endHeight: number,
  now: Date,
): Promise<void> {
  await many(dbTx, stop, [withdrawalId, attempt, endHeight, now]);
}
