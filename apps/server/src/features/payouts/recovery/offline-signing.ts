import type { ChainAdapter, Network } from '@lode/chain';
import { ForeignResponse, InvalidMessage, readResponseFile, writeRequestFile } from '@lode/signing';
import type { Database, Queryable, Transaction } from '../../../platform/db/database.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import type { StaffPorts } from '../../../platform/staff/authority.ts';
import type { ConsoleResult, StaffInput } from '../../../platform/staff/staff-command.ts';
import { readPayments, storeSigned } from '../payment.repository.ts';
import { broadcastJob, enqueuePayout } from '../payout-jobs.ts';
import { type PayoutDeps, RetryLater, type Withdrawal } from '../payout-ports.ts';
import { refuseWhileBlocked } from '../refuse-while-blocked.ts';
import { refuseWhileBooksDiffer } from '../refuse-while-books-differ.ts';
import { claimChannel, readChannel, releaseChannel } from '../sign/signing-channel.repository.ts';
import { readExports, storeExport } from './exported-payment.repository.ts';
import * as say from './offline-signing.zh.ts';
import { readPending, whyNotOffline } from './pending-request.ts';
import { noWithdrawal } from './sentences.zh.ts';

export interface OfflineDeps
  extends Pick<PayoutDeps, 'database' | 'withdrawals' | 'chains' | 'books'>,
    Pick<StaffPorts, 'recordAudit'> {}

type OfflineCommand = StaffInput & { id: bigint };

/** Rolls back the transaction of a command that is refused. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly sentence: Sentence;
  constructor(wording: Sentence) {
    super(wording.en);
    this.sentence = wording;
  }
}

/** Claims the offline channel: the online signer is not asked for this withdrawal. Before it is signed, approved or not. */
export function takeOffline(deps: OfflineDeps, command: OfflineCommand): Promise<ConsoleResult> {
  const { id, now } = command;
  return inTransaction(deps.database, async (dbTx) => {
    const obstacle = await whyNotOffline(dbTx, deps, await lock(dbTx, deps, id));
    if (obstacle !== null) throw new Refused(obstacle);
    const { channel } = await claimChannel(dbTx, id, 'OFFLINE', now);
    if (channel === 'ONLINE') throw new Refused(say.askedOnline);
    await audit(dbTx, deps, 'withdrawal:offline', command);
    return say.takenOffline(id);
  });
}

/** Two people confirm that no file of it was signed and none is left. */
export function takeOnline(deps: OfflineDeps, command: OfflineCommand): Promise<ConsoleResult> {
  const { id } = command;
  return inTransaction(deps.database, async (dbTx) => {
    await lockOffline(dbTx, deps, id);
    await releaseChannel(dbTx, id, 'OFFLINE');
    await audit(dbTx, deps, 'withdrawal:online', command);
    return say.takenOnline(id);
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
  if (newest && newest.txid !== null) throw new Refused(say.importedAlready);
  return withdrawal;
}

/** The request for the offline signer: the payment, and both people's signed approvals. */
export async function exportRequest(
  deps: OfflineDeps,
  command: OfflineCommand,
  write: (text: string) => Promise<void>,
): Promise<ConsoleResult> {
  const { id, now } = command;
  let text = '';
  const result = await inTransaction(deps.database, async (dbTx) => {
    const { withdrawal, payment, request } = await pendingRequest(dbTx, deps, id);
    await refuseOnDifference(dbTx, deps, withdrawal, now);
    const chain = await open(deps, withdrawal.network);
    const txid = chain.txidOf?.(payment.unsigned);
    if (txid === undefined) throw new Refused(say.noTxid);
    await storeExport(dbTx, { ...payment, txid, now });
    await audit(dbTx, deps, 'withdrawal:export', command);
    text = writeRequestFile(request);
    return say.exported(id, payment.attempt);
  });
  // The export is committed before the file exists: no file is ever unknown.
  if ('done' in result) await write(text);
  return result;
}

/** The offline signer's response: stored before it is broadcast, if it signs exactly the transaction that was built. */
export async function importResponse(deps: OfflineDeps, command: OfflineCommand, text: string): Promise<ConsoleResult> {
  const { database, withdrawals } = deps;
  const { id, now } = command;
  return inTransaction(database, async (dbTx) => {
    const { withdrawal, payment, request } = await pendingRequest(dbTx, deps, id);
    const response = parseFile(() => readResponseFile(text, request));
    if ('refused' in response) throw new Refused(say.signerRefused(response.refused, response.detail));
    const chain = await open(deps, withdrawal.network);
    await refused(refuseWhileBlocked(dbTx, deps, withdrawal), () => say.blocked(withdrawal));
    // A file that was sent by hand all the same is followed from its block.
    await refuseOnDifference(dbTx, deps, withdrawal, now);
    const signed = parseFile(() => chain.finish(payment.unsigned, response.signed));
    if (!(await storeSigned(dbTx, payment, signed, now))) throw new Refused(say.importedAlready);
    if (withdrawal.phase === 'SIGNING') await withdrawals.advance(dbTx, withdrawal, 'sign', now);
    await enqueuePayout(dbTx, broadcastJob, id);
    await audit(dbTx, deps, 'withdrawal:import', command);
    return say.signed(id, signed.txid);
  });
}

async function pendingRequest(dbTx: Transaction, deps: OfflineDeps, id: bigint) {
  const withdrawal = await lock(dbTx, deps, id);
  const pending = await readPending(dbTx, deps, withdrawal);
  if ('why' in pending) throw new Refused(pending.why);
  return { withdrawal, ...pending };
}

async function lock(dbTx: Transaction, { withdrawals }: OfflineDeps, id: bigint): Promise<Withdrawal> {
  const withdrawal = await withdrawals.lock(dbTx, id);
  if (withdrawal === null) throw new Refused(noWithdrawal(id));
  return withdrawal;
}

async function open({ chains }: OfflineDeps, network: Network): Promise<ChainAdapter> {
  const chain = await chains.open(network);
  if ('closed' in chain) throw new Refused(say.chainDown(network, chain.closed));
  return chain;
}

function refuseOnDifference(dbTx: Transaction, deps: OfflineDeps, withdrawal: Withdrawal, now: Date): Promise<void> {
  return refused(refuseWhileBooksDiffer(dbTx, deps, withdrawal, now), (message) =>
    say.booksStop(message, withdrawal.coin),
  );
}

/** What waits in a payout is refused to staff. */
async function refused(condition: Promise<void>, sentenceOf: (message: string) => Sentence): Promise<void> {
  await condition.catch((error: unknown) => {
    throw error instanceof RetryLater ? new Refused(sentenceOf(error.message)) : error;
  });
}

function parseFile<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ForeignResponse) throw new Refused(say.foreignResponse);
    if (error instanceof InvalidMessage) throw new Refused(say.notResponse(error.message));
    throw new Refused(say.notItsSignature(String(error)));
  }
}

function audit(db: Queryable, { recordAudit }: OfflineDeps, action: string, command: OfflineCommand): Promise<void> {
  const { id, authority, reason, now } = command;
  return recordAudit(db, { at: now, authority, action, subject: `withdrawal ${id}`, reason });
}

async function inTransaction(
  database: Database,
  work: (dbTx: Transaction) => Promise<Sentence>,
): Promise<ConsoleResult> {
  try {
    return { done: await database.transaction(work) };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.sentence };
    throw error;
  }
}
