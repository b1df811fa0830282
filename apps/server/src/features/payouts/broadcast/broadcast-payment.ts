import { openPayoutChain } from '../open-payout-chain.ts';
import { readBatch, readPayments } from '../payment.repository.ts';
import { type PayoutDeps, RetryLater, type Withdrawal } from '../payout-ports.ts';
import { refuseWhileBlocked } from '../refuse-while-blocked.ts';
import { refuseWhileBooksDiffer } from '../refuse-while-books-differ.ts';

/** Sends the stored bytes; every retry sends the same ones. Of a batch its lead's, for all. */
export async function broadcastPayment(deps: PayoutDeps, id: bigint, now: Date): Promise<void> {
  const { database, withdrawals, monitor } = deps;
  const payment = (await readPayments(database, id)).find(({ txid }) => txid !== null);
  if (!payment || payment.txid === null || payment.bytes === null) return;
  // Two people may have returned it since its broadcast was queued.
  const withdrawal = await withdrawals.find(database, id);
  if (withdrawal?.phase !== 'BROADCAST') return;
  const batch = await readBatch(database, id);
  // What was sent before may be in a block any time: sending it again changes nothing.
  if (!(await withdrawals.wasBroadcast(database, id))) {
    // It may have waited for days since it was signed. On the EVM one that is kept back would keep back all later nonces with it.
    if (batch.length > 1) await refuseUnfit(deps, batch, withdrawal, now);
    else {
      if (withdrawal.network === 'BITCOIN') await refuseWhileBlocked(database, deps, withdrawal);
      await refuseWhileBooksDiffer(database, deps, withdrawal, now);
    }
  }
  const { txid, bytes, network } = payment;
  const chain = await openPayoutChain(deps, network);
  monitor.failpoint('broadcast:before');
  const result = await chain.broadcast({ txid, bytes });
  monitor.failpoint('broadcast:sent');
  // Another node may have relayed it: the bytes stay what they are.
  if (!result.accepted)
    throw new RetryLater(`${network} does not take the payment of withdrawal ${id}: ${result.reason}`);
  await database.transaction(async (dbTx) => {
    for (const each of batch) await withdrawals.recordBroadcast(dbTx, each, now);
  });
  monitor.failpoint('broadcast:noted');
}

/**
 * What was signed together is sent together: one whose customer was frozen since then keeps no other payment back, and its address
 * is one that two people approved for that customer. While rows do not fit, none is sent.
 */
async function refuseUnfit(
  deps: PayoutDeps,
  batch: readonly bigint[],
  { id: leadId }: Withdrawal,
  now: Date,
): Promise<void> {
  const { database, withdrawals, monitor } = deps;
  for (const id of batch) {
    const found = await withdrawals.find(database, id);
    if (found === null) throw new Error(`there is no withdrawal ${id}`);
    if (id === leadId) await refuseWhileBooksDiffer(database, deps, found, now);
    const fault = await withdrawals.findFault(database, id);
    if (fault !== null) throw new RetryLater(`withdrawal ${leadId} waits: the rows of ${id} do not fit: ${fault}`);
    if (await withdrawals.isBlocked(database, found))
      monitor.log.error({ event: 'payout.sent-though-blocked', id, batch: leadId });
  }
}
