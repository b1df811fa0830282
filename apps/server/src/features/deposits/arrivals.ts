import type { Network } from '@lode/chain';
import { houseAccount, lockBalances, type Posting, postTransfer } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { recordEther, reverseEther } from '../../platform/chains/wei-remainder.ts';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { Alert, AlertPorts } from '../../platform/log/alerts.ts';
import { type Arrival, markPosted, readFinalArrivals } from './arrivals.store.ts';
import { arrivalRemovedAlert, suspenseOf, writeSuspense } from './suspense.store.ts';

type PostDeps = Pick<AlertPorts, 'resolveAlert'> & { database: Database };

/**
 * Posts what came to the house from outside and is final, once: to TREASURY, or to SUSPENSE until two people say what it is.
 * Its own row is what a concurrent block update waits for, or has changed.
 */
export async function postArrivals(deps: PostDeps, network: Network, now: Date): Promise<void> {
  for (const id of await readFinalArrivals(deps.database, network)) {
    await deps.database.transaction(async (dbTx) => {
      const arrival = await markPosted(dbTx, id);
      if (arrival !== null) await postArrival(dbTx, deps, arrival, now);
    });
  }
}

async function postArrival(dbTx: Transaction, deps: PostDeps, arrival: Arrival, now: Date): Promise<void> {
  const { id, coin, amount, addressKey, timesPosted, goesTo } = arrival;
  const units = coin === 'ETH' ? await recordEther(dbTx, addressKey, 'in', amount) : amount;
  // What it took out of SUSPENSE when it was removed goes back there first.
  const lacking = -(await suspenseOf(dbTx, id));
  const toSuspense = goesTo === 'SUSPENSE' ? units : smaller(units, lacking > 0n ? lacking : 0n);
  const from = houseAccount('CUSTODY', coin);
  const transferId = await post(dbTx, `arrival:${id}:${timesPosted}`, units, now, [
    { from, to: houseAccount('TREASURY', coin), type: 'TREASURY_MOVE', amount: units - toSuspense },
    { from, to: houseAccount('SUSPENSE', coin), type: 'SUSPENSE_MOVE', amount: toSuspense },
  ]);
  if (toSuspense > 0n && transferId !== null)
    await writeSuspense(dbTx, { arrivalId: id, kind: 'ARRIVED', change: toSuspense, transferId, at: now });
  if ((await suspenseOf(dbTx, id)) >= 0n) await deps.resolveAlert(dbTx, arrivalRemovedAlert, `arrival ${id}`, now);
}

/**
 * What the books had is in no block any more. TREASURY gives back what it still has; the rest, and what was never the
 * treasury's, leaves SUSPENSE. The alert is there when SUSPENSE then stands for coins that are gone.
 */
export async function takeArrivalBack(dbTx: Transaction, arrival: Arrival, now: Date): Promise<Alert | null> {
  const { id, coin, amount, addressKey, timesPosted, goesTo } = arrival;
  const units = coin === 'ETH' ? await reverseEther(dbTx, addressKey, amount) : amount;
  const treasury = houseAccount('TREASURY', coin);
  const left = goesTo === 'TREASURY' ? ((await lockBalances(dbTx, [treasury])).get(treasury)?.available ?? 0n) : 0n;
  const fromTreasury = smaller(units, left);
  const fromSuspense = units - fromTreasury;
  const to = houseAccount('CUSTODY', coin);
  const transferId = await post(dbTx, `arrival:${id}:${timesPosted}:removed`, units, now, [
    { from: treasury, to, type: 'REORG', amount: fromTreasury },
    { from: houseAccount('SUSPENSE', coin), to, type: 'REORG', amount: fromSuspense },
  ]);
  if (fromSuspense === 0n || transferId === null) return null;
  await writeSuspense(dbTx, { arrivalId: id, kind: 'REMOVED', change: -fromSuspense, transferId, at: now });
  const stands = await suspenseOf(dbTx, id);
  if (stands >= 0n) return null;
  const message = `the arrival ${id} of ${formatAmount(units, coin)} ${coin} is in no block any more, and ${formatAmount(-stands, coin)} of it is spent or explained: SUSPENSE stands for that`;
  return { kind: arrivalRemovedAlert, subject: `arrival ${id}`, message };
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** Null when it is less than the books count: it stays with the address until more of it comes. */
async function post(
  dbTx: Transaction,
  key: string,
  units: bigint,
  now: Date,
  lines: readonly Omit<Posting, 'date'>[],
): Promise<bigint | null> {
  const date = businessDate(now);
  const postings = lines.filter(({ amount }) => amount > 0n).map((line) => ({ ...line, date }));
  if (postings.length === 0) return null;
  const { transferId } = await postTransfer(dbTx, {
    key,
    input: { amount: units },
    kind: 'arrival',
    businessDate: date,
    postedAt: now,
    postings,
  });
  return transferId;
}
