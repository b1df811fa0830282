import { type ChainAdapter, hotAddress, type SentStatus } from '@lode/chain';
import { houseAccount, postTransfer } from '@lode/ledger';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { storedOf } from './overflow.ts';
import {
  type Attempt,
  type ColdTransfer,
  discardUnsigned,
  finishTransfer,
  giveUp,
  insertAttempt,
  keepSigned,
  lockOpen,
  nameOf,
  readReorged,
  recordBlock,
  sentPayment,
} from './transfer.repository.ts';
import type { TransferDeps } from './transfer-ports.ts';

type Confirmed = Extract<SentStatus, { state: 'CONFIRMED' }>;

const feeBumpAfter = 60 * 60_000;
const largestFeePart = 100n;

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
  if (all.every((one) => one.state === 'CONFLICTED' && one.confirmations >= deps.needed('BITCOIN')))
    return lose(deps, transfer, now);
}

async function signAndSend(
  deps: TransferDeps,
  chain: ChainAdapter,
  transfer: ColdTransfer,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  const { database, signer } = deps;
  const difference = await deps.findDifference(database, 'BTC', now);
  if (difference !== null) return deps.report({ event: 'cold.waiting', reason: difference });
  const id = nameOf(transfer);
  const { coldNumber } = transfer;
  const destination = coldNumber === null ? { rotateTo: attempt.hotNumber } : { coldNumber };
  const answer = await signer.sign({ id, ...destination, payload: attempt.payload });
  deps.failpoint('cold:answered');
  const signed = 'signed' in answer ? answer.signed : await recoverSignature(deps, transfer, attempt, answer.refused);
  if (signed === null) return giveUpUnsigned(deps, transfer, attempt, now);
  const unsigned = chain.decodeUnsigned(attempt.payload, hotAddress(chain));
  const { bytes } = chain.finish(unsigned, signed);
  await database.transaction(async (dbTx) => {
    if (await lockOpen(dbTx, transfer)) await keepSigned(dbTx, attempt, bytes, now);
  });
  deps.failpoint('cold:stored');
  await send(deps, chain, transfer, { ...attempt, bytes });
}

/**
 * What the signer has signed of it after all, by an earlier request whose response was lost; or null: it is ended there and will
 * never be signed. A fee bump ends nothing.
 */
async function recoverSignature(
  { signer, report }: TransferDeps,
  transfer: ColdTransfer,
  { attempt, payload }: Attempt,
  reason: string,
): Promise<string | null> {
  report({ event: 'cold.not-signed', transfer: nameOf(transfer), reason });
  if (attempt > 0) return null;
  const { signed } = await signer.finalise(nameOf(transfer));
  return signed.find((one) => one.payload === payload)?.signed ?? null;
}

async function giveUpUnsigned(
  deps: TransferDeps,
  transfer: ColdTransfer,
  { attempt }: Attempt,
  now: Date,
): Promise<void> {
  if (attempt > 0) return;
  await deps.database.transaction(async (dbTx) => {
    if (!(await lockOpen(dbTx, transfer))) return;
    await deps.reservations.release(dbTx, transfer.id);
    await discardUnsigned(dbTx, transfer);
    await giveUp(dbTx, transfer, now);
  });
}

/** The stored bytes, as long as no node knows them. */
async function send(
  deps: TransferDeps,
  chain: ChainAdapter,
  transfer: ColdTransfer,
  { txid, bytes }: Attempt,
): Promise<void> {
  if (bytes === null) return;
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
  if (newest.signedAt === null || now.getTime() - newest.signedAt.getTime() < feeBumpAfter) return;
  const previous = chain.decodeUnsigned(newest.payload, hotAddress(chain));
  const unsigned = await chain.bump(previous, await chain.feeRate(), transfer.amount / largestFeePart);
  if ('refused' in unsigned) return;
  const { sinceHeight, attempt, transferId } = newest;
  await deps.database
    .transaction(async (dbTx) => {
      if (!(await lockOpen(dbTx, transfer))) return;
      await insertAttempt(dbTx, { transferId, attempt: attempt + 1, sinceHeight, ...storedOf(chain, unsigned) }, now);
    })
    .catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
    });
}

/** Its inputs were spent by another transaction. Those of the hot wallet stay reserved until staff have seen which. */
async function lose(deps: TransferDeps, transfer: ColdTransfer, now: Date): Promise<void> {
  if (!transfer.isCancelled) deps.report({ event: 'cold.inputs-spent', transfer: nameOf(transfer) });
  await deps.database.transaction(async (dbTx) => {
    if (!(await lockOpen(dbTx, transfer))) return;
    if (transfer.kind === 'REFILL') await deps.reservations.release(dbTx, transfer.id);
    await giveUp(dbTx, transfer, now);
  });
}

/** Final: the fee is posted as what was really taken, and nothing else. */
async function confirmed(
  deps: TransferDeps,
  transfer: ColdTransfer,
  attempt: Attempt,
  { block, confirmations, feePaid }: Confirmed,
  now: Date,
): Promise<void> {
  if (confirmations < deps.needed('BITCOIN')) return;
  deps.failpoint('cold:final');
  await deps.database.transaction(async (dbTx) => {
    if (!(await lockOpen(dbTx, transfer))) return;
    await deps.reservations.spend(dbTx, transfer.id, attempt.outpoints);
    await finishTransfer(dbTx, attempt, { feePaid: feePaid.atomic, block, now });
    await postFee(dbTx, transfer, feePaid.atomic, now);
    deps.failpoint('cold:before-commit');
  });
}

async function postFee(dbTx: Transaction, { id }: ColdTransfer, amount: bigint, now: Date): Promise<void> {
  const date = businessDate(now);
  const [from, to] = [houseAccount('NETWORK_FEE_EXPENSE', 'BTC'), houseAccount('CUSTODY', 'BTC')];
  await postTransfer(dbTx, {
    key: nameOf({ id }),
    input: { id, amount },
    kind: 'network-fee',
    businessDate: date,
    postedAt: now,
    postings: [{ from, to, type: 'NETWORK_FEE', amount, date }],
  });
}

/** Posted ones that a reorganisation took out of their block: the same bytes again, until they are in one. Nothing is posted. */
export async function recheckAfterReorg(deps: TransferDeps, chain: ChainAdapter): Promise<void> {
  for (const attempt of await readReorged(deps.database)) {
    const transfer: ColdTransfer = {
      ...attempt,
      id: attempt.transferId,
      coldNumber: null,
      isCancelled: false,
      attempts: [],
    };
    const status = await chain.status(sentPayment(chain, transfer, attempt));
    if (status.state === 'CONFIRMED') await recordBlock(deps.database, attempt, status.block);
    else if (status.state === 'UNKNOWN') await send(deps, chain, transfer, attempt);
    else if (status.state === 'CONFLICTED') deps.report({ event: 'cold.lost', transfer: nameOf(transfer) });
  }
}
