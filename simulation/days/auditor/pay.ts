/** How charges are paid (domain.md §6): by date, then machine number; one account first, then the other. */
import type { MinedCoin } from '../events.ts';
import { houseOf, outputOf, prepaidOf } from './books.ts';
import { least, most, roundedUp } from './exact.ts';
import { leaveArrear } from './machines.ts';
import type { Charge, Customer, HostingCharge, State } from './state.ts';

const unit = 100_000_000n;

/** The mined coin first, then BTC, then the others. */
export const coinOrder: Record<MinedCoin, MinedCoin[]> = {
  BTC: ['BTC', 'ETH', 'DOGE'],
  ETH: ['ETH', 'BTC', 'DOGE'],
  DOGE: ['DOGE', 'BTC', 'ETH'],
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const inOrder = (a: Charge, b: Charge): number =>
  compare(a.date, b.date) ||
  compare(a.machine, b.machine) ||
  (a.correction?.number ?? -1) - (b.correction?.number ?? -1);

const hostingInOrder = (a: HostingCharge, b: HostingCharge): number =>
  compare(a.date, b.date) || compare(a.machine, b.machine) || a.number - b.number;

interface Payable {
  customer: string;
  machine: string;
  date: string;
  coin: MinedCoin;
  owed: bigint;
  prepaid: bigint;
  covered: bigint;
  paid: Record<MinedCoin, bigint>;
}

interface Postings {
  revenue: string;
  typeIn(coin: string): string;
}

/** Of what is available, at most `limit`. */
function fromPrepaid(state: State, charge: Payable, { revenue, typeIn }: Postings, limit: bigint): bigint {
  const amount = least(charge.owed, most(limit, 0n));
  charge.prepaid += amount;
  charge.owed -= amount;
  const { customer, machine, date } = charge;
  const to = houseOf(revenue, 'USDT');
  state.books.post({ from: prepaidOf(customer), to, type: typeIn('USDT'), amount, date, machine });
  return amount;
}

/** Coins at the price of the charge's day, rounded in the customer's favour. */
function fromOutput(state: State, charge: Payable, { revenue, typeIn }: Postings, priceDate: string): void {
  const { customer, machine, date } = charge;
  for (const coin of coinOrder[charge.coin]) {
    const has = state.books.available(outputOf(customer, coin));
    if (charge.owed === 0n || has <= 0n) continue;
    const price = state.prices.get(priceDate)?.[coin];
    if (price === undefined) continue;
    const needed = (charge.owed * unit) / price;
    const amount = least(needed, has);
    const covered = needed <= has ? charge.owed : least(charge.owed, roundedUp(has * price, unit));
    charge.paid[coin] += amount;
    charge.covered += covered;
    charge.owed -= covered;
    const [from, to] = [outputOf(customer, coin), houseOf(revenue, coin)];
    state.books.post({ from, to, type: typeIn(coin), amount, date, machine });
  }
}

/** Pays what is owed and what is new, as far as the accounts have it; says whether anything older was paid. */
export function collect(state: State, customer: Customer, fresh: readonly Charge[]): boolean {
  const due = [...customer.owed, ...fresh].sort(inOrder);
  const isOlder = new Set(customer.owed);
  let paidOlder = false;
  for (const charge of due) {
    const { owed } = charge;
    state.change(charge, () => payElectricity(state, customer, charge));
    if (charge.owed === owed) continue;
    state.touched.add(charge);
    paidOlder ||= isOlder.has(charge);
  }
  customer.owed = due.filter(({ owed }) => owed > 0n);
  return paidOlder;
}

function payElectricity(state: State, customer: Customer, charge: Charge): void {
  const postings: Postings = {
    revenue: 'ELECTRICITY_REVENUE',
    typeIn: (coin) => (charge.correction === null ? `ELE_CONSUME_${coin}` : 'ADJUST_ELE'),
  };
  if (customer.outputFirst) fromOutput(state, charge, postings, charge.priceDate);
  const amount = fromPrepaid(state, charge, postings, state.books.available(prepaidOf(customer.account)));
  // Promotional credit is spent first.
  const promotion = least(amount, customer.promotion);
  customer.promotion -= promotion;
  charge.promotion += promotion;
  if (!customer.outputFirst) fromOutput(state, charge, postings, charge.priceDate);
}

/** From prepaid money that is no promotion, then from outputs, whichever the customer chose for electricity. */
export function collectHosting(state: State, customer: Customer): void {
  if (customer.owedHosting.length === 0) return;
  const postings: Postings = { revenue: 'HOSTING_REVENUE', typeIn: () => 'HOSTING_FEE' };
  customer.owedHosting.sort(hostingInOrder);
  for (const charge of customer.owedHosting) {
    const owed = charge.owed;
    const own = state.books.available(prepaidOf(customer.account)) - customer.promotion;
    fromPrepaid(state, charge, postings, own);
    fromOutput(state, charge, postings, charge.date);
    if (charge.owed !== owed) state.touched.add(charge);
  }
  customer.owedHosting = customer.owedHosting.filter(({ owed }) => owed > 0n);
}

/** After every credit to ELE or OUTPUT. */
export function payOwed(state: State, account: string, now: number): void {
  const customer = state.customer(account);
  const isRelieved = customer.owed.length > 0 && collect(state, customer, []);
  collectHosting(state, customer);
  if (isRelieved) leaveArrear(state, account, now);
}
