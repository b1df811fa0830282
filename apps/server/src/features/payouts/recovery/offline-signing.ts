import type { ChainAdapter, Network } from '@lode/chain';
import { InvalidMessage, readResponseFile, writeRequestFile } from '@lode/signing';
import { paymentRequest } from '../../../platform/chains/payment-signer.ts';
import type { Database, Queryable, Transaction } from '../../../platform/db/database.ts';
import { chineseOf, englishOf, type Sentence, sentence, type Wording } from '../../../platform/sentence.ts';
import type { StaffPorts } from '../../../platform/staff/authority.ts';
import type { ConsoleResult, StaffInput, StaffResult } from '../../../platform/staff/staff-command.ts';
import { type PaymentRow, readPayments, storeSigned } from '../payment.repository.ts';
import { broadcastJob, enqueuePayout } from '../payout-jobs.ts';
import { type PayoutDeps, RetryLater, type Withdrawal } from '../payout-ports.ts';
import { refuseWhileBlocked } from '../refuse-while-blocked.ts';
import { refuseWhileBooksDiffer } from '../refuse-while-books-differ.ts';
import { claimChannel, readChannel, releaseChannel } from '../sign/signing-channel.repository.ts';
import { readExports, storeExport } from './exported-payment.repository.ts';
import * as say from './sentences.zh.ts';

export interface OfflineDeps
  extends Pick<PayoutDeps, 'database' | 'withdrawals' | 'chains' | 'books'>,
    Pick<StaffPorts, 'recordAudit'> {}

type OfflineCommand = StaffInput & { id: bigint };

/** Rolls back the transaction of a command that is refused. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly sentence: Sentence;
  constructor(wording: Wording) {
    super(englishOf(wording));
    this.sentence = sentence(englishOf(wording), chineseOf(wording));
  }
}

const isFinished = ({ phase }: Withdrawal): boolean =>
  ['PAID', 'FAILED', 'REJECTED', 'CANCELLED', 'OFFSET'].includes(phase);

/** Claims the offline channel: the online signer is not asked for this withdrawal. Before it is signed, approved or not. */
export function takeOffline(deps: OfflineDeps, command: OfflineCommand): Promise<StaffResult> {
  const { database, withdrawals } = deps;
  const { id, now } = command;
  return inTransaction(database, async (dbTx) => {
    const withdrawal = await lock(dbTx, deps, id);
    if (isFinished(withdrawal)) throw new Refused('it is over');
    // All payments of the account share one nonce sequence: one that waits for a file would hold up every later one.
    if (withdrawal.network === 'ERC20') throw new Refused('only payments on BITCOIN are signed offline');
    if (await withdrawals.isAutoApproved(dbTx, id))
      throw new Refused('the rule has approved it, and a file carries two names');
    const { channel } = await claimChannel(dbTx, id, 'OFFLINE', now);
    if (channel === 'ONLINE') throw new Refused('the signer on the wire was asked, and may have signed it');
    await audit(dbTx, deps, 'withdrawal:offline', command);
    return `withdrawal ${id} is signed offline: export it when it is at APPROVAL_TO_BE_SIGNED`;
  });
}

/** Two people confirm that no file of it was signed and none is left. */
export function takeOnline(deps: OfflineDeps, command: OfflineCommand): Promise<ConsoleResult> {
  const { id } = command;
  return inTransaction(deps.database, async (dbTx) => {
    await lockOffline(dbTx, deps, id);
    await releaseChannel(dbTx, id, 'OFFLINE');
    await audit(dbTx, deps, 'withdrawal:online', command);
    return say.onlineAgain(id);
  });
}

/** What `takeOnline` would do now, or why it would not. */
export async function describeOnline(
  deps: OfflineDeps,
  id: bigint,
): Promise<{ summary: Sentence } | { refused: Sentence }> {
  const result = await inTransaction(deps.database, async (dbTx) => {
    const { number } = await lockOffline(dbTx, deps, id);
    const files = (await readExports(dbTx, id)).length;
    return say.wouldBeOnline(number, files);
  });
  return 'done' in result ? { summary: result.done } : result;
}

async function lockOffline(dbTx: Transaction, deps: OfflineDeps, id: bigint): Promise<Withdrawal> {
  const withdrawal = await lock(dbTx, deps, id);
  if ((await readChannel(dbTx, id)) !== 'OFFLINE') throw new Refused(say.notOffline);
  const [newest] = await readPayments(dbTx, id);
  if (newest && newest.txid !== null) throw new Refused(say.wasImported);
  return withdrawal;
}

/** The request for the offline signer: the payment, and both people's signed approvals. */
export async function exportRequest(
  deps: OfflineDeps,
  command: OfflineCommand,
  write: (text: string) => Promise<void>,
): Promise<StaffResult> {
  const { id, now } = command;
  let text = '';
  const result = await inTransaction(deps.database, async (dbTx) => {
    const { withdrawal, payment, request } = await pendingRequest(dbTx, deps, id);
    await refused(refuseWhileBooksDiffer(dbTx, deps, withdrawal, now));
    const chain = await open(deps, withdrawal.network);
    const txid = chain.txidOf?.(payment.unsigned);
    if (txid === undefined) throw new Refused('its txid is not known before it is signed');
    await storeExport(dbTx, { ...payment, txid, now });
    await audit(dbTx, deps, 'withdrawal:export', command);
    text = writeRequestFile(request);
    return `withdrawal ${id}, attempt ${payment.attempt}: exported; nothing else asks for its signature`;
  });
  // The export is committed before the file exists: no file is ever unknown.
  if ('done' in result) await write(text);
  return result;
}

/** The offline signer's response: stored before it is broadcast, if it signs exactly the transaction that was built. */
export async function importResponse(deps: OfflineDeps, command: OfflineCommand, text: string): Promise<StaffResult> {
  const { database, withdrawals } = deps;
  const { id, now } = command;
  return inTransaction(database, async (dbTx) => {
    const { withdrawal, payment, request } = await pendingRequest(dbTx, deps, id);
    const response = parseFile(() => readResponseFile(text, request));
    if ('refused' in response)
      throw new Refused(
        `the signer refused it: ${response.refused}, ${response.detail}. What will never be signed is ended by withdrawal:fail`,
      );
    const chain = await open(deps, withdrawal.network);
    await refused(refuseWhileBlocked(dbTx, deps, withdrawal));
    // A file that was sent by hand all the same is followed from its block.
    await refused(refuseWhileBooksDiffer(dbTx, deps, withdrawal, now));
    const signed = parseFile(() => chain.finish(payment.unsigned, response.signed));
    if (!(await storeSigned(dbTx, payment, signed, now))) throw new Refused('its signature is there already');
    if (withdrawal.phase === 'SIGNING') await withdrawals.advance(dbTx, withdrawal, 'sign', now);
    await enqueuePayout(dbTx, broadcastJob, id);
    await audit(dbTx, deps, 'withdrawal:import', command);
    return `withdrawal ${id} is signed as ${signed.txid}, and is sent now`;
  });
}

/** The unsigned payment, checked against what was requested and approved. */
async function pendingRequest(dbTx: Transaction, deps: OfflineDeps, id: bigint) {
  const withdrawal = await lock(dbTx, deps, id);
  if ((await readChannel(dbTx, id)) !== 'OFFLINE')
    throw new Refused('it is not signed offline: withdrawal:offline first');
  const [payment] = await readPayments(dbTx, id);
  const isUnsigned =
    withdrawal.phase === 'SIGNING' ||
    (withdrawal.phase === 'BROADCAST' && payment !== undefined && payment.txid === null);
  if (!isUnsigned) throw new Refused(`it waits for no signature: ${deps.withdrawals.statusOf(withdrawal)}`);
  if ((await readExports(dbTx, id)).some(({ isAbandoned }) => isAbandoned))
    throw new Refused('two people have ended it');
  if (!payment) throw new Refused('its payment is not built yet: try again in a moment');
  const { approvalRequest, approvals } = await deps.withdrawals.readApproval(dbTx, id);
  if (approvalRequest === null || approvals === 'AUTO' || approvals.length < 2)
    throw new Refused('two people have not signed an approval of it');
  const difference = validate(withdrawal, payment, approvalRequest);
  if (difference !== null) throw new Refused(`${difference} is not what was asked for: nothing leaves`);
  return { withdrawal, payment, request: paymentRequest(approvalRequest, approvals, payment.unsigned) };
}

/** The part of a payment or its approval that differs from the withdrawal; null when none does. */
function validate(
  { network, coin, addressKey, amount, fee }: Pick<Withdrawal, 'network' | 'coin' | 'addressKey' | 'amount' | 'fee'>,
  { unsigned }: Pick<PaymentRow, 'unsigned'>,
  approvalRequest: { network: string; coin: string; destination: string; amount: string },
): string | null {
  const received = amount - fee;
  if (unsigned.to !== addressKey || approvalRequest.destination !== addressKey) return 'the receiver';
  if (unsigned.amount !== received || approvalRequest.amount !== String(received)) return 'the amount';
  return unsigned.coin === coin && approvalRequest.coin === coin && approvalRequest.network === network
    ? null
    : 'the coin';
}

async function lock(dbTx: Transaction, { withdrawals }: OfflineDeps, id: bigint): Promise<Withdrawal> {
  const withdrawal = await withdrawals.lock(dbTx, id);
  if (withdrawal === null) throw new Refused(say.noWithdrawal(id));
  return withdrawal;
}

async function open({ chains }: OfflineDeps, network: Network): Promise<ChainAdapter> {
  const chain = await chains.open(network);
  if ('closed' in chain) throw new Refused(`${network} is down: ${chain.closed}`);
  return chain;
}

/** What waits in a payout is refused to staff. */
async function refused(condition: Promise<void>): Promise<void> {
  await condition.catch((error: unknown) => {
    throw error instanceof RetryLater ? new Refused(error.message) : error;
  });
}

function parseFile<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new Refused(
      error instanceof InvalidMessage ? error.message : `it is no signature of this payment: ${String(error)}`,
    );
  }
}

function audit(db: Queryable, { recordAudit }: OfflineDeps, action: string, command: OfflineCommand): Promise<void> {
  const { id, authority, reason, now } = command;
  return recordAudit(db, { at: now, authority, action, subject: `withdrawal ${id}`, reason });
}

async function inTransaction<Line extends Wording>(
  database: Database,
  work: (dbTx: Transaction) => Promise<Line>,
): Promise<{ done: Line } | { refused: Sentence }> {
  try {
    return { done: await database.transaction(work) };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.sentence };
    throw error;
  }
}
