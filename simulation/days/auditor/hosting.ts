/**
 * Hosting (domain.md §4): by business days, with the close of a month's last mining day and of the contract's last one, from the day on
 * which the machine was on site.
 */
import type { MinedCoin } from '../events.ts';
import {
  businessDay,
  daysFromTo,
  earlier,
  endsMonth,
  lastOfMonth,
  later,
  miningDay,
  monthOf,
  plusDays,
} from './calendar.ts';
import { lastDayOf, versionOn } from './machines.ts';
import type { HostingCharge, Machine, State, Version } from './state.ts';

const nothing = (): Record<MinedCoin, bigint> => ({ BTC: 0n, ETH: 0n, DOGE: 0n });

/** The instant before the contract is over. */
const lastInstant = (end: number): number => end - 1;

export function chargeHosting(state: State, date: string): void {
  for (const machine of state.machines.values()) {
    if (machine.kind !== 'THIRD' || machine.onSiteSince === null) continue;
    const standing = versionOn(machine, date);
    const end = standing?.terms.end ?? null;
    const endsContract = end !== null && miningDay(lastInstant(end)) === date;
    if (endsMonth(date)) chargeMonth(state, machine, { date, month: monthOf(date), until: lastOfMonth(monthOf(date)) });
    else if (endsContract && standing)
      chargeMonth(state, machine, { date, month: monthOf(date), until: contractDay(end) });
    // The last hours of a month's last mining day are the first of the next business month.
    if (endsMonth(date) && endsContract)
      chargeMonth(state, machine, { date, month: plusDays(date, 1), until: contractDay(end) });
  }
}

const contractDay = (end: number): string => businessDay(lastInstant(end));

interface Due {
  date: string;
  month: string;
  /** The last day that is due. */
  until: string;
}

/** The days of a month that no charge has yet, each by the version of its day. */
function chargeMonth(state: State, machine: Machine, { date, month, until }: Due): void {
  const { onSiteSince, hostedTo } = machine;
  if (onSiteSince === null) return;
  const notCharged = hostedTo === null ? month : plusDays(hostedTo, 1);
  const first = later(later(month, businessDay(onSiteSince)), notCharged);
  const last = earlier(until, lastOfMonth(month));
  let hosted: string | null = null;
  for (const version of machine.versions) {
    // What begins later is another contract, announced or not.
    if (version.from > date) break;
    const charge = chargeOf(state, machine, version, { date, month, first, last });
    if (charge === null) continue;
    state.hosting.push(charge);
    state.touched.add(charge);
    if (charge.owed > 0n) state.customer(charge.customer).owedHosting.push(charge);
    hosted = later(hosted ?? charge.lastDay, charge.lastDay);
  }
  if (hosted !== null) machine.hostedTo = later(machine.hostedTo ?? hosted, hosted);
}

function chargeOf(
  state: State,
  machine: Machine,
  version: Version,
  { date, month, first, last }: { date: string; month: string; first: string; last: string },
): HostingCharge | null {
  const { owner, hostingFee, end } = version.terms;
  if (hostingFee === null || hostingFee === 0n) return null;
  const firstDay = later(first, version.from);
  const lastOfVersion = earlier(lastDayOf(machine, version) ?? last, last);
  const lastDay = end === null ? lastOfVersion : earlier(lastOfVersion, contractDay(end));
  if (firstDay > lastDay) return null;
  const days = daysFromTo(firstDay, lastDay);
  const amount = (hostingFee * BigInt(days)) / BigInt(daysFromTo(month, lastOfMonth(month)));
  return {
    kind: 'hosting',
    machine: machine.no,
    customer: owner,
    month,
    date,
    coin: machine.coin,
    firstDay,
    lastDay,
    days,
    monthlyFee: hostingFee,
    amount,
    prepaid: 0n,
    paid: nothing(),
    covered: 0n,
    waived: 0n,
    owed: amount,
    number: state.hosting.length,
  };
}
