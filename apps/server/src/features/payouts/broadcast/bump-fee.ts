import type { ChainAdapter, Network } from '@lode/chain';
import { idsOf, readApprovalOfAll } from '../approval-of-all.ts';
import { lockAll } from '../lock-all.ts';
import { insertPayment, type PaymentRow, readBatch, readPayments, storeSigned } from '../payment.repository.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import { isExportedForAnother } from '../recovery/exported-payment.ts';
import { refuseWhileBooksDiffer } from '../refuse-while-books-differ.ts';
import { broadcastPayment } from './broadcast-payment.ts';

/** Age of an unconfirmed payment after which its fee is bumped. On the EVM all later payments of the account wait behind it. */
export const feeBumpAfter: Record<Network, number> = { BITCOIN: 60 * 60_000, ERC20: 10 * 60_000 };

/** Has the same payment signed with a higher fee, from the same inputs or nonce: only one of the two can be mined. */
export async function bumpFee(deps: PayoutDeps, chain: ChainAdapter, newest: PaymentRow, now: Date): Promise<void> {
  const { database, withdrawals, monitor } = deps;
  const { signedAt, withdrawalId, network, unsigned: previous, sinceHeight } = newest;
  if (signedAt === null || now.getTime() - signedAt.getTime() < feeBumpAfter[network]) return;
  const { approvalRequest } = await withdrawals.readApproval(database, withdrawalId);
  await refuseNewBytes(deps, withdrawalId, now);
  const maxFee = approvalRequest === null ? undefined : BigInt(approvalRequest.feeCap);
  const unsigned = await chain.bump(previous, await chain.feeRate(), maxFee);
  // Fees are not higher, the change does not pay for more, or the approved cap is reached: it goes on waiting.
  if ('refused' in unsigned) return;
  if (await isExportedForAnother(database, chain, unsigned, withdrawalId)) return;
  const attempt = newest.attempt + 1;
  const all = await readBatch(database, withdrawalId);
  await database.transaction(async (dbTx) => {
    const found = await lockAll(dbTx, withdrawals, all);
    const [latest] = await readPayments(dbTx, withdrawalId);
    if (found.some(({ phase }) => phase !== 'BROADCAST') || latest?.attempt !== newest.attempt) return;
    const batch = newest.leadId === null ? undefined : all;
    await insertPayment(dbTx, { withdrawalId, attempt, network, unsigned, sinceHeight, batch, builtAt: now });
  });
  monitor.failpoint('bump:built');
  const [row] = await readPayments(database, withdrawalId);
  if (row) await signFeeBump(deps, chain, row, now);
}

/** The payment that is out is followed whatever the books say; what is not signed yet waits for them. */
export async function refuseNewBytes(deps: PayoutDeps, id: bigint, now: Date): Promise<void> {
  for (const each of await readBatch(deps.database, id)) {
    const withdrawal = await deps.withdrawals.find(deps.database, each);
    if (withdrawal !== null) await refuseWhileBooksDiffer(deps.database, deps, withdrawal, now);
  }
}

/** Also signs a bump that was built before a process ended. */
export async function signFeeBump(deps: PayoutDeps, chain: ChainAdapter, row: PaymentRow, now: Date): Promise<void> {
  if (row.txid !== null) return;
  const { database, withdrawals, signer, monitor } = deps;
  const { withdrawalId: id } = row;
  await refuseNewBytes(deps, id, now);
  const approval = await readApprovalOfAll(database, withdrawals, row);
  const result = await signer.sign(approval, row.unsigned);
  monitor.failpoint('bump:answered');
  switch (result.outcome) {
    case 'SIGNED':
      await database.transaction((dbTx) =>
        storeSigned(dbTx, { ...row, batch: idsOf(approval) }, chain.finish(row.unsigned, result.signed), now),
      );
      monitor.failpoint('bump:stored');
      return broadcastPayment(deps, id, now);
    // The payment itself is out: an unsigned bump changes nothing, and is signed in a later round.
    case 'OFFLINE_CHANNEL':
    case 'AUTO_APPROVAL_DENIED':
    case 'SIGNED_DIFFERENTLY':
    case 'DENIED_FINAL':
    case 'DENIED_FOR_NOW':
    case 'UNDETERMINED':
      monitor.log.error({ event: 'payout.fee-bump-not-signed', id, ...result });
      return;
    default:
      result satisfies never;
  }
}
