import { electricityFee, fppsOutput } from '@lode/mining';
import { type Coin, divCeil, divFloor, ledgerScale } from '@lode/money';
import type { ClosedDay, DueRow } from './due.store.ts';
import type { Omission } from './omissions.store.ts';

/** What a day would have been less, had the log said that the machine stood. */
export interface DueAmounts {
  /** Micro-USDT that was charged too much. */
  electricity: bigint;
  /** Satoshis that were paid out too much. */
  output: bigint;
}

/** The rule of an outage credit: the figures of the close, with the seconds that remain. A day that was corrected by hand is left alone. */
export function dueAmounts(row: DueRow, network: ClosedDay['network']): DueAmounts {
  return { electricity: electricityDue(row), output: outputDue(row, network) };
}

/** What the days of each customer would have been less in all; not those of whom nothing is due. */
export function dueByCustomer(due: readonly (DueAmounts & { row: DueRow })[]): Omission[] {
  const sums = new Map<bigint, Omission>();
  for (const { row, electricity, output } of due) {
    const { customerId } = row;
    const sum = sums.get(customerId) ?? { customerId, electricity: 0n, output: 0n };
    sums.set(customerId, { customerId, electricity: sum.electricity + electricity, output: sum.output + output });
  }
  return [...sums.values()].filter(({ electricity, output }) => electricity > 0n || output > 0n);
}

function electricityDue({ powerWatts, price, secondsBefore, secondsAfter, isElectricityByHand }: DueRow): bigint {
  if (powerWatts === null || price === null || isElectricityByHand) return 0n;
  return electricityFee(powerWatts, secondsBefore, price) - electricityFee(powerWatts, secondsAfter, price);
}

function outputDue(
  { hashrate, poolFeeRate, epochsBefore, epochsAfter, isOutputByHand }: DueRow,
  network: ClosedDay['network'],
): bigint {
  if (hashrate === null || poolFeeRate === null || isOutputByHand || network === null) return 0n;
  const netOf = (seconds: readonly number[]) => {
    const epochs = network.epochs.map(({ difficulty }, i) => ({ difficulty, seconds: seconds[i] ?? 0 }));
    return fppsOutput({ ...network, epochs, hashrate, poolFeeRate }).net;
  };
  return netOf(epochsBefore) - netOf(epochsAfter);
}

/** A row of `charge_adjustment`. Minor units of the coin; above zero the customer is given. */
export interface Correction {
  machineId: bigint;
  machineNo: string;
  customerId: bigint;
  date: string;
  machineCoin: string;
  adjusted: 'electricity' | 'output';
  coin: Coin;
  amount: bigint;
  /** The part that is posted at once; for a refund the rest is taken off what is owed, for an output it becomes a charge. */
  moved: bigint;
  /** The part of a refund that is promotional credit again. */
  promotion: bigint;
  /** Micro-USDT: the charge that an output becomes which cannot be taken back. */
  becomesCharge: bigint;
  /** Micro-USDT that is taken off the day's charge. */
  waived: bigint;
}

type Prices = ReadonlyMap<string, bigint>;
export const priceKey = (coin: string, date: string) => `${coin} ${date}`;

/**
 * Electricity that is given back, in the reverse order of its payment: what is owed of the day is taken off, then the coins that paid go back,
 * the last one first, at the price of the day, rounded in the customer's favour and never more than that coin paid; then prepaid money,
 * own money first. So promotional credit comes back only after all own money has.
 */
export function refundOf(row: DueRow, due: bigint, prices: Prices): Correction[] {
  if (due <= 0n) return [];
  const waived = least(due, row.owed);
  let left = due - waived;
  const inCoins: Correction[] = [];
  for (const coin of coinsInOrder(row.coin).toReversed()) {
    const paid = { BTC: row.paidBtc, ETH: row.paidEth, DOGE: row.paidDoge }[coin];
    const price = prices.get(priceKey(coin, row.date));
    if (left <= 0n || paid <= 0n || price === undefined) continue;
    const unit = 10n ** BigInt(ledgerScale(coin));
    const units = least(divCeil(left * unit, price), paid);
    inCoins.push({ ...correctionOf(row, 'electricity', coin, units), moved: units });
    left -= least(left, divCeil(units * price, unit));
  }
  const prepaid = least(left, row.paid);
  if (waived + prepaid === 0n) return inCoins;
  const own = row.paid - row.paidPromotion;
  const promotion = prepaid > own ? prepaid - own : 0n;
  const inUsdt = correctionOf(row, 'electricity', 'USDT', waived + prepaid);
  return [{ ...inUsdt, moved: prepaid, waived, promotion }, ...inCoins];
}

/** An output that is taken back: what the account has, the rest becomes a charge at the price of its day, rounded down. */
export function takeBackOf(
  row: DueRow,
  due: bigint,
  { available, price }: { available: bigint; price: bigint },
): Correction {
  const taken = least(due, available > 0n ? available : 0n);
  const becomesCharge = divFloor((due - taken) * price, 10n ** BigInt(ledgerScale('BTC')));
  return { ...correctionOf(row, 'output', 'BTC', -due), moved: -taken, becomesCharge };
}

function correctionOf(row: DueRow, adjusted: Correction['adjusted'], coin: Coin, amount: bigint): Correction {
  const { machineId, machineNo, customerId, date, coin: machineCoin } = row;
  const none = { moved: 0n, promotion: 0n, becomesCharge: 0n, waived: 0n };
  return { machineId, machineNo, customerId, date, machineCoin, adjusted, coin, amount, ...none };
}

const inOrder = ['BTC', 'ETH', 'DOGE'] as const;
const coinsInOrder = (mined: (typeof inOrder)[number]) => [mined, ...inOrder.filter((coin) => coin !== mined)];

const least = (a: bigint, b: bigint) => (a < b ? a : b);
