import type { Data } from '@lode/contract';
import { houseAccount } from '@lode/ledger';
import { divFloor, formatAmount } from '@lode/money';
import { one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { dayInterest, ratePpmOf } from './interest.ts';
import { offeredTerms, type TermsPorts } from './product-terms.ts';
import { type SavingsCoin, savingsCoins } from './savings-coin.ts';

export type Safety = Data<'coinUpSafety'>;

export interface SavingsFigures {
  principal: bigint;
  earning: bigint;
  fund: bigint;
  owed: bigint;
}

/** Positions equal the customers' accounts in the ledger: `books:check` compares them. $2 is INTEREST_FUND of the coin. */
const figures = query(
  'coin-up.safety',
  `select coalesce(sum_units(earning + in_transit_in + in_transit_out), 0) as principal, coalesce(sum_units(earning), 0) as earning,
     coalesce((select posted - held from ledger.balance where account = $2), 0) as fund,
     coalesce((select sum_units(amount) from coin_up_interest_day day where day.coin = $1 and funded_at is null), 0) as owed
   from coin_up_position position where position.coin = $1`,
).as<SavingsFigures>();

/** What a coin's safety is made of: it sums all positions. */
export function savingsFigures(db: Queryable, coin: SavingsCoin): Promise<SavingsFigures> {
  return one(db, figures, [coin, houseAccount('INTEREST_FUND', coin)]);
}

const keptForMs = 60_000;

/** All principal and the fund that pays interest, by coin. Read at most once a minute by a process: it sums all positions. */
export function safetyReader(ports: TermsPorts): (db: Queryable, now: Date) => Promise<Safety> {
  let kept: { at: number; safety: Promise<Safety> } | null = null;
  return (db, now) => {
    const at = now.getTime();
    if (kept === null || at < kept.at || at - kept.at >= keptForMs) {
      const safety = readSafety(db, ports, now);
      const fresh = { at, safety };
      kept = fresh;
      // A failure is not kept.
      safety.catch(() => {
        if (kept === fresh) kept = null;
      });
    }
    return kept.safety;
  };
}

export async function readSafety(db: Queryable, ports: TermsPorts, now: Date): Promise<Safety> {
  const terms = await offeredTerms(db, ports, now);
  const coins = await Promise.all(
    savingsCoins.map(async (coin) => coinSafety(coin, await savingsFigures(db, coin), terms[coin].apy)),
  );
  return { time: now.toISOString(), coins };
}

/** Cover in whole days of interest of today's earning principal at today's rate; what is owed is taken off the fund first. */
export function coinSafety(
  coin: SavingsCoin,
  { principal, earning, fund, owed }: SavingsFigures,
  apy: string,
): Safety['coins'][number] {
  const { amount: daily } = dayInterest(earning, ratePpmOf(apy), 0n);
  const free = fund > owed ? fund - owed : 0n;
  return {
    coin,
    principal: formatAmount(principal, coin),
    fund: formatAmount(fund, coin),
    owed: formatAmount(owed, coin),
    dailyInterest: formatAmount(daily, coin),
    coverDays: daily === 0n ? null : Number(atMost(divFloor(free, daily), 99_999n)),
  };
}

const atMost = (value: bigint, most: bigint) => (value < most ? value : most);
