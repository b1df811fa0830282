import type { ChainAdapter, ConfirmedStatus, SentStatus } from '@lode/chain';
import { houseAccount, postTransfer } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { hotWalletOf } from './hot-wallets.ts';
import { findUnspent } from './release-inputs.ts';
import {
  type Attempt,
  type ColdTransfer,
  discardUnsigned,
  finishTransfer,
  giveUp,
  insertAttempt,
  keepSigned,
  keepSignedWithTxid,
  lockOpen,
  nameOf,
  readReorged,
  recordBlock,
  sentPayment,
} from './transfer.repository.ts';
import type { TransferDeps } from './transfer-ports.ts';

/** The hot wallet's address that a transaction pays, or that pays it. */
const payerOf = (chain: ChainAdapter, { hotNumber }: Attempt) => chain.ownAddress('house', hotNumber);

/** Does the next thing about one that is under way: signs, broadcasts, confirms, posts. Each state is stored. */
export async function followTransfer(
  deps: TransferDeps,
  chain: ChainAdapter,
  transfer: ColdTransfer,
  now: Date,
): Promise<void> {
  const { attempts, kind } = transfer;
  const [newest] = attempts;
  if (!newest) throw new Error(`${nameOf(transfer)} has no transaction`);
  const newestSigned = attempts.find(({ bytes }) => bytes !== null);
  // What only the server would have signed cannot be in a block; a refill's holders may send it by themselves.
  if (!newestSigned && kind !== 'REFILL') return signAndSend(deps, chain, transfer, newest, now);
  const statuses = new Map<Attempt, SentStatus>();
  for (const attempt of attempts.filter(({ bytes }) => bytes !== null || kind === 'REFILL')) {
    const status = await chain.status(sentPayment(chain, transfer, attempt));
    statuses.set(attempt, status);
    if (status.state === 'CONFIRMED') return confirmed(deps, transfer, attempt, status, now);
  }
  if (newestSigned && statuses.get(newestSigned)?.state === 'UNKNOWN') {
    // What its people cancelled is watched, and not sent again.
    return transfer.isCancelled ? undefined : send(deps, chain, transfer, newestSigned);
  }
  const all = [...statuses.values()];
  if (all.some(({ state }) => state === 'MEMPOOL')) {
    if (kind === 'REFILL') return;
    return newest.bytes === null
      ? signAndSend(deps, chain, transfer, newest, now)
      : bump(deps, chain, transfer, newest, now);
  }
  if (all.every((one) => one.state === 'CONFLICTED' && one.confirmations >= deps.needed(transfer.network)))
    return markConflicted(deps, chain, transfer, now);
}

async function signAndSend(
  deps: TransferDeps,
  chain: ChainAdapter,
  transfer: ColdTransfer,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  const { database, reportRefused } = deps;
  const { network } = transfer;
  const difference = await deps.findDifference(database, hotWalletOf(transfer).coin, now);
  if (difference !== null) return deps.report({ event: 'cold.waiting', network, reason: difference });
  const answer = await requestSignature(deps, transfer, attempt);
  deps.failpoint('cold:answered');
  const signed =
    'signed' in answer ? answer.signed : await recoverSignature(deps, transfer, attempt, answer.refused, now);
  if (signed === null) return giveUpUnsigned(deps, transfer, attempt, now);
  const unsigned = chain.decodeUnsigned(attempt.payload, payerOf(chain, attempt));
  const finished = chain.finish(unsigned, signed);
  await database.transaction(async (dbTx) => {
    if (!(await lockOpen(dbTx, transfer))) return;
    if (attempt.txid === null) await keepSignedWithTxid(dbTx, attempt, finished, now);
    else await keepSigned(dbTx, attempt, finished.bytes, now);
    await hotWalletOf(transfer).markSigned(dbTx, transfer.id);
  });
  deps.failpoint('cold:stored');
  if (attempt.attempt === 0) await reportRefused(refusalOf(transfer), null, now);
  await send(deps, chain, transfer, { ...attempt, ...finished });
}

/** Nothing new goes to a wallet that has been replaced: its holders may be gone. */
async function requestSignature(
  { signer }: TransferDeps,
  transfer: ColdTransfer,
  { attempt, payload, hotNumber }: Attempt,
): Promise<{ signed: string } | { refused: string }> {
  if (transfer.isRetired && attempt === 0) return { refused: 'another cold wallet has taken the place of this one' };
  const { network, coldNumber } = transfer;
  const id = nameOf(transfer);
  if (coldNumber === null) return signer.sign({ id, network, rotateTo: hotNumber, payload });
  return signer.sign({ id, network, coldNumber, payload, paying: hotNumber });
}

/**
 * What the signer has signed of it after all, by an earlier request whose response was lost; or null: it is ended there and will
 * never be signed. A fee bump ends nothing.
 */
async function recoverSignature(
  { signer, report, reportRefused }: TransferDeps,
  transfer: ColdTransfer,
  { attempt, payload }: Attempt,
  reason: string,
  now: Date,
): Promise<string | null> {
  const { amount, isRetired } = transfer;
  report({ event: 'cold.not-signed', transfer: nameOf(transfer), reason });
  if (attempt > 0) return null;
  const { signed } = await signer.finalise(nameOf(transfer));
  const recovered = signed.find((one) => one.payload === payload)?.signed ?? null;
  const { coin } = hotWalletOf(transfer);
  const what = `${nameOf(transfer)} of ${formatAmount(amount, coin)} ${coin}`;
  if (recovered === null && !isRetired)
    await reportRefused(
      refusalOf(transfer),
      `the signer does not sign ${what}: ${reason} (later reasons: cold.not-signed in the log; docs/runbooks/cold-storage.md)`,
      now,
    );
  return recovered;
}

/** What of a rotation is refused says nothing of overflow. */
const refusalOf = ({ network, kind }: ColdTransfer): string => (kind === 'ROTATION' ? `${network} rotation` : network);

async function giveUpUnsigned(
  deps: TransferDeps,
  transfer: ColdTransfer,
  { attempt }: Attempt,
  now: Date,
): Promise<void> {
  if (attempt > 0) return;
  await deps.database.transaction(async (dbTx) => {
    if (!(await lockOpen(dbTx, transfer))) return;
    await hotWalletOf(transfer).release(deps, dbTx, transfer.id);
    await discardUnsigned(dbTx, transfer);
    await giveUp(dbTx, transfer, now);
  });
}

/** The stored bytes, as long as no node knows them. */
async function send(
  deps: TransferDeps,
  chain: ChainAdapter,
  transfer: Pick<ColdTransfer, 'id'>,
  { txid, bytes }: Pick<Attempt, 'txid' | 'bytes'>,
): Promise<void> {
  if (bytes === null || txid === null) return;
  const result = await chain.broadcast({ txid, bytes });
  deps.failpoint('cold:sent');
  if (!result.accepted) deps.report({ event: 'cold.not-broadcast', transfer: nameOf(transfer), reason: result.reason });
}

async function bump(
  deps: TransferDeps,
  chain: ChainAdapter,
  transfer: ColdTransfer,
  newest: Attempt,
  now: Date,
): Promise<void> {
  const hot = hotWalletOf(transfer);
  if (newest.signedAt === null || now.getTime() - newest.signedAt.getTime() < hot.feeBumpAfter) return;
  const previous = chain.decodeUnsigned(newest.payload, payerOf(chain, newest));
  const unsigned = await chain.bump(previous, await chain.feeRate(), hot.largestBumpFee(transfer.amount));
  if ('refused' in unsigned) return;
  const { sinceHeight, attempt, transferId } = newest;
  await deps.database
    .transaction(async (dbTx) => {
      if (!(await lockOpen(dbTx, transfer))) return;
      await hot.reserveBump(dbTx, transferId, unsigned);
      await insertAttempt(dbTx, { transferId, attempt: attempt + 1, sinceHeight, ...hot.stored(chain, unsigned) }, now);
    })
    .catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
    });
}

/**
 * Its inputs or nonce were spent by another transaction. Inputs of the hot wallet stay reserved until `cold:free`; what a rotation has
 * left is moved anew at once, since who spent one input knows the keys of all.
 */
async function markConflicted(
  deps: TransferDeps,
  chain: ChainAdapter,
  transfer: ColdTransfer,
  now: Date,
): Promise<void> {
  const { database, reservations } = deps;
  const { id, kind } = transfer;
  const reserved = kind === 'ROTATION' ? await reservations.readReserved(database, id) : [];
  const found = await findUnspent(chain, transfer, reserved);
  if ('alive' in found) return;
  if (!transfer.isCancelled) deps.report({ event: 'cold.inputs-spent', transfer: nameOf(transfer) });
  await database.transaction(async (dbTx) => {
    if (!(await lockOpen(dbTx, transfer))) return;
    if (kind === 'REFILL') await reservations.release(dbTx, id);
    await reservations.releaseNamed(dbTx, id, found.unspent);
    await giveUp(dbTx, transfer, now);
  });
}

/** Final: the fee is posted as what was really taken, and nothing else. */
async function confirmed(
  deps: TransferDeps,
  transfer: ColdTransfer,
  attempt: Attempt,
  { block, confirmations, feePaid, isPaid }: ConfirmedStatus,
  now: Date,
): Promise<void> {
  if (confirmations < deps.needed(transfer.network)) return;
  deps.failpoint('cold:final');
  await deps.database.transaction(async (dbTx) => {
    if (!(await lockOpen(dbTx, transfer))) return;
    await hotWalletOf(transfer).spend(deps, dbTx, transfer.id, attempt.outpoints);
    await finishTransfer(dbTx, attempt, { feePaid: feePaid.atomic, isPaid, block, now });
    await postFee(dbTx, transfer, attempt, feePaid.atomic, now);
    deps.failpoint('cold:before-commit');
  });
  if (!isPaid) deps.report({ event: 'cold.reverted', transfer: nameOf(transfer), txid: attempt.txid });
}

async function postFee(
  dbTx: Transaction,
  transfer: ColdTransfer,
  { outpoints }: Attempt,
  atomic: bigint,
  now: Date,
): Promise<void> {
  const { feeCoin, feeToPost } = hotWalletOf(transfer);
  const amount = await feeToPost(dbTx, outpoints, atomic);
  if (amount === 0n) return;
  const date = businessDate(now);
  const [from, to] = [houseAccount('NETWORK_FEE_EXPENSE', feeCoin), houseAccount('CUSTODY', feeCoin)];
  await postTransfer(dbTx, {
    key: nameOf(transfer),
    input: { id: transfer.id, amount },
    kind: 'network-fee',
    businessDate: date,
    postedAt: now,
    postings: [{ from, to, type: 'NETWORK_FEE', amount, date }],
  });
}

/** Posted ones that a reorganisation took out of their block: the same bytes again, until they are in one. Nothing is posted. */
export async function recheckAfterReorg(deps: TransferDeps, chain: ChainAdapter): Promise<void> {
  for (const attempt of await readReorged(deps.database, chain.network)) {
    const transfer = { id: attempt.transferId };
    const status = await chain.status(sentPayment(chain, attempt, attempt));
    if (status.state === 'CONFIRMED') await recordBlock(deps.database, attempt, status.block);
    else if (status.state === 'UNKNOWN') await send(deps, chain, transfer, attempt);
    else if (status.state === 'CONFLICTED') deps.report({ event: 'cold.lost', transfer: nameOf(transfer) });
  }
}
