import type { ChainAdapter } from '@lode/chain';
import { SignerUnavailable } from '@lode/signing';
import type { StaffPorts } from '../../../platform/staff/authority.ts';
import type { Deed, DeedResult } from '../../../platform/staff/staff-command.ts';
import { endUnpaid } from '../end-withdrawal.ts';
import { readProof } from '../reviews.store.ts';
import { paymentRemark } from '../texts.ts';
import { findWithdrawal, lockWithdrawal, type Withdrawal } from '../withdrawals.store.ts';
import { giveUpExports, readExports } from './exports.store.ts';
import { type ExportState, isDead, stateOfExports } from './exports.ts';
import { isLost, isPaymentLost } from './follow.ts';
import { goneFor } from './gone-inputs.ts';
import { openedChain } from './pay.ts';
import { dropPayment, isSpendable, readPayments } from './payments.store.ts';
import { type ClosingAnswer, NotYet, type PayoutDeps } from './payout-ports.ts';
import { keepRecalled, keepUnknown, statesOfSigned } from './recall.ts';
import { noteTakenBack } from './unsteady.store.ts';

export type FailPorts = Pick<StaffPorts, 'recordAudit'>;
type Wish = Deed & {
  id: bigint;
  /** A txid of it: two people know that it could still be mined, and return it all the same. */
  althoughGone?: string;
};

/**
 * Two people end a withdrawal that cannot be paid: one that is out when the chain says that nothing of it can ever be in a block,
 * one that is not signed when the signer says so and never signs it again. Everything returns, once.
 */
export async function failPayment(deps: PayoutDeps, ports: FailPorts, wish: Wish): Promise<DeedResult> {
  const { id } = wish;
  const withdrawal = await findWithdrawal(deps.database, id);
  if (withdrawal?.thirdStatus === 'IN_PAYMENT') return failLost(deps, ports, wish, withdrawal).catch(inWords);
  if (withdrawal?.thirdStatus === 'APPROVAL_TO_BE_SIGNED')
    return failUnsigned(deps, ports, wish, withdrawal).catch(inWords);
  return { refused: `withdrawal ${id} is not out, and waits for no signature` };
}

/** Somebody else's transaction used up what a payment spends. Whether that one paid the customer by another way only people can tell. */
async function failLost(deps: PayoutDeps, ports: FailPorts, wish: Wish, withdrawal: Withdrawal): Promise<DeedResult> {
  const { id, now } = wish;
  const chain = await openedChain(deps, withdrawal.network);
  const answer = await deps.close?.(await readProof(deps.database, id));
  if (answer && (await keepUnknown(deps, chain, withdrawal, answer.signed, now)))
    return { refused: `the signer has signed more of withdrawal ${id} than was known here: look again` };
  if (!(await isPaymentLost(deps, id))) return failGone(deps, ports, wish, chain);
  return deps.database.transaction(async (dbTx) => {
    const found = await lockWithdrawal(dbTx, id);
    if (found?.thirdStatus !== 'IN_PAYMENT') return { refused: `withdrawal ${id} is not out` };
    await endUnpaid(dbTx, deps, found, { event: 'fail', end: 'returned', remark: paymentRemark, now });
    await audit(dbTx, ports, wish);
    return {
      done: `withdrawal ${id} has failed, and its amount is back${found.network === 'BITCOIN' ? toFree(id) : ''}`,
    };
  });
}

/**
 * What it spends is in no block, and may never be in one again. Nobody can make sure of that: its bytes are out, so its amount
 * returns only when two people say so under its txid, what it spends stays with it, and it is followed from then on.
 */
async function failGone(deps: PayoutDeps, ports: FailPorts, wish: Wish, chain: ChainAdapter): Promise<DeedResult> {
  const { id, now, althoughGone } = wish;
  const blocks = await goneFor(deps, chain, id);
  const [newest] = (await readPayments(deps.database, id)).filter(({ txid }) => txid !== null);
  if (!newest || blocks === null || blocks < deps.needed(newest.network))
    return { refused: `withdrawal ${id} can still be paid` };
  const { txid } = newest;
  const spends = newest.unsigned.outpoints.join(', ');
  if (althoughGone !== txid)
    return {
      refused: `withdrawal ${id} cannot be paid now, and can be again: of ${spends} something is in no block since ${blocks} blocks. Whoever brings that back can have ${txid} mined after its amount is back, and it would be paid twice. When that is settled: --although-gone ${txid}`,
    };
  const isReturned = await deps.database.transaction(async (dbTx) => {
    const found = await lockWithdrawal(dbTx, id);
    if (found?.thirdStatus !== 'IN_PAYMENT' || (await isSpendable(dbTx, id, newest.unsigned.outpoints))) return false;
    await noteTakenBack(dbTx, newest, now);
    await endUnpaid(dbTx, deps, found, { event: 'fail', end: 'returned', remark: paymentRemark, now });
    await audit(dbTx, ports, wish);
    return true;
  });
  if (!isReturned) return { refused: `withdrawal ${id} went on meanwhile` };
  const words = `withdrawal ${id} was returned while what it spends is in no block: ${txid} is followed, and told when it is mined after all`;
  await deps.reportTakenBack(id, { kind: 'payment-removed', words }, now);
  return { done: `${words}. Its amount is back${toFree(id)}` };
}

async function failUnsigned(
  deps: PayoutDeps,
  ports: FailPorts,
  wish: Wish,
  withdrawal: Withdrawal,
): Promise<DeedResult> {
  const { id, now } = wish;
  if (!deps.close) return { refused: 'nobody is there who could say what was signed' };
  const chain = await openedChain(deps, withdrawal.network);
  const answer = await deps.close(await readProof(deps.database, id));
  const refused = await refuseSigned(deps, chain, withdrawal, answer, now);
  if (refused !== null) return { refused };
  const exports = await stateOfExports(deps.database, chain, id);
  const sent = exports.find(({ status }) => status.state === 'CONFIRMED' || status.state === 'MEMPOOL');
  if (sent) return { refused: `withdrawal ${id} is being paid by ${sent.exported.txid}, which was exported` };
  return deps.database.transaction(async (dbTx) => {
    const found = await lockWithdrawal(dbTx, id);
    const payments = await readPayments(dbTx, id);
    const isAsSeen =
      (await readExports(dbTx, id)).length === exports.length && payments.every(({ txid }) => txid === null);
    if (found?.thirdStatus !== 'APPROVAL_TO_BE_SIGNED' || !isAsSeen)
      return { refused: `withdrawal ${id} went on meanwhile` };
    const alive = firstAlive(exports, deps.needed(found.network));
    if (alive && !alive.exported.isGivenUp) await giveUpExports(dbTx, id, now);
    await dropPayment(dbTx, id);
    await audit(dbTx, ports, wish);
    if (alive)
      return {
        done: `withdrawal ${id} is signed by nobody any more. ${alive.exported.txid} was exported: the amount returns by itself when another payment has spent what that one would spend`,
      };
    await endUnpaid(dbTx, deps, found, { event: 'fail', end: 'returned', remark: paymentRemark, now });
    const once = answer.signed.length > 0 ? ' (it was signed once, and given up at the signer)' : '';
    // What its files would have spent stays with it: some of that a block has spent.
    const free = exports.length > 0 ? toFree(id) : '';
    return { done: `withdrawal ${id} has failed, and its amount is back${once}${free}` };
  });
}

/**
 * What was signed goes out as it was signed, also when a person has given it up at the signer since: whoever has its bytes can send
 * them, and only the chain says that nobody can any more. In words, or null where nothing of it can be paid.
 */
async function refuseSigned(
  deps: PayoutDeps,
  chain: ChainAdapter,
  withdrawal: Withdrawal,
  { isClosed, signed }: ClosingAnswer,
  now: Date,
): Promise<string | null> {
  if (signed.length === 0) return null;
  const { id, network } = withdrawal;
  const isStored = await keepRecalled(deps, chain, withdrawal, signed, now).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code !== '23505') throw error;
      return false;
    },
  );
  if (isStored) return `withdrawal ${id} was signed: it is stored and goes out now. See whether it can be paid`;
  // Given up at the signer, which has then signed what it spends for another payment.
  if (isClosed && isLost(await statesOfSigned(chain, withdrawal, signed, now), deps.needed(network))) return null;
  return `withdrawal ${id} was signed, and what it spends is another payment's by now: look again when that one is final`;
}

const toFree = (id: bigint): string =>
  `; what it has not used up: release it at the signer, then withdrawal:free --id ${id}`;

const firstAlive = (exports: readonly ExportState[], needed: number): ExportState | undefined =>
  exports.find((state) => !isDead(state, needed));

function audit(
  dbTx: Parameters<FailPorts['recordAudit']>[0],
  { recordAudit }: FailPorts,
  { id, authority, reason, now }: Wish,
): Promise<void> {
  return recordAudit(dbTx, { at: now, authority, action: 'withdrawal:fail', subject: `withdrawal ${id}`, reason });
}

/** What has to answer first is away. */
export function inWords(error: unknown): DeedResult {
  if (error instanceof NotYet || error instanceof SignerUnavailable) return { refused: error.message };
  throw error;
}
