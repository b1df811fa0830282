/** What runs and is not charged yet (domain.md §6, ADR 0028): ELE holds it first, OUTPUT the rest, to the end of the running hour. */
import type { MinedCoin, SavingsCoin } from '../events.ts';
import { outputOf, prepaidOf } from './books.ts';
import { dayLength, earlier, hour, miningDay, plusDays, startOf } from './calendar.ts';
import { electricity } from './electricity.ts';
import { least, most, roundedUp } from './exact.ts';
import { priceOn, versionOn, workedBetween } from './machines.ts';
import { coinOrder } from './pay.ts';
import type { Machine, State } from './state.ts';

interface Used {
  date: string;
  machine: string;
  coin: MinedCoin;
  amount: bigint;
}

/** An instant on the hour begins one. */
const endOfHour = (now: number): number => (Math.floor(now / hour) + 1) * hour;

/** What of a wallet may be subscribed: less promotional credit, which covers what is used first, and less what is reserved. */
export function spendable(state: State, account: string, coin: SavingsCoin, now: number): bigint {
  const prepaid = state.books.available(prepaidOf(account));
  const used = usedBy(state, account, now);
  if (coin === 'BTC')
    return state.books.available(outputOf(account, 'BTC')) - heldByOutput(state, account, used, prepaid);
  const { promotion } = state.customer(account);
  const total = used.reduce((sum, { amount }) => sum + amount, 0n);
  const held = most(least(total, prepaid) - promotion, 0n);
  return most(prepaid - promotion, 0n) - held;
}

function usedBy(state: State, account: string, now: number): Used[] {
  const until = endOfHour(now);
  const last = miningDay(until - 1);
  const own = [...state.machines.values()].filter(({ versions }) =>
    versions.some(({ terms }) => terms.owner === account),
  );
  const begun = own.flatMap(({ versions }) =>
    versions.filter(({ terms }) => terms.owner === account).map(({ from }) => from),
  );
  const first = state.lastClosed === null ? begun.reduce(earlier, last) : plusDays(state.lastClosed, 1);
  const used: Used[] = [];
  for (let date = first; date <= last; date = plusDays(date, 1)) {
    for (const machine of own) {
      const amount = feeSoFar(state, machine, { account, date, until });
      if (amount > 0n) used.push({ date, machine: machine.no, coin: machine.coin, amount });
    }
  }
  return used.sort((a, b) => (`${a.date} ${a.machine}` < `${b.date} ${b.machine}` ? -1 : 1));
}

function feeSoFar(
  state: State,
  machine: Machine,
  { account, date, until }: { account: string; date: string; until: number },
): bigint {
  const terms = versionOn(machine, date)?.terms;
  const price = terms && priceOn(state, terms.site, date);
  if (!terms || terms.owner !== account || !price) return 0n;
  const start = startOf(date);
  const end = Math.min(start + dayLength, until, terms.end ?? until);
  return electricity(terms.powerWatts, Math.floor(workedBetween(machine, start, end) / 1000), price);
}

/** Of BTC, as a close would take it at the latest prices. */
function heldByOutput(state: State, account: string, used: readonly Used[], prepaid: bigint): bigint {
  const left = new Map(
    (['BTC', 'ETH', 'DOGE'] as const).map((coin) => [coin, state.books.available(outputOf(account, coin))]),
  );
  const latest = [...state.prices.values()].at(-1);
  let prepaidLeft = prepaid;
  let held = 0n;
  for (const { coin: mined, amount } of used) {
    const paid = least(amount, prepaidLeft);
    prepaidLeft -= paid;
    let owed = amount - paid;
    for (const coin of coinOrder[mined]) {
      const has = left.get(coin) ?? 0n;
      const price = latest?.[coin];
      if (owed === 0n || has <= 0n || price === undefined) continue;
      const needed = (owed * 100_000_000n) / price;
      const taken = least(needed, has);
      owed -= needed <= has ? owed : least(owed, roundedUp(has * price, 100_000_000n));
      left.set(coin, has - taken);
      if (coin === 'BTC') held += taken;
    }
  }
  return held;
}
