import type { Network } from '@lode/chain';
import { houseAccount, type Posting, postTransfer } from '@lode/ledger';
import { recordEther, reverseEther } from '../../platform/chains/wei-remainder.ts';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import { type Arrival, markPosted, readFinalArrivals } from './arrivals.store.ts';

/** Posts what came to the house from outside and is final, CUSTODY → TREASURY: once. Its own row is what a step of that moment waits for, or has changed. */
export async function postArrivals(database: Database, network: Network, now: Date): Promise<void> {
  for (const id of await readFinalArrivals(database, network)) {
    await database.transaction(async (dbTx) => {
      const arrival = await markPosted(dbTx, id);
      if (arrival !== null) await postArrival(dbTx, arrival, now);
    });
  }
}

async function postArrival(dbTx: Transaction, arrival: Arrival, now: Date): Promise<void> {
  const { id, coin, amount, addressKey, timesPosted } = arrival;
  const units = coin === 'ETH' ? await recordEther(dbTx, addressKey, 'in', amount) : amount;
  const posting = { from: houseAccount('CUSTODY', coin), to: houseAccount('TREASURY', coin), amount: units };
  await post(dbTx, `arrival:${id}:${timesPosted}`, { ...posting, type: 'TREASURY_MOVE' }, now);
}

/** What the books had is in no block any more: TREASURY → CUSTODY. Mined again it is posted again. */
export async function takeArrivalBack(dbTx: Transaction, arrival: Arrival, now: Date): Promise<void> {
  const { id, coin, amount, addressKey, timesPosted } = arrival;
  const units = coin === 'ETH' ? await reverseEther(dbTx, addressKey, amount) : amount;
  const posting = { from: houseAccount('TREASURY', coin), to: houseAccount('CUSTODY', coin), amount: units };
  await post(dbTx, `arrival:${id}:${timesPosted}:removed`, { ...posting, type: 'REORG' }, now);
}

async function post(db: Queryable, key: string, posting: Omit<Posting, 'date'>, now: Date): Promise<void> {
  // Less than the books count: it stays with the address until more of it comes.
  if (posting.amount === 0n) return;
  const date = businessDate(now);
  await postTransfer(db, {
    key,
    input: { amount: posting.amount },
    kind: 'arrival',
    businessDate: date,
    postedAt: now,
    postings: [{ ...posting, date }],
  });
}
