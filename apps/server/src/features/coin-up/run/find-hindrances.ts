import { houseAccount, readBalances } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { startOfBusinessDay } from '../../../platform/clock/clock.ts';
import { type Database, maybeOne, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { rehearse } from '../../../platform/db/rehearsal.ts';
import { ratePpmOf } from '../interest.ts';
import { type TermsPorts, termsAt } from '../product-terms.ts';
import { type SavingsCoin, savingsCoins } from '../savings-coin.ts';
import { accrueInterest } from './accrue-interest.ts';
import { readOwedDays } from './fund.ts';
import { type CoinUpInputs, dayThatComesFirst } from './inputs.ts';
import { planRanges } from './plan-ranges.ts';

interface Hindrance {
  /** False: the date would close, and its interest be owed. */
  stops: boolean;
  reason: string;
}

const begunDay = query('coin-up.begun-day', `select date from day_close where kind = 'coin-up' and date = $1`).as<{
  date: string;
}>();

/** What would stop a run, or leave its interest owed: by the principal that earns now, computed by the run's own query and rolled back. */
export async function findHindrances(
  database: Database,
  deps: TermsPorts & { positionsPerBatch: number },
  date: string,
): Promise<Hindrance[]> {
  if (await maybeOne(database, begunDay, [date])) return [];
  const { isFirst, missing } = await dayThatComesFirst(database, date);
  const { BTC, USDT } = await termsAt(database, deps, startOfBusinessDay(date));
  const inputs = { isFirst, ratesPpm: { BTC: ratePpmOf(BTC.apy), USDT: ratePpmOf(USDT.apy) } };
  const interest = await interestOf(database, { date, inputs, positionsPerBatch: deps.positionsPerBatch });
  const shortages = await Promise.all(savingsCoins.map((coin) => shortageOf(database, coin, date, interest)));
  return [
    ...(missing === null ? [] : [{ stops: true, reason: missing }]),
    ...shortages.flat().map((reason) => ({ stops: false, reason })),
  ];
}

async function interestOf(
  database: Database,
  { date, inputs, positionsPerBatch }: { date: string; inputs: CoinUpInputs; positionsPerBatch: number },
): Promise<Map<SavingsCoin, bigint>> {
  const interest = new Map<SavingsCoin, bigint>();
  for (const [index, range] of (await planRanges(database, positionsPerBatch)).entries())
    await rehearse(database, async (dbTx) => {
      for (const { coin, amount } of await accrueInterest(dbTx, { date, number: index + 1, range, inputs }))
        interest.set(coin, (interest.get(coin) ?? 0n) + amount);
    });
  return interest;
}

async function shortageOf(
  db: Queryable,
  coin: SavingsCoin,
  date: string,
  interest: ReadonlyMap<SavingsCoin, bigint>,
): Promise<string[]> {
  const owed = (await readOwedDays(db)).filter((day) => day.coin === coin);
  const needed = owed.reduce((sum, { amount }) => sum + amount, interest.get(coin) ?? 0n);
  const fund = houseAccount('INTEREST_FUND', coin);
  const available = (await readBalances(db, [fund])).get(fund)?.available ?? 0n;
  if (needed <= available) return [];
  const behind = owed.length === 0 ? '' : ` with ${owed.length} owed days before it`;
  const words = (amount: bigint) => `${formatAmount(amount, coin)} ${coin}`;
  return [
    `INTEREST_FUND has ${words(available)}, and the interest of ${date}${behind} is ${words(needed)}: it would be owed, coin-up:fund pays in`,
  ];
}
