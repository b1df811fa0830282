import { type ChainAdapter, type ConfirmedStatus, hotAddress, type SentStatus } from '@lode/chain';
import { houseAccount, postTransfer } from '@lode/ledger';
import type { InternalTransfer } from '../../platform/chains/internal-transfer-signer.ts';
import { payingNumber } from '../../platform/chains/key-generations.ts';
import { readAccountNonce } from '../../platform/chains/stored-unsigned.ts';
import { recordEther } from '../../platform/chains/wei-remainder.ts';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { SweepDeps } from './sweep-ports.ts';
import {
  type Attempt,
  finishSweep,
  giveUpSweep,
  insertBump,
  keepSigned,
  lockOpen,
  nameOf,
  readmitSigned,
  type Sweep,
  sentPayment,
  signedName,
} from './sweeps.store.ts';

/** Gas from the hot wallet shares its nonces with customers' payments: those behind it must not wait long. */
const feeBumpAfter = 10 * 60_000;

/** Does the next thing about one that is under way: signs, broadcasts, confirms, posts. Each state is stored. */
export async function followSweep(deps: SweepDeps, chain: ChainAdapter, sweep: Sweep, now: Date): Promise<void> {
  const [newest] = sweep.attempts;
  if (!newest) throw new Error(`${nameOf(sweep)} has no transaction`);
  const signed = sweep.attempts.filter(({ txid }) => txid !== null);
  const [newestSigned] = signed;
  if (!newestSigned) return signAndSend(deps, chain, sweep, newest, now);
  const statuses: SentStatus[] = [];
  for (const attempt of signed) {
    const status = await chain.status(sentPayment(attempt));
    statuses.push(status);
    if (status.state === 'CONFIRMED') return confirmed(deps, sweep, attempt, status, now);
  }
  if (statuses[0]?.state === 'UNKNOWN') return sendAny(deps, chain, sweep, signed);
  if (statuses.some(({ state }) => state === 'MEMPOOL')) {
    // A higher fee that was not signed is asked for again, as long as no block has any of them.
    const isBuilt = newest.txid === null;
    return isBuilt ? signAndSend(deps, chain, sweep, newest, now) : bump(deps, chain, sweep, newest, now);
  }
  if (isConflicted(statuses, deps.needed('ERC20'))) return markConflicted(deps, sweep, now);
}

function isConflicted(statuses: readonly SentStatus[], needed: number): boolean {
  return statuses.every((status) => status.state === 'CONFLICTED' && status.confirmations >= needed);
}

async function signAndSend(
  deps: SweepDeps,
  chain: ChainAdapter,
  sweep: Sweep,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  const answer = await deps.sign(transferOf(chain, sweep, attempt), attempt.unsigned);
  deps.failpoint('sweep:answered');
  if ('refused' in answer) return refused(deps, sweep, attempt, answer.refused, now);
  const signed = chain.finish(attempt.unsigned, answer.signed);
  const isOpen = await deps.database.transaction(async (dbTx) => {
    if (await lockOpen(dbTx, sweep)) {
      await keepSigned(dbTx, sweep, attempt, signed, now);
      return true;
    }
    // A higher fee of what is over can never be any more. A first one is out of the signer's hands and has its nonce.
    if (attempt.attempt === 0) await readmitSigned(dbTx, sweep, attempt, signed, now);
    return attempt.attempt === 0;
  });
  deps.failpoint('sweep:stored');
  if (!isOpen) return;
  await send(deps, chain, sweep, { ...attempt, ...signed });
}

/** Between which of our addresses it moves coins. */
function transferOf(chain: ChainAdapter, sweep: Sweep, { unsigned }: Attempt): InternalTransfer {
  const { kind, addressNumber: index } = sweep;
  const id = signedName(sweep);
  const customer = { branch: 'customer' as const, index };
  if (kind === 'SWEEP') return { kind, id, from: customer };
  if (kind === 'TOP_UP')
    return { kind, id, from: { branch: 'house', index: payingNumber(chain, unsigned) }, to: customer };
  const to = { branch: 'house' as const, index: hotAddress(chain).index };
  return { kind: 'ROTATE', id, from: { branch: 'house', index }, to };
}

/** Not signed is not begun: it is planned anew. A higher fee that is not signed leaves the first one as it is. */
async function refused(deps: SweepDeps, sweep: Sweep, { attempt }: Attempt, words: string, now: Date): Promise<void> {
  deps.report({ event: 'sweep.not-signed', sweep: nameOf(sweep), reason: words });
  if (attempt > 0) return;
  await deps.database.transaction(async (dbTx) => {
    if (await lockOpen(dbTx, sweep)) await giveUpSweep(dbTx, sweep, false, now);
  });
}

/** The newest that a node takes: where its address cannot pay the higher fee, an earlier one. */
async function sendAny(
  deps: SweepDeps,
  chain: ChainAdapter,
  sweep: Sweep,
  newestFirst: readonly Attempt[],
): Promise<void> {
  for (const attempt of newestFirst) if (await send(deps, chain, sweep, attempt)) return;
}

/** The stored bytes, as long as no node knows them: whether it takes them. */
async function send(deps: SweepDeps, chain: ChainAdapter, sweep: Sweep, { txid, bytes }: Attempt): Promise<boolean> {
  if (txid === null || bytes === null) return false;
  const result = await chain.broadcast({ txid, bytes });
  deps.failpoint('sweep:sent');
  if (!result.accepted) deps.report({ event: 'sweep.not-broadcast', sweep: nameOf(sweep), reason: result.reason });
  return result.accepted;
}

async function bump(deps: SweepDeps, chain: ChainAdapter, sweep: Sweep, newest: Attempt, now: Date): Promise<void> {
  // It moves all there is: a higher fee could not be paid, and nodes would not take it in the place of the first one.
  if (sweep.kind === 'ROTATE_ETH') return;
  if (newest.signedAt === null || now.getTime() - newest.signedAt.getTime() < feeBumpAfter) return;
  const unsigned = await chain.bump(newest.unsigned, await chain.feeRate());
  if ('refused' in unsigned) return;
  await deps.database
    .transaction(async (dbTx) => {
      if (await lockOpen(dbTx, sweep)) await insertBump(dbTx, sweep, newest, unsigned, now);
    })
    .catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
    });
  deps.failpoint('sweep:bumped');
}

async function markConflicted(deps: SweepDeps, sweep: Sweep, now: Date): Promise<void> {
  deps.report({ event: 'sweep.nonce-taken', sweep: nameOf(sweep) });
  await deps.database.transaction(async (dbTx) => {
    if (await lockOpen(dbTx, sweep)) await giveUpSweep(dbTx, sweep, true, now);
  });
}

/** Final: the gas is posted as what was really taken, and nothing else. */
async function confirmed(
  deps: SweepDeps,
  sweep: Sweep,
  attempt: Attempt,
  { confirmations, isPaid, feePaid }: ConfirmedStatus,
  now: Date,
): Promise<void> {
  if (confirmations < deps.needed('ERC20')) return;
  deps.failpoint('sweep:final');
  await deps.database.transaction(async (dbTx) => {
    if (!(await lockOpen(dbTx, sweep))) return;
    await finishSweep(dbTx, sweep, attempt, { feePaid: feePaid.atomic, isPaid, now });
    await postGas(dbTx, sweep, attempt, feePaid.atomic, now);
    deps.failpoint('sweep:before-commit');
  });
  deps.failpoint('sweep:posted');
  if (!isPaid) deps.report({ event: 'sweep.reverted', sweep: nameOf(sweep), txid: attempt.txid });
}

async function postGas(dbTx: Transaction, sweep: Sweep, { unsigned }: Attempt, wei: bigint, now: Date): Promise<void> {
  const amount = await recordEther(dbTx, readAccountNonce(unsigned.outpoints[0]).addressKey, 'out', wei);
  if (amount === 0n) return;
  const date = businessDate(now);
  const [from, to] = [houseAccount('NETWORK_FEE_EXPENSE', 'ETH'), houseAccount('CUSTODY', 'ETH')];
  await postTransfer(dbTx, {
    key: nameOf(sweep),
    input: { id: sweep.id, amount },
    kind: 'network-fee',
    businessDate: date,
    postedAt: now,
    postings: [{ from, to, type: 'NETWORK_FEE', amount, date }],
  });
}
