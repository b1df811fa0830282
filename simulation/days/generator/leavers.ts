/** Customers who come with little, and who leave: refused until everything is settled. */
import { outputOf, prepaidOf } from '../auditor/books.ts';
import { miningDay, plusDays } from '../auditor/calendar.ts';
import { debitBound } from '../auditor/corrections.ts';
import { ownPrepaid } from '../auditor/leaving.ts';
import type { State } from '../auditor/state.ts';
import type { Action } from '../events.ts';
import { anyMachine, type Choice, type Chooser } from './chooser.ts';

const ownsNone = (state: State, customer: string): boolean =>
  ![...state.machines.values()].some(({ versions }) => versions.some(({ terms }) => terms.owner === customer));

/** Little money of one who has no machine: most of them leave again. */
export const visits: Choice = ({ random, state, customers }) => {
  const customer = customers.slice(-12).findLast((one) => ownsNone(state, one));
  if (customer === undefined) return null;
  if (random.below(3) === 0) return { do: 'promotion', customer, amount: BigInt(1 + random.below(4_000_000)) };
  const coin = random.pick(['BTC', 'USDT'] as const);
  const most = coin === 'BTC' ? 60_000 : 6_000_000;
  return { do: 'deposit-by-hand', customer, coin, amount: BigInt(1 + random.below(most)) };
};

/** Machines are sold, debts paid, what is left is spent; then the customer leaves, or is refused until all days are closed. */
export const farewells: Choice = (chooser, now) => {
  const { random, state, customers } = chooser;
  const { below, pick } = random;
  if (chooser.leaving === null || state.customer(chooser.leaving).hasLeft || below(40) === 0) {
    const visitor = customers.slice(-12).find((one) => ownsNone(state, one));
    chooser.leaving = visitor !== undefined && below(2) === 0 ? visitor : pick(customers);
  }
  const customer = chooser.leaving;
  const today = miningDay(now);
  const owned = [...state.machines.values()].filter(({ versions }) =>
    versions.some(
      ({ terms, from }, at) => terms.owner === customer && (versions[at + 1]?.from ?? '9999') > today && from <= today,
    ),
  );
  const announced = [...state.machines.values()].find(({ versions }) =>
    versions.some(({ terms, from }) => terms.owner === customer && from > today),
  );
  if (below(5) > 0) {
    const owner = pick(customers);
    if (owned.length > 0 && owner !== customer)
      return { do: 'terms', changes: owned.map(({ no }) => ({ machine: no, from: today, patch: { owner } })) };
    const version = announced?.versions.find(({ terms, from }) => terms.owner === customer && from > today);
    if (announced && version)
      return { do: 'terms', changes: [{ machine: announced.no, from: version.from, patch: { owner } }] };
    const { owed, owedHosting } = state.customer(customer);
    const debt = [...owed, ...owedHosting].reduce((sum, charge) => sum + charge.owed, 0n);
    if (debt > 0n) return { do: 'deposit-by-hand', customer, coin: 'USDT', amount: debt };
    const spent = spending(chooser, customer);
    if (spent) return spent;
  }
  const hasRest = [
    prepaidOf(customer),
    ...(['BTC', 'ETH', 'DOGE'] as const).map((coin) => outputOf(customer, coin)),
  ].some((account, at) => (at === 0 ? ownPrepaid(state, customer) : state.books.posted(account)) > 0n);
  return { do: 'leave', customer, hasReceipt: below(8) === 0 ? !hasRest : hasRest, isProposed: below(2) === 0 };
};

/** A correction of a day that was too cheap takes what no withdrawal of the simulation carries away. */
function spending({ state }: Chooser, customer: string): Action | null {
  const own = ownPrepaid(state, customer);
  const btc = state.books.available(outputOf(customer, 'BTC'));
  if (own < 10_000_000n && btc < 100_000n) return null;
  const [date, charge] =
    [...state.charges]
      .map(([day, charges]) => [day, [...charges.values()].find((one) => one.customer === customer)] as const)
      .findLast(([, one]) => one !== undefined) ?? [];
  if (date === undefined || !charge) return null;
  const price = state.prices.get(date)?.BTC ?? 0n;
  const amount = state.books.available(prepaidOf(customer)) + (btc * price) / 100_000_000n;
  const bound = debitBound(charge.amount);
  const debit = amount < bound ? amount : bound;
  return { do: 'correct', machine: charge.machine, date, what: 'electricity', coin: 'USDT', amount: -debit };
}

/** Refused, or for suspense. */
export const afterwards: Choice = (chooser, now) => {
  const { random, state, left, arrivals } = chooser;
  const customer = left[random.below(left.length || 1)];
  if (customer === undefined) return null;
  const amount = BigInt(100_000 + random.below(1_000_000));
  const events: (() => Action)[] = [
    () => ({ do: 'deposit-by-hand', customer, coin: 'USDT', amount }),
    () => ({ do: 'promotion', customer, amount }),
    () => ({ do: 'leave', customer, hasReceipt: false, isProposed: false }),
    () => ({
      do: 'terms',
      changes: [{ machine: anyMachine(chooser).no, from: plusDays(miningDay(now), 1), patch: { owner: customer } }],
    }),
  ];
  if (state.customer(customer).hasAddress && random.below(3) === 0)
    return { do: 'coins-arrive', to: { customer }, amount, arrival: (arrivals.count += 1) };
  return random.pick(events)();
};
