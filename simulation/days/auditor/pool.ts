/** Coins from outside, what they are, and what pools paid (domain.md §3.2). */
import type { Action, Outcome } from '../events.ts';
import { houseOf, outputOf } from './books.ts';
import { businessDay, plusDays } from './calendar.ts';
import { least, most } from './exact.ts';
import { payOwed } from './pay.ts';
import type { State } from './state.ts';

type Of<Name extends Action['do']> = Extract<Action, { do: Name }>;

export function coinsArrive(state: State, { to, amount, arrival }: Of<'coins-arrive'>, now: number): Outcome {
  const from = houseOf('CUSTODY', 'BTC');
  const date = businessDay(now);
  if (typeof to === 'object' && !state.customer(to.customer).hasLeft) {
    state.customer(to.customer).hasAddress = true;
    state.books.post({ from, to: outputOf(to.customer, 'BTC'), type: 'RECHARGE_BTC', amount, date });
    payOwed(state, to.customer, now);
    return 'done';
  }
  if (to === 'FUNDING') {
    state.books.post({ from, to: houseOf('TREASURY', 'BTC'), type: 'TREASURY_MOVE', amount, date });
    return 'done';
  }
  state.books.post({ from, to: houseOf('SUSPENSE', 'BTC'), type: 'SUSPENSE_MOVE', amount, date });
  state.arrivals.set(arrival, { coin: 'BTC', stands: amount });
  return 'done';
}

/** Outputs of the period's closed days, and corrections that are counted with them. */
export function expectedFor(state: State, coin: string, from: string, to: string): bigint {
  let expected = 0n;
  for (let date = from; date <= to; date = plusDays(date, 1)) expected += state.minedOn.get(`${coin} ${date}`) ?? 0n;
  for (const one of state.uncountedCorrections) if (isCounted(state, one, coin, from, to)) expected += one.amount;
  return expected;
}

/** With the corrected day; when that is paid, with the next closed day that is not. */
function isCounted(state: State, one: { coin: string; date: string }, coin: string, from: string, to: string): boolean {
  if (one.coin !== coin) return false;
  let day = one.date;
  while (state.poolPaidDays.has(`${coin} ${day}`)) day = plusDays(day, 1);
  return day >= from && day <= to;
}

export function payByPool(state: State, { coin, from, to, source }: Of<'pool-payment'>, now: number): Outcome {
  if (to < from || state.lastClosed === null || to > state.lastClosed) return 'refused';
  const arrival = 'arrival' in source ? state.arrivals.get(source.arrival) : null;
  if (arrival !== null && (arrival === undefined || arrival.stands <= 0n || arrival.coin !== coin)) return 'refused';
  const days: string[] = [];
  for (let date = from; date <= to; date = plusDays(date, 1)) days.push(`${coin} ${date}`);
  if (days.some((day) => state.poolPaidDays.has(day))) return 'refused';
  const expected = expectedFor(state, coin, from, to);
  if (expected <= 0n) return 'refused';
  const paid = 'byHand' in source ? source.byHand : (arrival?.stands ?? 0n);

  const account = houseOf('byHand' in source ? 'CASH' : 'SUSPENSE', coin);
  const [receivable, variance] = [houseOf('MINING_RECEIVABLE', coin), houseOf('MINING_VARIANCE', coin)];
  const line = { type: 'POOL_PAYMENT', date: businessDay(now) };
  state.books.post({ from: account, to: receivable, amount: least(paid, expected), ...line });
  state.books.post({ from: account, to: variance, amount: most(paid - expected, 0n), ...line });
  state.books.post({ from: variance, to: receivable, amount: most(expected - paid, 0n), ...line });
  state.uncountedCorrections = state.uncountedCorrections.filter((one) => !isCounted(state, one, coin, from, to));
  for (const day of days) state.poolPaidDays.add(day);
  if (arrival) arrival.stands = 0n;
  state.poolPayments.push({ coin, from, to, paid, expected });
  return 'done';
}

export function settle(state: State, { arrival: number, as }: Of<'settle'>, now: number): Outcome {
  const arrival = state.arrivals.get(number);
  if (!arrival || arrival.stands === 0n) return 'refused';
  if (as !== 'treasury' && state.customer(as.customer).hasLeft) return 'refused';
  const amount = arrival.stands;
  const from = houseOf('SUSPENSE', 'BTC');
  const date = businessDay(now);
  arrival.stands = 0n;
  if (as === 'treasury') {
    state.books.post({ from, to: houseOf('TREASURY', 'BTC'), type: 'TREASURY_MOVE', amount, date });
    return 'done';
  }
  state.books.post({ from, to: outputOf(as.customer, 'BTC'), type: 'RECHARGE_BTC', amount, date });
  payOwed(state, as.customer, now);
  return 'done';
}
