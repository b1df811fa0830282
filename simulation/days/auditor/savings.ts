/** COIN UP (domain.md §8). */
import type { Action, Outcome, SavingsCoin } from '../events.ts';
import { houseOf, incomeOf, savingsOf, walletOf } from './books.ts';
import { businessDay, hour, later, plusDays, startOf } from './calendar.ts';
import { scaled } from './exact.ts';
import { payOwed } from './pay.ts';
import { spendable } from './reserve.ts';
import { coveredIn } from './revenue.ts';
import type { InterestDay, Order, Position, State } from './state.ts';

type Of<Name extends Action['do']> = Extract<Action, { do: Name }>;

const coins = ['BTC', 'USDT'] as const;
const minimum = { BTC: 100_000n, USDT: 100_000_000n };
/** A year's days times the parts of a rate. */
const parts = 365n * 1_000_000n;

/** Movements of a day whose run is closed belong to the next one. */
function today(state: State, now: number): string {
  const asked = businessDay(now);
  return state.lastSavingsClosed === null ? asked : later(asked, plusDays(state.lastSavingsClosed, 1));
}

function positionOf(state: State, account: string, coin: SavingsCoin): Position {
  const { positions } = state.customer(account);
  let position = positions.get(coin);
  if (!position) {
    position = { orders: [], settledIn: 0n, settledOut: 0n, carry: 0n };
    positions.set(coin, position);
  }
  return position;
}

const total = (orders: readonly Order[], isCounted: (order: Order) => boolean): bigint =>
  orders.reduce((sum, order) => (isCounted(order) ? sum + order.amount : sum), 0n);

/** What may be redeemed. */
export function earningOf(state: State, account: string, coin: SavingsCoin): bigint {
  const { orders, settledIn, settledOut } = positionOf(state, account, coin);
  const begun = total(orders, ({ direction, isDone }) => direction === 'IN' && isDone);
  const redeemed = total(orders, ({ direction }) => direction === 'OUT');
  return settledIn + begun - settledOut - redeemed;
}

const isInterestOwed = (state: State): boolean => state.interestDays.some(({ isPaid }) => !isPaid);

export function subscribe(state: State, { customer, coin, amount }: Of<'subscribe'>, now: number): Outcome {
  if (isInterestOwed(state) || amount < minimum[coin] || state.owesFees(customer)) return 'refused';
  if (amount > spendable(state, customer, coin, now)) return 'refused';
  const date = today(state, now);
  const [from, to] = [walletOf(customer, coin), savingsOf(customer, coin)];
  state.books.post({ from, to, type: `COIN_UP_IN_${coin}`, amount, date });
  const order: Order = { direction: 'IN', amount, date, arrival: plusDays(date, 1), isDone: false };
  positionOf(state, customer, coin).orders.push(order);
  return 'done';
}

export function redeem(state: State, { customer, coin, amount }: Of<'redeem'>, now: number): Outcome {
  if (amount > earningOf(state, customer, coin)) return 'refused';
  const date = today(state, now);
  state.books.hold(savingsOf(customer, coin), amount);
  const order: Order = { direction: 'OUT', amount, date, arrival: plusDays(date, 1), isDone: false };
  positionOf(state, customer, coin).orders.push(order);
  return 'done';
}

export function redeemInterest(state: State, { customer, coin, amount }: Of<'redeem-interest'>, now: number): Outcome {
  const from = incomeOf(customer, coin);
  if (amount > state.books.available(from)) return 'refused';
  const to = walletOf(customer, coin);
  state.books.post({ from, to, type: `INCOME_IN_${coin}`, amount, date: today(state, now) });
  payOwed(state, customer, now);
  return 'done';
}

function rateOn(state: State, coin: SavingsCoin, date: string): bigint {
  return state.rates.findLast((rate) => rate.coin === coin && rate.from <= date)?.ppm ?? 0n;
}

/** No rate falls within a week, from what would be in force to what is announced after it. */
export function setRate(state: State, { coin, percent, from }: Of<'rate'>, now: number): Outcome {
  const current = businessDay(now);
  if (from <= current) return 'refused';
  const ppm = scaled(percent, 4);
  const free = plusDays(current, 7);
  if (from < free && ppm < rateOn(state, coin, from)) return 'refused';
  const next = state.rates.find((rate) => rate.coin === coin && rate.from > from);
  if (next && next.from < free && next.ppm < ppm) return 'refused';
  const rest = state.rates.filter((rate) => rate.coin !== coin || rate.from !== from);
  state.rates.splice(0, state.rates.length, ...rest, { coin, from, ppm });
  state.rates.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  return 'done';
}

/** Interest of the day, by dates; then what begins to earn and what arrives on the next; then whether the fund can pay. */
export function closeSavingsDay(state: State, date: string, now: number): Outcome {
  const isNext = state.lastSavingsClosed === null || date === plusDays(state.lastSavingsClosed, 1);
  const end = startOf(plusDays(date, 1)) - 8 * hour;
  if (!isNext || now < end) return 'refused';
  const days = coins.map((coin) => interestOf(state, coin, date));
  state.lastSavingsClosed = date;
  arrive(state, plusDays(date, 1), now);
  payDebts(state);
  for (const day of days) {
    state.interestDays.push(day);
    const isBehind = state.interestDays.some((one) => one !== day && one.coin === day.coin && !one.isPaid);
    const fund = state.books.available(houseOf('INTEREST_FUND', day.coin));
    day.wasOwed = day.total > 0n && (isBehind || fund < day.total);
    if (!day.wasOwed) pay(state, day);
  }
  return 'done';
}

function interestOf(state: State, coin: SavingsCoin, date: string): InterestDay {
  const rate = rateOn(state, coin, date);
  const shares: InterestDay['shares'] = [];
  for (const { account, positions } of state.customers.values()) {
    const position = positions.get(coin);
    if (!position) continue;
    const { orders, settledIn, settledOut } = position;
    const begun = total(orders, (order) => order.direction === 'IN' && order.date < date);
    const redeemed = total(orders, (order) => order.direction === 'OUT' && order.date <= date);
    const principal = settledIn + begun - settledOut - redeemed;
    if (principal <= 0n) continue;
    const earned = principal * rate + position.carry;
    position.carry = earned % parts;
    shares.push({ customer: account, principal, amount: earned / parts, carry: position.carry });
  }
  const amount = shares.reduce((sum, share) => sum + share.amount, 0n);
  return { coin, date, total: amount, shares, wasOwed: false, isPaid: false };
}

function arrive(state: State, date: string, now: number): void {
  for (const { account, positions } of state.customers.values()) {
    let hasArrived = false;
    for (const [coin, position] of positions) {
      for (const order of position.orders) {
        if (order.isDone || order.arrival > date) continue;
        order.isDone = true;
        if (order.direction === 'IN') continue;
        hasArrived = true;
        const [from, to] = [savingsOf(account, coin), walletOf(account, coin)];
        state.books.hold(from, -order.amount);
        state.books.post({ from, to, type: `COIN_UP_OUT_${coin}`, amount: order.amount, date });
      }
      forgetOrders(position, plusDays(date, -3));
    }
    if (hasArrived) payOwed(state, account, now);
  }
}

/** Orders that every later day counts whole. */
function forgetOrders(position: Position, before: string): void {
  const old = position.orders.filter(({ isDone, date }) => isDone && date < before);
  position.settledIn += total(old, ({ direction }) => direction === 'IN');
  position.settledOut += total(old, ({ direction }) => direction === 'OUT');
  position.orders = position.orders.filter((order) => !old.includes(order));
}

/** The day's interest leaves the fund in one line, and goes to the customers from there: nothing of it stays. */
function pay(state: State, day: InterestDay): void {
  const payable = houseOf('INTEREST_PAYABLE', day.coin);
  const shared = { type: 'INTEREST', date: day.date };
  state.books.post({ ...shared, from: houseOf('INTEREST_FUND', day.coin), to: payable, amount: day.total });
  for (const { customer, amount } of day.shares)
    state.books.post({ ...shared, from: payable, to: incomeOf(customer, day.coin), amount });
  const left = state.books.posted(payable);
  if (left !== 0n) throw new Error(`${payable} keeps ${left} of ${day.date}`);
  day.isPaid = true;
}

/** Days that wait for the fund, the oldest first; none before an older one. */
function payDebts(state: State): void {
  for (const coin of coins) {
    for (const day of state.interestDays) {
      if (day.coin !== coin || day.isPaid) continue;
      if (state.books.available(houseOf('INTEREST_FUND', coin)) < day.total) break;
      pay(state, day);
    }
  }
}

export function payFund(state: State, { coin, amount, from }: Of<'pay-fund'>, now: number): Outcome {
  const source = houseOf(
    from === 'treasury' ? 'TREASURY' : from === 'hosting-revenue' ? 'HOSTING_REVENUE' : 'ELECTRICITY_REVENUE',
    coin,
  );
  if (amount > state.books.available(source)) return 'refused';
  if (from !== 'treasury' && amount > coveredIn(state, coin)) return 'refused';
  const to = houseOf('INTEREST_FUND', coin);
  state.books.post({ from: source, to, type: 'FUND_PAID_IN', amount, date: businessDay(now) });
  payDebts(state);
  return 'done';
}
