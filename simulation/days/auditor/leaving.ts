/** A customer leaves with everything settled, for good (ADR 0031). */
import type { Action, Outcome } from '../events.ts';
import { houseOf, incomeOf, outputOf, prepaidOf, savingsOf } from './books.ts';
import { businessDay, earlier, later, monthOf, plusDays, startOf } from './calendar.ts';
import type { State } from './state.ts';

type Leave = Extract<Action, { do: 'leave' }>;

/** No withdrawal carries less. */
const smallestWithdrawal = { BTC: 100_000n, USDT: 10_000_000n };

/** What of USDT was never promotional credit. */
export function ownPrepaid(state: State, account: string): bigint {
  const posted = state.books.posted(prepaidOf(account));
  const { promotion } = state.customer(account);
  return posted > promotion ? posted - promotion : 0n;
}

/** A machine earns and costs on each open day on which the customer has it under contract. */
function hasOpenDays(state: State, account: string): boolean {
  const firstOpen = state.lastClosed === null ? '0000-01-01' : plusDays(state.lastClosed, 1);
  const begins = state.lastClosed === null ? -Infinity : startOf(firstOpen);
  return [...state.machines.values()].some(({ versions }) =>
    versions.some(({ terms }, at) => {
      const next = versions[at + 1]?.from ?? '9999-12-31';
      return terms.owner === account && next > firstOpen && (terms.end === null || terms.end > begins);
    }),
  );
}

/** Hosting of days before a sale is charged with the month's last mining day: its former owner waits for that. */
function hasHostingToCome(state: State, account: string): boolean {
  if (state.lastClosed === null) return false;
  const firstOpen = plusDays(state.lastClosed, 1);
  return [...state.machines.values()].some(({ kind, onSiteSince, hostedTo, versions }) => {
    if (kind !== 'THIRD' || onSiteSince === null) return false;
    const arrived = later(monthOf(firstOpen), businessDay(onSiteSince));
    const notCharged = hostedTo === null ? arrived : later(arrived, plusDays(hostedTo, 1));
    return versions.some(({ terms, from }, at) => {
      const next = versions[at + 1]?.from;
      if (terms.owner !== account || !terms.hostingFee || next === undefined || next > firstOpen) return false;
      const last = plusDays(next, -1);
      const lastHosted = terms.end === null ? last : earlier(last, businessDay(terms.end - 1));
      return later(notCharged, from) <= lastHosted;
    });
  });
}

function isSettled(state: State, account: string): boolean {
  const { books } = state;
  const { positions } = state.customer(account);
  const inSavings = (['BTC', 'USDT'] as const).some(
    (coin) => books.posted(savingsOf(account, coin)) !== 0n || books.posted(incomeOf(account, coin)) !== 0n,
  );
  const isArriving = [...positions.values()].some(({ orders }) => orders.some(({ isDone }) => !isDone));
  const hasInterest = state.interestDays.some(
    ({ isPaid, shares }) => !isPaid && shares.some(({ customer, amount }) => customer === account && amount > 0n),
  );
  const canWithdraw =
    books.posted(outputOf(account, 'BTC')) >= smallestWithdrawal.BTC ||
    ownPrepaid(state, account) >= smallestWithdrawal.USDT;
  return !(
    inSavings ||
    isArriving ||
    hasInterest ||
    canWithdraw ||
    state.owesFees(account) ||
    hasOpenDays(state, account) ||
    hasHostingToCome(state, account)
  );
}

/** Own coins that no withdrawal carries are paid by hand before, and become the operator's; promotional credit ends. */
export function leave(state: State, { customer: account, hasReceipt }: Leave, now: number): Outcome {
  const customer = state.customer(account);
  if (customer.hasLeft || !isSettled(state, account)) return 'refused';
  const own = ownPrepaid(state, account);
  const rests = [
    { from: prepaidOf(account), to: houseOf('TREASURY', 'USDT'), amount: own },
    ...(['BTC', 'ETH', 'DOGE'] as const).map((coin) => ({
      from: outputOf(account, coin),
      to: houseOf('TREASURY', coin),
      amount: state.books.posted(outputOf(account, coin)),
    })),
  ];
  if (rests.some(({ amount }) => amount > 0n) !== hasReceipt) return 'refused';
  const ended = state.books.posted(prepaidOf(account)) - own;
  const promotion = { from: prepaidOf(account), to: houseOf('PROMOTION_EXPENSE', 'USDT'), amount: ended };
  for (const line of [...rests, promotion]) state.books.post({ ...line, type: 'LEAVING', date: businessDay(now) });
  customer.promotion = 0n;
  customer.hasLeft = true;
  return 'done';
}
