import type { Deed, DeedResult } from '../../../platform/staff/staff-command.ts';
import { readProof } from '../reviews.store.ts';
import { findWithdrawal, lockWithdrawal } from '../withdrawals.store.ts';
import { readExports, sentExport } from './exports.store.ts';
import { type FailPorts, inWords } from './fail.ts';
import { openedChain } from './pay.ts';
import { keptInputs, readPayments, readSpends, releaseSome, sentPayment } from './payments.store.ts';
import type { PayoutDeps } from './payout-ports.ts';

type Wish = Deed & { id: bigint };

/**
 * A payment that lost one input to somebody else has failed, and keeps the others; one that was paid by another attempt keeps what
 * that one did not spend. The signer signs them for nobody else until a person has given that payment up there. Then those that no
 * block has spent are for other payments again.
 */
export async function freeInputs(deps: PayoutDeps, ports: FailPorts, wish: Wish): Promise<DeedResult> {
  return free(deps, ports, wish).catch(inWords);
}

async function free(
  deps: PayoutDeps,
  { recordAudit }: FailPorts,
  { id, authority, reason, now }: Wish,
): Promise<DeedResult> {
  const { database } = deps;
  const withdrawal = await findWithdrawal(database, id);
  const isEnded = withdrawal?.thirdStatus === 'FAILED' || withdrawal?.thirdStatus === 'SUCCESS';
  if (!isEnded || withdrawal.network !== 'BITCOIN')
    return { refused: `withdrawal ${id} is no payment on BITCOIN that is over` };
  const payments = await readPayments(database, id);
  const kept = keptInputs(
    await readSpends(database, id),
    payments.find(({ isFinal }) => isFinal),
  );
  if (payments.some(({ isTakenBack }) => isTakenBack))
    return { refused: `withdrawal ${id} is in no final block any more: it frees nothing until it stands again` };
  if (kept.length === 0) return { refused: `withdrawal ${id} keeps nothing` };
  if (!deps.close) return { refused: 'nobody is there who could say what was signed' };
  const proof = await readProof(database, id);
  const answer = await deps.close(proof);
  if (!answer.isClosed)
    return { refused: `give it up at the signer first: release --payment ${proof.statement?.paymentId} --reason …` };
  const chain = await openedChain(deps, 'BITCOIN');
  const would = [
    ...payments.map((one) => ({ ...sentPayment(one), txid: one.txid ?? chain.txidOf?.(one.unsigned) ?? '' })),
    ...(await readExports(database, id)).map(sentExport),
  ];
  const unspent: string[] = [];
  for (const spend of kept) {
    const sent = would.find(({ outpoints }) => outpoints.includes(spend));
    if (!sent) continue;
    const status = await chain.status({ ...sent, outpoints: [spend] });
    if (status.state === 'CONFIRMED' || status.state === 'MEMPOOL')
      return { refused: `${sent.txid} is not lost: it is in a block, or waits for one` };
    if (status.state === 'UNKNOWN') unspent.push(spend);
  }
  return database.transaction(async (dbTx) => {
    await lockWithdrawal(dbTx, id);
    await releaseSome(dbTx, id, unspent);
    const subject = `withdrawal ${id}`;
    await recordAudit(dbTx, { at: now, authority, action: 'withdrawal:free', subject, reason });
    return { done: unspent.length > 0 ? `free again: ${unspent.join(', ')}` : 'everything it would spend is spent' };
  });
}
