/** The close of a mining day (domain.md §§5 to 7): outputs, electricity, hosting, arrears. */
import type { Epoch, MinedCoin, Outcome } from '../events.ts';
import { houseOf, outputOf } from './books.ts';
import { dayLength, hour, plusDays, startOf } from './calendar.ts';
import { electricity } from './electricity.ts';
import { scaled } from './exact.ts';
import { chargeHosting } from './hosting.ts';
import { advance, forgetPeriods, leaveArrear, priceOn, secondsOn, stopOverdue, versionOn } from './machines.ts';
import { collect, collectHosting } from './pay.ts';
import type { Charge, NetworkDay, Output, State, Terms } from './state.ts';

/** How far back corrections reach. */
const daysKept = 45;

const nothing = (): Record<MinedCoin, bigint> => ({ BTC: 0n, ETH: 0n, DOGE: 0n });

export function closeMiningDay(state: State, date: string, now: number): Outcome {
  const isNext = state.lastClosed === null || date === plusDays(state.lastClosed, 1);
  const network = state.network.get(date);
  if (!isNext || now < startOf(date) + dayLength || !network || !state.prices.has(date)) return 'refused';
  const due = startOf(date) + dayLength + 6 * hour;
  for (const machine of state.machines.values()) advance(state, machine, Math.min(now, due));

  if (now > due + dayLength) state.lateCloses += 1;

  const { fresh, outputs } = countDay(state, date, network, now);
  postOutputs(state, date, outputs);
  state.lastClosed = date;
  const relieved: string[] = [];
  for (const customer of state.customers.values()) {
    const own = fresh.get(customer.account) ?? [];
    if (collect(state, customer, own)) relieved.push(customer.account);
  }
  chargeHosting(state, date);
  for (const customer of state.customers.values()) collectHosting(state, customer);
  for (const account of relieved) leaveArrear(state, account, now);
  stopOverdue(state, date, now);

  const firstKept = plusDays(date, -daysKept);
  for (const machine of state.machines.values()) forgetPeriods(machine, firstKept);
  forgetOldDays(state, date);
  return 'done';
}

interface Counted {
  fresh: Map<string, Charge[]>;
  outputs: Output[];
}

function countDay(state: State, date: string, network: NetworkDay, now: number): Counted {
  const fresh = new Map<string, Charge[]>();
  const outputs: Output[] = [];
  const charges = new Map<string, Charge>();
  const seconds = new Map<string, number>();
  const outputOfDay = memoized(network);
  for (const machine of state.machines.values()) {
    const terms = versionOn(machine, date)?.terms;
    if (!terms) continue;
    const parts = secondsOn(machine, date, network.epochs);
    const total = parts.reduce((sum, part) => sum + part, 0);
    seconds.set(machine.no, total);
    if (total === 0) continue;
    const { owner, hashrate, powerWatts, site } = terms;
    if (machine.coin === 'BTC') {
      const { gross, net } = outputOfDay(terms, parts);
      const mined = { gross, fee: gross - net, net };
      outputs.push({ machine: machine.no, customer: owner, coin: 'BTC', hashrate, seconds: total, ...mined });
    }
    const price = priceOn(state, site, date);
    if (price === null) throw new Error(`no price of ${site} on ${date}`);
    const amount = electricity(powerWatts, total, price);
    const charge: Charge = {
      kind: 'electricity',
      machine: machine.no,
      customer: owner,
      date,
      priceDate: date,
      coin: machine.coin,
      seconds: total,
      powerWatts,
      price,
      amount,
      prepaid: 0n,
      promotion: 0n,
      paid: nothing(),
      covered: 0n,
      waived: 0n,
      owed: amount,
      postedAt: now,
      correction: null,
    };
    charges.set(machine.no, charge);
    state.countNew(charge);
    const own = fresh.get(owner);
    if (own) own.push(charge);
    else fresh.set(owner, [charge]);
  }
  for (const { machine, coin, gross, fee } of state.reports.get(date) ?? []) {
    const terms = versionOn(state.machine(machine), date)?.terms;
    if (!terms) continue;
    const { owner, hashrate } = terms;
    const mined = { gross, fee, net: gross - fee };
    outputs.push({ machine, customer: owner, coin, hashrate, seconds: seconds.get(machine) ?? 0, ...mined });
  }
  state.charges.set(date, charges);
  return { fresh, outputs };
}

interface Mined {
  gross: bigint;
  net: bigint;
}

/** Machines that are alike and worked as long mined the same. */
function memoized(network: NetworkDay): (terms: Terms, seconds: readonly number[]) => Mined {
  const known = new Map<string, Mined>();
  return (terms, seconds) => {
    const key = `${terms.hashrate} ${terms.poolFee} ${seconds.join(' ')}`;
    let mined = known.get(key);
    if (!mined) {
      mined = fullPayPerShare(network, terms, seconds);
      known.set(key, mined);
    }
    return mined;
  };
}

/**
 * expected blocks = Σ hashrate · seconds / (difficulty · 2^32), each with the mean subsidy of the day, times the fee rate:
 * Σ(subsidy + fees) / Σ subsidy. One rounding down for gross and one for net.
 */
export function fullPayPerShare(
  { blocks, subsidies, fees, epochs }: NetworkDay,
  terms: Pick<Terms, 'hashrate' | 'poolFee'>,
  seconds: readonly number[],
): Mined {
  // A sum of fractions: numerator / denominator, both with the scales of hashrate (10^6) and difficulty (10^8).
  let numerator = 0n;
  let denominator = 1n;
  for (const [index, { difficulty }] of (epochs as Epoch[]).entries()) {
    const hashes = scaled(terms.hashrate, 6) * 10n ** 12n * BigInt(seconds[index] ?? 0) * 10n ** 8n;
    const perBlock = scaled(difficulty, 8) * 10n ** 6n * 2n ** 32n;
    numerator = numerator * perBlock + hashes * denominator;
    denominator *= perBlock;
  }
  const perShare = numerator * subsidies * (subsidies + fees);
  const divisor = denominator * BigInt(blocks) * subsidies;
  const kept = 1_000_000n - scaled(terms.poolFee, 6);
  return { gross: perShare / divisor, net: (perShare * kept) / (divisor * 1_000_000n) };
}

function postOutputs(state: State, date: string, outputs: readonly Output[]): void {
  const byMachine = new Map<string, Output>();
  for (const output of outputs) {
    const { machine, customer, coin, net } = output;
    byMachine.set(`${machine} ${coin}`, output);
    const to = outputOf(customer, coin);
    state.books.post({
      from: houseOf('MINING_RECEIVABLE', coin),
      to,
      type: 'MINING_OUTPUT',
      amount: net,
      date,
      machine,
    });
    addToTotal(state, customer, coin, net);
    const day = `${coin} ${date}`;
    state.minedOn.set(day, (state.minedOn.get(day) ?? 0n) + net);
  }
  state.outputs.set(date, byMachine);
}

export function addToTotal(state: State, account: string, coin: MinedCoin, net: bigint): void {
  const { outputTotal } = state.customer(account);
  outputTotal.set(coin, (outputTotal.get(coin) ?? 0n) + net);
}

function forgetOldDays(state: State, closed: string): void {
  const old = plusDays(closed, -daysKept);
  for (const days of [state.charges, state.outputs, state.reports, state.network]) days.delete(old);
}
