import type { ChainAdapter } from '@lode/chain';
import type { NetworkName } from '../../withdrawals/domain/coins.ts';
import { readProof } from '../../withdrawals/review/review.repository.ts';
import { lockWithdrawal } from '../../withdrawals/withdrawal.repository.ts';
import { insertPayment, keepSigned, type PaymentRow, readPayments } from '../payment.repository.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import { isOfAnother } from '../recovery/exported-payment.ts';
import { broadcast } from '../sign/sign-payment.ts';

/**
 * A payment that waits longer than this for a block is offered again at a higher fee, if fees are higher now. On the EVM all
 * later ones of the account wait behind it.
 */
const patience: Record<NetworkName, number> = { BITCOIN: 60 * 60_000, ERC20: 10 * 60_000 };

/** Has the same payment, from the same inputs or nonce, signed once more with more fee: only one of the two can ever be. */
export async function bump(deps: PayoutDeps, chain: ChainAdapter, newest: PaymentRow, now: Date): Promise<void> {
  const { signedAt, withdrawalId, network, unsigned: previous, sinceHeight } = newest;
  if (signedAt === null || now.getTime() - signedAt.getTime() < patience[network]) return;
  const { statement } = await readProof(deps.database, withdrawalId);
  const maxFee = statement === null ? undefined : BigInt(statement.feeCap);
  const unsigned = await chain.bump(previous, await chain.feeRate(), maxFee);
  // Nothing is higher than it was, the change does not pay for more, or two people approved no more: it goes on waiting.
  if ('refused' in unsigned) return;
  if (await isOfAnother(deps.database, chain, unsigned, withdrawalId)) return;
  const attempt = newest.attempt + 1;
  await deps.database.transaction(async (dbTx) => {
    const withdrawal = await lockWithdrawal(dbTx, withdrawalId);
    const [latest] = await readPayments(dbTx, withdrawalId);
    if (withdrawal?.thirdStatus !== 'IN_PAYMENT' || latest?.attempt !== newest.attempt) return;
    await insertPayment(dbTx, { withdrawalId, attempt, network, unsigned, sinceHeight, now });
  });
  deps.reach('bump:built');
  const [row] = await readPayments(deps.database, withdrawalId);
  if (row) await signBump(deps, chain, row, now);
}

/** Also of one that was built before a process ended. */
export async function signBump(deps: PayoutDeps, chain: ChainAdapter, row: PaymentRow, now: Date): Promise<void> {
  if (row.txid !== null) return;
  const { database } = deps;
  const answer = await deps.sign(await readProof(database, row.withdrawalId), row.unsigned);
  deps.reach('bump:answered');
  if ('refused' in answer) {
    deps.alarm(`a higher fee for withdrawal ${row.withdrawalId} is not signed: ${answer.refused}`);
    return;
  }
  await keepSigned(database, row, chain.finish(row.unsigned, answer.signed), now);
  deps.reach('bump:stored');
  await broadcast(deps, row.withdrawalId, now);
}
