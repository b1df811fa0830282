/**
 * Outages in closed days (ADR 0032, its golden cases): the difference that the close's formulas make for the seconds that were counted and
 * not run. Electricity goes back, what is owed first; then output is taken back, the rest becomes a charge.
 */
import type { Action, Coin, OutageScope, Outcome } from '../events.ts';
import { houseOf, outputOf } from './books.ts';
import { dayLength, startOf } from './calendar.ts';
import { addToTotal, fullPayPerShare } from './close.ts';
import { accountIn, correctionsOf, keep, postMove, waive } from './corrections.ts';
import { electricity } from './electricity.ts';
import { least, most, roundedUp } from './exact.ts';
import { leaveArrear, versionOn } from './machines.ts';
import { daysOf, isKnown } from './outages.ts';
import { coinOrder, payOwed } from './pay.ts';
import { refundableIn } from './revenue.ts';
import { type Span, union, wholeSeconds, within, without } from './spans.ts';
import type { Charge, Machine, OutageCredit, State, Terms } from './state.ts';

type CreditOutage = Extract<Action, { do: 'credit-outage' }>;

const daysAtMost = 31;
const unit = 100_000_000n;

const isSameScope = (a: OutageScope, b: OutageScope): boolean =>
  'site' in a ? 'site' in b && a.site === b.site : 'machine' in b && a.machine === b.machine;

/** The same outage is credited once; asked for again it does nothing more. */
export function creditOutage(state: State, action: CreditOutage, now: number): Outcome {
  const { scope, from, to, keepsOutput, isProposed } = action;
  const known = state.credits.find((one) => one.from === from && one.to === to && isSameScope(one.scope, scope));
  if (known && isProposed) return 'refused';
  if (known) return known.isPosted || postCredit(state, known, now) ? 'done' : 'refused';
  if (!isKnown(state, scope) || to <= from || to > now) return 'refused';
  const days = daysOf(from, to);
  const isClosed = (date: string) => state.lastClosed !== null && date <= state.lastClosed && state.network.has(date);
  if (days.length > daysAtMost || !days.every(isClosed)) return 'refused';
  const credit: OutageCredit = {
    number: state.credits.length + 1,
    scope,
    from,
    to,
    keepsOutput,
    isPosted: false,
  };
  if (dueOf(state, credit).length === 0) return 'refused';
  state.credits.push(credit);
  return postCredit(state, credit, now) ? 'done' : 'refused';
}

/** What waited for revenue, in order; one that still waits stops no other. */
export function carryOnCredits(state: State, now: number): void {
  for (const credit of state.credits) if (!credit.isPosted) postCredit(state, credit, now);
}

interface Due {
  machine: Machine;
  date: string;
  terms: Terms;
  charge: Charge | null;
  /** Micro-USDT that were charged too much, satoshis that were paid out too much. */
  electricity: bigint;
  output: bigint;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By date, then machine number: those whose figures change. */
function dueOf(state: State, credit: OutageCredit): Due[] {
  const { scope, from, to } = credit;
  const due: Due[] = [];
  const machines = 'site' in scope ? [...state.machines.values()] : [state.machine(scope.machine)];
  for (const date of daysOf(from, to)) {
    for (const machine of machines) {
      const terms = versionOn(machine, date)?.terms;
      if (!terms || ('site' in scope && terms.site !== scope.site)) continue;
      if (state.customer(terms.owner).hasLeft) continue;
      const one = dueOfDay(state, machine, { date, terms, credit });
      if (one && (one.electricity > 0n || one.output > 0n)) due.push(one);
    }
  }
  return due.sort((a, b) => compare(a.date, b.date) || compare(a.machine.no, b.machine.no));
}

function dueOfDay(
  state: State,
  machine: Machine,
  { date, terms, credit }: { date: string; terms: Terms; credit: OutageCredit },
): Due | null {
  const { no } = machine;
  const start = startOf(date);
  const network = state.network.get(date);
  const log = machine.log.filter(({ status }) => status === 'RUNNING');
  const ran = within(
    log.map((period) => ({ from: period.from, to: period.to ?? Infinity })),
    start,
    start + dayLength,
  );
  if (!network || within(ran, credit.from, credit.to).length === 0) return null;
  // Each second counts once.
  const earlier = state.credits.filter(
    (one) => one.number < credit.number && isSameScope(one.scope, 'site' in one.scope ? terms : { machine: no }),
  );
  const counted = without(ran, union(earlier));
  const minedFor = without(ran, union(earlier.filter(({ keepsOutput }) => !keepsOutput)));
  const partsOf = (spans: readonly Span[]): number[] => {
    let epochStart = start;
    return network.epochs.map(({ seconds }) => {
      const [since, until] = [epochStart, epochStart + seconds * 1000];
      epochStart = until;
      return wholeSeconds(within(spans, since, until));
    });
  };
  const total = (spans: readonly Span[]) => partsOf(spans).reduce((sum, part) => sum + part, 0);
  const byHand = correctionsOf(state, no, date).filter(({ credit: made }) => made === null);

  const charge = state.charges.get(date)?.get(no) ?? null;
  const feeOf = (spans: readonly Span[]) => (charge ? electricity(charge.powerWatts, total(spans), charge.price) : 0n);
  const isFeeKept = byHand.some(({ what }) => what === 'electricity');
  const mined = machine.coin === 'BTC' ? state.outputs.get(date)?.get(`${no} BTC`) : undefined;
  const netOf = (spans: readonly Span[]) =>
    mined ? fullPayPerShare(network, { ...terms, hashrate: mined.hashrate }, partsOf(spans)).net : 0n;
  const isOutputKept = credit.keepsOutput || byHand.some(({ what }) => what === 'output');
  return {
    machine,
    date,
    terms,
    charge,
    electricity: isFeeKept ? 0n : feeOf(counted) - feeOf(without(counted, [credit])),
    output: isOutputKept ? 0n : netOf(minedFor) - netOf(without(minedFor, [credit])),
  };
}

interface Refund {
  due: Due;
  charge: Charge;
  coin: Coin;
  moved: bigint;
  movedPromotion: bigint;
  waived: bigint;
}

/**
 * Backwards through what paid: what is owed of the day, the coins from the last to the first, in the customer's favour, then prepaid money; of
 * that what was the customer's own first, so that own money is never given back as promotional credit.
 */
function refundsOf(state: State, due: Due): Refund[] {
  const { machine, date, charge } = due;
  if (!charge || due.electricity === 0n) return [];
  const given = correctionsOf(state, machine.no, date).filter(
    ({ what, moved }) => what === 'electricity' && moved > 0n,
  );
  const backIn = (coin: Coin) => given.reduce((sum, one) => (one.coin === coin ? sum + one.moved : sum), 0n);
  const backPromotion = given.reduce((sum, one) => sum + one.movedPromotion, 0n);
  const waived = least(due.electricity, charge.owed);
  let left = due.electricity - waived;
  const refunds: Refund[] = [];
  for (const coin of coinOrder[charge.coin].toReversed()) {
    const price = state.prices.get(date)?.[coin];
    const had = charge.paid[coin] - backIn(coin);
    if (left <= 0n || had <= 0n || price === undefined) continue;
    const units = least(roundedUp(left * unit, price), had);
    refunds.push({ due, charge, coin, moved: units, movedPromotion: 0n, waived: 0n });
    left -= least(left, roundedUp(units * price, unit));
  }
  const paid = charge.prepaid - backIn('USDT');
  const moved = least(left, paid);
  const own = paid - (charge.promotion - backPromotion);
  if (waived + moved > 0n)
    refunds.unshift({ due, charge, coin: 'USDT', moved, movedPromotion: most(0n, moved - own), waived });
  return refunds;
}

/** Revenue that a credit gives back, by coin: it never goes below zero. */
function isCovered(state: State, refunds: readonly Refund[]): boolean {
  const needed = new Map<Coin, { all: bigint; own: bigint }>();
  for (const { coin, moved, movedPromotion } of refunds) {
    const { all, own } = needed.get(coin) ?? { all: 0n, own: 0n };
    needed.set(coin, { all: all + moved, own: own + moved - movedPromotion });
  }
  return [...needed].every(([coin, { all, own }]) => {
    const revenue = houseOf('ELECTRICITY_REVENUE', coin);
    return all === 0n || (all <= state.books.available(revenue) && own <= refundableIn(state, revenue, coin));
  });
}

function byCustomer(due: readonly Due[]): Map<string, Due[]> {
  const own = new Map<string, Due[]>();
  for (const one of due) own.set(one.terms.owner, [...(own.get(one.terms.owner) ?? []), one]);
  return own;
}

function postCredit(state: State, credit: OutageCredit, now: number): boolean {
  const due = dueOf(state, credit);
  if (
    !isCovered(
      state,
      due.flatMap((one) => refundsOf(state, one)),
    )
  )
    return false;
  for (const [customer, own] of byCustomer(due)) postOf(state, customer, own, { credit: credit.number, now });
  credit.isPosted = true;
  return true;
}

function postOf(
  state: State,
  customer: string,
  due: readonly Due[],
  { credit, now }: { credit: number; now: number },
): void {
  let isRelieved = false;
  for (const { due: day, charge, coin, moved, movedPromotion, waived } of due.flatMap((one) => refundsOf(state, one))) {
    const { no: machine } = day.machine;
    const accounts = [houseOf('ELECTRICITY_REVENUE', coin), accountIn(customer, coin)] as const;
    postMove(state, ...accounts, { moved, type: 'ADJUST_ELE', machine, now });
    state.customer(customer).promotion += movedPromotion;
    const correction = { machine, date: day.date, what: 'electricity', coin, amount: moved + waived } as const;
    keep(state, correction, customer, { moved, movedPromotion, becomes: 0n, now, credit });
    waive(state, [charge], waived);
    isRelieved ||= waived > 0n;
  }
  for (const { machine, date, output } of due) if (output > 0n) takeBack(machine.no, date, output);
  const owner = state.customer(customer);
  owner.owed = owner.owed.filter(({ owed }) => owed > 0n);
  if (isRelieved) leaveArrear(state, customer, now);
  payOwed(state, customer, now);

  function takeBack(machine: string, date: string, amount: bigint): void {
    const account = outputOf(customer, 'BTC');
    const taken = least(amount, most(0n, state.books.available(account)));
    const price = state.prices.get(date)?.BTC ?? 0n;
    const accounts = [houseOf('MINING_RECEIVABLE', 'BTC'), account] as const;
    postMove(state, ...accounts, { moved: -taken, type: 'ADJUST_OUTPUT', machine, now });
    if (taken > 0n) state.uncountedCorrections.push({ coin: 'BTC', date, amount: -taken });
    addToTotal(state, customer, 'BTC', -amount);
    const correction = { machine, date, what: 'output', coin: 'BTC', amount: -amount } as const;
    const becomes = ((amount - taken) * price) / unit;
    keep(state, correction, customer, { moved: -taken, movedPromotion: 0n, becomes, now, credit });
  }
}

/** Whether revenue covers a credit, whatever the batches in which it is posted. */
export function canBeCredited(state: State, credit: Omit<OutageCredit, 'number' | 'isPosted'>): boolean {
  const all = { ...credit, number: state.credits.length + 1, isPosted: false };
  return isCovered(
    state,
    dueOf(state, all).flatMap((one) => refundsOf(state, one)),
  );
}
