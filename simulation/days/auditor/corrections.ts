/** Late corrections of closed days (domain.md §3.2 and §7): new postings of today; what cannot be taken back becomes a charge. */
import type { Action, Coin, MinedCoin, Outcome } from '../events.ts';
import { type Account, houseOf, outputOf, prepaidOf } from './books.ts';
import { miningDay } from './calendar.ts';
import { addToTotal } from './close.ts';
import { least, most } from './exact.ts';
import { leaveArrear, versionOn } from './machines.ts';
import { payOwed } from './pay.ts';
import { refundableIn } from './revenue.ts';
import type { Charge, Correction, HostingCharge, State } from './state.ts';

type Correct = Extract<Action, { do: 'correct' }>;
type CorrectHosting = Extract<Action, { do: 'correct-hosting' }>;

const dayOf = (machine: string, date: string): string => `${machine} ${date}`;
export const accountIn = (customer: string, coin: Coin): Account =>
  coin === 'USDT' ? prepaidOf(customer) : outputOf(customer, coin);
const nothing = (): Record<MinedCoin, bigint> => ({ BTC: 0n, ETH: 0n, DOGE: 0n });
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n);

export function correct(state: State, action: Correct, now: number): Outcome {
  const { machine: no, date, what, coin, amount } = action;
  const owner = versionOn(state.machine(no), date)?.terms.owner;
  if (owner === undefined || state.lastClosed === null || date > state.lastClosed || date >= miningDay(now))
    return 'refused';
  if (state.customer(owner).hasLeft) return 'refused';
  return what === 'output'
    ? correctOutput(state, action, owner, now)
    : correctElectricity(state, { ...action, coin, amount }, owner, now);
}

/** No more is taken back than the machine mined on the day, less what earlier corrections took. */
function correctOutput(state: State, action: Correct, owner: string, now: number): Outcome {
  const { machine, date, amount } = action;
  const coin = action.coin as MinedCoin;
  const earlierOnes = correctionsOf(state, machine, date).filter((one) => one.what === 'output' && one.coin === coin);
  const mined = state.outputs.get(date)?.get(`${machine} ${coin}`)?.net ?? 0n;
  if (-amount > mined + sum(earlierOnes.map((one) => one.amount))) return 'refused';
  const account = outputOf(owner, coin);
  const moved = amount > 0n ? amount : -least(-amount, state.books.available(account));
  const rest = moved - amount;
  const price = state.prices.get(date)?.[coin];
  if (rest > 0n && price === undefined) return 'refused';
  const becomes = rest > 0n ? (rest * (price ?? 0n)) / 100_000_000n : 0n;
  postMove(state, houseOf('MINING_RECEIVABLE', coin), account, { moved, type: 'ADJUST_OUTPUT', machine, now });
  if (moved !== 0n) state.uncountedCorrections.push({ coin, date, amount: moved });
  addToTotal(state, owner, coin, amount);
  keep(state, action, owner, { moved, movedPromotion: 0n, becomes, now });
  payOwed(state, owner, now);
  return 'done';
}

/** Ten times the charge, and 100 USDT of any. */
export const debitBound = (charged: bigint): bigint => (charged > 10_000_000n ? charged * 10n : 100_000_000n);

/** What was too much comes off what is owed for the day first; then what was paid is given back, own money before promotion. */
function correctElectricity(state: State, action: Correct, owner: string, now: number): Outcome {
  const { machine, date, coin, amount } = action;
  if (amount < 0n) {
    if (-amount > debitBound(state.charges.get(date)?.get(machine)?.amount ?? 0n)) return 'refused';
    keep(state, action, owner, { moved: 0n, movedPromotion: 0n, becomes: -amount, now });
    payOwed(state, owner, now);
    return 'done';
  }
  const { charges, paid, paidOwn, owed } = chargedFor(state, machine, date, coin);
  const waivable = coin === 'USDT' ? owed : 0n;
  if (amount > paid + waivable) return 'refused';
  const waived = least(amount, waivable);
  const moved = amount - waived;
  const revenue = houseOf('ELECTRICITY_REVENUE', coin);
  const movedPromotion = coin === 'USDT' ? most(0n, moved - paidOwn) : 0n;
  if (moved > state.books.available(revenue)) return 'refused';
  if (moved > 0n && moved - movedPromotion > refundableIn(state, revenue, coin)) return 'refused';
  postMove(state, revenue, accountIn(owner, coin), { moved, type: 'ADJUST_ELE', machine, now });
  state.customer(owner).promotion += movedPromotion;
  keep(state, action, owner, { moved, movedPromotion, becomes: 0n, now });
  if (waived > 0n) {
    waive(state, charges, waived);
    const customer = state.customer(owner);
    customer.owed = customer.owed.filter((charge) => charge.owed > 0n);
    leaveArrear(state, owner, now);
  }
  payOwed(state, owner, now);
  return 'done';
}

export function waive(state: State, charges: readonly (Charge | HostingCharge)[], amount: bigint): void {
  let left = amount;
  for (const charge of charges) {
    const part = least(charge.owed, left);
    if (part === 0n) continue;
    state.change(charge, () => {
      charge.waived += part;
      charge.owed -= part;
    });
    left -= part;
    state.touched.add(charge);
  }
}

/** The day's own charge and what corrections of it became, with what can still be undone. */
function chargedFor(state: State, machine: string, date: string, coin: Coin) {
  const corrections = correctionsOf(state, machine, date).filter(({ what }) => what !== 'hosting');
  const own = state.charges.get(date)?.get(machine);
  const charges = [...(own ? [own] : []), ...corrections.flatMap(({ charge }) => charge ?? [])];
  const given = corrections.filter((one) => one.what === 'electricity' && one.coin === coin && one.moved > 0n);
  const paidIn = (charge: Charge) => (coin === 'USDT' ? charge.prepaid : charge.paid[coin]);
  const back = sum(given.map(({ moved }) => moved));
  const backPromotion = sum(given.map(({ movedPromotion }) => movedPromotion));
  const promotion = sum(charges.map((charge) => charge.promotion));
  const paid = sum(charges.map(paidIn)) - back;
  return { charges, paid, paidOwn: paid - (promotion - backPromotion), owed: sum(charges.map(({ owed }) => owed)) };
}

export const correctionsOf = (state: State, machine: string, date: string): Correction[] =>
  state.corrections.get(dayOf(machine, date)) ?? [];

export function postMove(
  state: State,
  house: Account,
  account: Account,
  { moved, type, machine, now }: { moved: bigint; type: string; machine: string; now: number },
): void {
  const [from, to] = moved > 0n ? [house, account] : [account, house];
  state.books.post({ from, to, type, amount: moved > 0n ? moved : -moved, date: miningDay(now), machine });
}

interface Kept {
  moved: bigint;
  movedPromotion: bigint;
  /** The charge that it becomes. */
  becomes: bigint;
  now: number;
  credit?: number | null;
}

export function keep(
  state: State,
  { machine, date: aboutDate, what, coin, amount }: Omit<Correct, 'do'>,
  customer: string,
  { moved, movedPromotion, becomes, now, credit = null }: Kept,
): void {
  const number = (state.correctionCount += 1);
  const date = miningDay(now);
  const facts = { number, machine, customer, aboutDate, date, what, coin, amount, moved, movedPromotion, credit };
  const correction: Correction = { ...facts, charge: null };
  if (becomes > 0n) {
    correction.charge = {
      kind: 'electricity',
      machine,
      customer,
      date,
      priceDate: aboutDate,
      coin: state.machine(machine).coin,
      seconds: 0,
      powerWatts: 0,
      price: '0',
      amount: becomes,
      prepaid: 0n,
      promotion: 0n,
      paid: nothing(),
      covered: 0n,
      waived: 0n,
      owed: becomes,
      postedAt: now,
      correction,
    };
    state.customer(customer).owed.push(correction.charge);
  }
  add(state, correction);
}

function add(state: State, correction: Correction): void {
  const key = dayOf(correction.machine, correction.aboutDate);
  state.corrections.set(key, [...(state.corrections.get(key) ?? []), correction]);
  state.freshCorrections.push(correction);
}

/** Hosting of a month; what was too little stops no machine. */
export function correctHosting(state: State, action: CorrectHosting, now: number): Outcome {
  const { machine, month, customer, coin, amount } = action;
  const charges = state.hosting
    .filter((one) => one.machine === machine && one.month === month && one.customer === customer)
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.number - b.number));
  const [first] = charges;
  if (!first || state.customer(customer).hasLeft) return 'refused';
  const given = correctionsOf(state, machine, month).filter(
    (one) => one.what === 'hosting' && one.coin === coin && one.customer === customer,
  );
  const paidIn = (charge: HostingCharge) => (coin === 'USDT' ? charge.prepaid : charge.paid[coin]);
  const paid = sum(charges.map(paidIn)) - sum(given.map(({ moved }) => moved));
  const waivable = coin === 'USDT' ? sum(charges.map(({ owed }) => owed)) : 0n;
  if (amount > paid + waivable) return 'refused';
  const waived = amount > 0n ? least(amount, waivable) : 0n;
  const moved = amount > 0n ? amount - waived : 0n;
  const revenue = houseOf('HOSTING_REVENUE', coin);
  if (moved > 0n && moved > refundableIn(state, revenue, coin)) return 'refused';
  postMove(state, revenue, accountIn(customer, coin), { moved, type: 'HOSTING_FEE', machine, now });
  const number = (state.correctionCount += 1);
  const facts = { number, machine, customer, aboutDate: month, date: miningDay(now), coin, amount, moved };
  add(state, { ...facts, what: 'hosting', movedPromotion: 0n, charge: null, credit: null });
  waive(state, charges, waived);
  const owner = state.customer(customer);
  owner.owedHosting = owner.owedHosting.filter(({ owed }) => owed > 0n);
  if (amount < 0n) becomeHosting(state, charges, -amount);
  payOwed(state, customer, now);
  return 'done';
}

function becomeHosting(state: State, charges: readonly HostingCharge[], amount: bigint): void {
  const first = charges[0] as HostingCharge;
  const charge: HostingCharge = {
    ...first,
    date: charges.reduce((last, { date }) => (date > last ? date : last), first.date),
    firstDay: first.month,
    lastDay: charges.reduce((last, { lastDay }) => (lastDay > last ? lastDay : last), first.lastDay),
    days: 0,
    monthlyFee: null,
    amount,
    prepaid: 0n,
    paid: nothing(),
    covered: 0n,
    waived: 0n,
    owed: amount,
    number: state.hosting.length,
  };
  state.hosting.push(charge);
  state.touched.add(charge);
  state.customer(charge.customer).owedHosting.push(charge);
}
