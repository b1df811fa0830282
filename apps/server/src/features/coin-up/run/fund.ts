import { houseAccount, lockBalances, postTransfer } from '@lode/ledger';
import { businessDate } from '../../../platform/clock/clock.ts';
import { many, maybeOne, one, type Queryable, type Transaction } from '../../../platform/db/database.ts';
import { lockingQuery, query } from '../../../platform/db/query.ts';
import { type SavingsCoin, savingsCoins } from '../savings-coin.ts';

/** A coin's day of interest as it was decided. */
export interface Decision {
  coin: SavingsCoin;
  amount: bigint;
  isOwed: boolean;
}

const lock = lockingQuery('coin-up.lock-fund', `select pg_advisory_xact_lock(hashtext('coin-up'), hashtext('fund'))`);

/** Serialises setting aside and paying in until the transaction ends. */
export async function lockFund(dbTx: Transaction): Promise<void> {
  await one(dbTx, lock);
}

const owedDays = query(
  'coin-up.owed-days',
  `select coin, date, amount from coin_up_interest_day where paid_at is null and funded_at is null order by coin, date`,
).as<{ coin: SavingsCoin; date: string; amount: bigint }>();

/** Closed days that wait for the fund, oldest first. */
export function readOwedDays(db: Queryable) {
  return many(db, owedDays);
}

const markFunded = query(
  'coin-up.mark-funded',
  `update coin_up_interest_day set funded_at = greatest($3, decided_at), funding_transfer_id = $4
   where coin = $1 and date = $2 and funded_at is null returning coin`,
);

/**
 * Takes a day's interest out of the fund in one transfer, the whole of it or nothing: from then on its batches can be paid one by
 * one, side by side. Answers the transfer, or null when the fund has less.
 */
async function takeOutOfFund(
  dbTx: Transaction,
  { coin, date, amount, now }: { coin: SavingsCoin; date: string; amount: bigint; now: Date },
): Promise<bigint | null> {
  const fund = houseAccount('INTEREST_FUND', coin);
  const available = (await lockBalances(dbTx, [fund])).get(fund)?.available ?? 0n;
  if (available < amount) return null;
  const { transferId } = await postTransfer(dbTx, {
    key: `coin-up:interest:${coin}:${date}`,
    input: { coin, date, amount },
    kind: 'coin-up-interest-funding',
    businessDate: businessDate(now),
    postedAt: now,
    postings: [{ from: fund, to: houseAccount('INTEREST_PAYABLE', coin), type: 'INTEREST', amount, date }],
  });
  return transferId;
}

/** The debts that the fund can pay now, oldest first: a day that it cannot pay lets no later one before it. */
export async function fundDebts(dbTx: Transaction, now: Date): Promise<void> {
  await lockFund(dbTx);
  const stuck = new Set<SavingsCoin>();
  for (const { coin, date, amount } of await readOwedDays(dbTx)) {
    if (stuck.has(coin)) continue;
    const transferId = await takeOutOfFund(dbTx, { coin, date, amount, now });
    if (transferId === null) stuck.add(coin);
    else await one(dbTx, markFunded, [coin, date, now, transferId]);
  }
}

const dayTotals = query(
  'coin-up.day-totals',
  `select coin, sum_units(amount) as amount from coin_up_interest_batch where date = $1 group by coin order by coin`,
).as<{ coin: SavingsCoin; amount: bigint }>();
const decision = query(
  'coin-up.decision',
  `select coin, amount, was_owed as "isOwed" from coin_up_interest_day where coin = $1 and date = $2`,
).as<Decision>();
const decide = query(
  'coin-up.decide',
  `insert into coin_up_interest_day (coin, date, rate_ppm, amount, was_owed, decided_at, funded_at, funding_transfer_id)
   values ($1, $2, $3, $4, $5, $6, case when $5 then null else $6::timestamptz end, $7) returning coin`,
);

/**
 * Whether the day is paid or owed, coin by coin and for all positions alike, once. Debts come first; behind one that
 * stays every later day waits. Answers what was decided now; nothing when it had been before.
 */
export async function decideFunding(
  dbTx: Transaction,
  { date, ratesPpm, now }: { date: string; ratesPpm: Record<SavingsCoin, number>; now: Date },
): Promise<Decision[]> {
  await fundDebts(dbTx, now);
  const waiting = new Set((await readOwedDays(dbTx)).map(({ coin }) => coin));
  const totals = new Map((await many(dbTx, dayTotals, [date])).map(({ coin, amount }) => [coin, amount]));
  const decided: Decision[] = [];
  for (const coin of savingsCoins) {
    if (await maybeOne(dbTx, decision, [coin, date])) continue;
    const amount = totals.get(coin) ?? 0n;
    const transferId =
      amount === 0n || waiting.has(coin) ? null : await takeOutOfFund(dbTx, { coin, date, amount, now });
    const isPaid = amount === 0n || transferId !== null;
    await one(dbTx, decide, [coin, date, ratesPpm[coin], amount, !isPaid, now, transferId]);
    decided.push({ coin, amount, isOwed: !isPaid });
  }
  return decided;
}
