import type { ChainAdapter } from '@lode/chain';
import { InvalidMessage, readResponseFile, writeRequestFile } from '@lode/signing';
import { paymentRequest } from '../../platform/chains/payment-signer.ts';
import type { Database, DbTx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { Deed, DeedResult } from '../../platform/staff/staff-command.ts';
import { keepExport, readExports } from './payout/exports.store.ts';
import { keepSigned, type PaymentRow, readPayments } from './payout/payments.store.ts';
import { NotYet } from './payout/payout-ports.ts';
import { broadcastJob, go, refuseHeld } from './payout/screen.ts';
import { claimWay, leaveWay, readWay } from './payout/signing-way.store.ts';
import { readProof } from './reviews.store.ts';
import { isByRule } from './rule/rule.store.ts';
import type { NetworkName } from './withdrawal-coins.ts';
import { isOver } from './withdrawal-state.ts';
import { lockWithdrawal, type Withdrawal } from './withdrawals.store.ts';

export interface OfflineDeps extends Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  openChain(network: NetworkName): Promise<ChainAdapter | { closed: string }>;
}

type Wish = Deed & { id: bigint };

/** Ends the transaction of a deed that is refused. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** From now on the signer on the wire is not asked for this withdrawal. Before anybody has signed it, approved or not. */
export function takeOffline({ database, recordAudit }: OfflineDeps, wish: Wish): Promise<DeedResult> {
  return deed(database, async (dbTx) => {
    const withdrawal = await locked(dbTx, wish.id);
    if (isOver(withdrawal)) throw new Stopped('it is over');
    // All payments of the account stand in one line: one that waits for a file would hold up every later one.
    if (withdrawal.network === 'ERC20') throw new Stopped('only payments on BITCOIN are signed offline');
    if (await isByRule(dbTx, wish.id)) throw new Stopped('the rule has approved it, and a file carries two names');
    const { way } = await claimWay(dbTx, wish.id, 'OFFLINE', wish.now);
    if (way === 'ONLINE') throw new Stopped('the signer on the wire was asked, and may have signed it');
    await audit(dbTx, recordAudit, 'withdrawal:offline', wish);
    return `withdrawal ${wish.id} is signed offline: export it when it is at APPROVAL_TO_BE_SIGNED`;
  });
}

/** Two people say that no file of it was signed and none is left. */
export function takeOnline({ database, recordAudit }: OfflineDeps, wish: Wish): Promise<DeedResult> {
  return deed(database, async (dbTx) => {
    await locked(dbTx, wish.id);
    if ((await readWay(dbTx, wish.id)) !== 'OFFLINE') throw new Stopped('it is not signed offline');
    const [newest] = await readPayments(dbTx, wish.id);
    if (newest && newest.txid !== null) throw new Stopped('its signature was imported');
    await leaveWay(dbTx, wish.id, 'OFFLINE');
    await audit(dbTx, recordAudit, 'withdrawal:online', wish);
    return `withdrawal ${wish.id} is signed by the signer on the wire again`;
  });
}

/** The request for the signer's machine: what is to be signed, and both people's yes. */
export async function exportRequest(
  { database, recordAudit, openChain }: OfflineDeps,
  wish: Wish,
  write: (text: string) => Promise<void>,
): Promise<DeedResult> {
  let text = '';
  const result = await deed(database, async (dbTx) => {
    const { withdrawal, payment, request } = await waitingRequest(dbTx, wish.id);
    const chain = await opened(openChain, withdrawal.network);
    const txid = chain.txidOf?.(payment.unsigned);
    if (txid === undefined) throw new Stopped('its txid is not known before it is signed');
    await keepExport(dbTx, { ...payment, txid, now: wish.now });
    await audit(dbTx, recordAudit, 'withdrawal:export', wish);
    text = writeRequestFile(request);
    return `withdrawal ${wish.id}, attempt ${payment.attempt}: exported; nothing else asks for its signature`;
  });
  // It is known for ever that it left before it leaves.
  if ('done' in result) await write(text);
  return result;
}

/** What came back: the very transaction that was built, with good signatures, is stored before it is sent. */
export async function importAnswer(
  { database, recordAudit, openChain }: OfflineDeps,
  wish: Wish,
  text: string,
): Promise<DeedResult> {
  const { id, now } = wish;
  return deed(database, async (dbTx) => {
    const { withdrawal, payment, request } = await waitingRequest(dbTx, id);
    const answer = readAnswer(() => readResponseFile(text, request));
    if ('refused' in answer)
      throw new Stopped(
        `the signer refused it: ${answer.refused}, ${answer.detail}. What will never be signed is ended by withdrawal:fail`,
      );
    const chain = await opened(openChain, withdrawal.network);
    await notHeld(dbTx, withdrawal);
    const signed = readAnswer(() => chain.finish(payment.unsigned, answer.signed));
    if (!(await keepSigned(dbTx, payment, signed, now))) throw new Stopped('its signature is there already');
    if (withdrawal.thirdStatus === 'APPROVAL_TO_BE_SIGNED') await go(dbTx, withdrawal, 'sign', now);
    await enqueue(dbTx, broadcastJob, { id: String(id) });
    await audit(dbTx, recordAudit, 'withdrawal:import', wish);
    return `withdrawal ${id} is signed as ${signed.txid}, and is sent now`;
  });
}

/** The payment that waits for its signature, held against what was asked for and agreed to. */
async function waitingRequest(dbTx: DbTx, id: bigint) {
  const withdrawal = await locked(dbTx, id);
  if ((await readWay(dbTx, id)) !== 'OFFLINE') throw new Stopped('it is not signed offline: withdrawal:offline first');
  const [payment] = await readPayments(dbTx, id);
  const isWaiting =
    withdrawal.thirdStatus === 'APPROVAL_TO_BE_SIGNED' ||
    (withdrawal.thirdStatus === 'IN_PAYMENT' && payment !== undefined && payment.txid === null);
  if (!isWaiting) throw new Stopped(`it waits for no signature: ${withdrawal.thirdStatus ?? withdrawal.status}`);
  if ((await readExports(dbTx, id)).some(({ isGivenUp }) => isGivenUp)) throw new Stopped('two people have ended it');
  if (!payment) throw new Stopped('its payment is not built yet: try again in a moment');
  const { statement, approvals } = await readProof(dbTx, id);
  if (statement === null || approvals === 'RULE' || approvals.length < 2)
    throw new Stopped('two people have not signed an approval of it');
  const flaw = flawOf(withdrawal, payment, statement);
  if (flaw !== null) throw new Stopped(`${flaw} is not what was asked for: nothing leaves`);
  return { withdrawal, payment, request: paymentRequest(statement, approvals, payment.unsigned) };
}

/** What of a payment, or of what was agreed to, differs from the withdrawal; null when nothing does. */
function flawOf(
  { network, coin, addressKey, amount, fee }: Pick<Withdrawal, 'network' | 'coin' | 'addressKey' | 'amount' | 'fee'>,
  { unsigned }: Pick<PaymentRow, 'unsigned'>,
  statement: { network: string; coin: string; destination: string; amount: string },
): string | null {
  const received = amount - fee;
  if (unsigned.to !== addressKey || statement.destination !== addressKey) return 'the receiver';
  if (unsigned.amount !== received || statement.amount !== String(received)) return 'the amount';
  return unsigned.coin === coin && statement.coin === coin && statement.network === network ? null : 'the coin';
}

async function locked(dbTx: DbTx, id: bigint): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(dbTx, id);
  if (withdrawal === null) throw new Stopped(`there is no withdrawal ${id}`);
  return withdrawal;
}

async function opened(openChain: OfflineDeps['openChain'], network: NetworkName): Promise<ChainAdapter> {
  const chain = await openChain(network);
  if ('closed' in chain) throw new Stopped(`${network} is away: ${chain.closed}`);
  return chain;
}

async function notHeld(dbTx: DbTx, withdrawal: Withdrawal): Promise<void> {
  await refuseHeld(dbTx, withdrawal).catch((error: unknown) => {
    throw error instanceof NotYet ? new Stopped(error.message) : error;
  });
}

function readAnswer<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Stopped(
      error instanceof InvalidMessage ? error.message : `it is no signature of this payment: ${String(error)}`,
    );
  }
}

function audit(dbTx: DbTx, recordAudit: StaffPorts['recordAudit'], action: string, wish: Wish): Promise<void> {
  const { id, authority, reason, now } = wish;
  return recordAudit(dbTx, { at: now, authority, action, subject: `withdrawal ${id}`, reason });
}

async function deed(database: Database, work: (dbTx: DbTx) => Promise<string>): Promise<DeedResult> {
  try {
    return { done: await database.transaction(work) };
  } catch (error) {
    if (error instanceof Stopped) return { refused: error.message };
    throw error;
  }
}
