import { openPayoutChain } from '../open-payout-chain.ts';
import { readPayments } from '../payment.repository.ts';
import { type PayoutDeps, RetryLater } from '../payout-ports.ts';
import { refuseWhileBlocked } from '../refuse-while-blocked.ts';
import { refuseWhileBooksDiffer } from '../refuse-while-books-differ.ts';

/** Sends the stored bytes; every retry sends the same ones. */
export async function broadcastPayment(deps: PayoutDeps, id: bigint, now: Date): Promise<void> {
  const { database, withdrawals, monitor } = deps;
  const payment = (await readPayments(database, id)).find(({ txid }) => txid !== null);
  if (!payment || payment.txid === null || payment.bytes === null) return;
  // Two people may have returned it since its broadcast was queued.
  const withdrawal = await withdrawals.find(database, id);
  if (withdrawal?.phase !== 'BROADCAST') return;
  // What was sent before may be in a block any time: sending it again changes nothing.
  if (!(await withdrawals.wasBroadcast(database, id))) {
    // It may have waited for days since it was signed. On the EVM one that is kept back would keep back all later nonces with it.
    if (withdrawal.network === 'BITCOIN') await refuseWhileBlocked(database, deps, withdrawal);
    await refuseWhileBooksDiffer(database, deps, withdrawal, now);
  }
  const { txid, bytes, network } = payment;
  const chain = await openPayoutChain(deps, network);
  monitor.failpoint('broadcast:before');
  const result = await chain.broadcast({ txid, bytes });
  monitor.failpoint('broadcast:sent');
  // Another node may have relayed it: the bytes stay what they are.
  if (!result.accepted)
    throw new RetryLater(`${network} does not take the payment of withdrawal ${id}: ${result.reason}`);
  await withdrawals.recordBroadcast(database, id, now);
  monitor.failpoint('broadcast:noted');
}
