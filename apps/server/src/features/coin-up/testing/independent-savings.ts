/**
 * What every saver must have, computed apart from the product: from the list of what was asked and when, with exact
 * fractions, day by day. It knows the rules of COIN UP and nothing of the tables.
 */
export interface OrderCall {
  customer: number;
  coin: 'BTC' | 'USDT';
  kind: 'subscribe' | 'redeem';
  amount: bigint;
  /** Business day. */
  date: string;
}

/** A fraction with the one denominator that all of them have: 100 per cent, two decimals, 365 days. */
const denominator = 100n * 100n * 365n;

/** Yearly rate in hundredths of a per cent, by day. */
export type RateOf = (coin: 'BTC' | 'USDT', date: string) => bigint;

export interface Expected {
  /** Whole principal: earning and in transit. */
  principal: bigint;
  /** All interest up to and with the last day, rounded down once. */
  interest: bigint;
}

/** Of one position after the runs of `days`, all closed and paid. */
export function expectedSavings(
  orders: readonly OrderCall[],
  who: { customer: number; coin: 'BTC' | 'USDT' },
  days: readonly string[],
  rateOf: RateOf,
): Expected {
  const own = orders.filter(({ customer, coin }) => customer === who.customer && coin === who.coin);
  const sum = (wanted: (call: OrderCall) => boolean) =>
    own.filter(wanted).reduce((total, { amount }) => total + amount, 0n);
  const last = days.at(-1) ?? '';
  let parts = 0n;
  for (const day of days) {
    const subscribed = sum(({ kind, date }) => kind === 'subscribe' && date < day);
    const redeemed = sum(({ kind, date }) => kind === 'redeem' && date <= day);
    parts += (subscribed - redeemed) * rateOf(who.coin, day);
  }
  return {
    principal: sum(({ kind }) => kind === 'subscribe') - sum(({ kind, date }) => kind === 'redeem' && date <= last),
    interest: parts / denominator,
  };
}
