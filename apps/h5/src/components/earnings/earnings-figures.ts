import type { Data } from '@lode/contract';
import { type Amount, differenceOfShown, divCeil, divFloor, parseAmount, parseDecimal } from '@lode/money';

export type Earnings = Data<'earnings'>;
export type EarningPeriod = Earnings['periods'][number];
export type EarningDay = Data<'earningDays'>['records'][number];
export type Currency = 'USDT' | 'CNY';

/** Of a period, in millionths of the currency: `net` is `output` less both costs, as they are shown. */
export interface PeriodFigures {
  output: Amount;
  electricity: Amount;
  hosting: Amount;
  net: Amount;
}

const million = 1_000_000n;

/**
 * USDT stands with all its digits, CNY with two. There the net is that of USDT at the rate, rounded down once, and what was paid is rounded
 * up; the output is what both make together, so that the parts add up: within two hundredths of what it was worth.
 */
export function figuresOf(period: EarningPeriod, cny: bigint | null): PeriodFigures {
  const [output, electricity, hosting] = [period.outputUsdt, period.electricity, period.hosting].map((amount) =>
    parseAmount(amount, 'USDT'),
  ) as [Amount, Amount, Amount];
  const net = output - electricity - hosting;
  if (cny === null) return { output, electricity, hosting, net };
  const converted = {
    electricity: costInCny(electricity, cny),
    hosting: costInCny(hosting, cny),
    net: differenceOfShown('USDT', inCny(net, cny)),
  };
  return { ...converted, output: converted.net + converted.electricity + converted.hosting };
}

/**
 * What each coin's output is worth, in the order of the period's outputs. The largest has what the others leave of the whole, so that they
 * add up to it as they stand. Null for a coin without a price on some day, and where one coin is the whole.
 */
export function worthsOf(period: EarningPeriod, cny: bigint | null): (Amount | null)[] {
  const { outputs, unpriced } = period;
  if (outputs.length < 2) return outputs.map(() => null);
  const worths = outputs.map(({ valueUsdt }) => {
    const value = parseAmount(valueUsdt, 'USDT');
    return cny === null ? value : differenceOfShown('USDT', inCny(value, cny));
  });
  const sum = worths.reduce((total, worth) => total + worth, 0n);
  const remainder = figuresOf(period, cny).output - sum;
  const largest = worths.indexOf(worths.reduce((high, worth) => (worth > high ? worth : high), 0n));
  return outputs.map(({ coin }, i) =>
    unpriced.includes(coin) ? null : (worths[i] ?? 0n) + (i === largest ? remainder : 0n),
  );
}

/** Rounded up to two decimals: never less than it is. */
export const costInCny = (microUsdt: Amount, cny: bigint) =>
  -differenceOfShown('USDT', 0n, divCeil(microUsdt * cny, million));

/** Rounded towards minus infinity: never more than it is worth. */
export function inCny(microUsdt: Amount, cny: bigint): Amount {
  return divFloor(microUsdt * cny, million);
}

/** Micro-CNY for one USDT; null while no rate is known. */
export function rateOf({ cny }: Pick<Earnings, 'cny'>): bigint | null {
  return cny && parseDecimal(cny.rate, 6);
}

export interface Payback {
  price: Amount;
  /** Net so far: what came back, below nothing while the machine has only cost. */
  recovered: Amount;
  /** Tenths of a percent, rounded down; 1000 once it is all back. */
  permille: number;
  left: Amount;
  /** At the mean of the last closed days; null where that brings nothing, or takes more than ten years. */
  daysLeft: number | null;
  /** Whether that mean is below nothing. */
  isLosing: boolean;
  /** How many closed days the mean is of. */
  meanDays: number;
}

const most = (a: bigint, b: bigint) => (a > b ? a : b);
/** More days than a machine lives are no forecast. */
const longestForecast = 3650n;

/** A fee of a month, as a day's part of a year's: what days to come cost. */
export const daysOfYear = 365n;
export const monthsOfYear = 12n;

/** What a forecast is the mean of: one day may have been stopped, a month had other prices. */
export const daysOfMean = 7;

/** How much of a machine's price came back; null where the price is not known. `days` are the machine's, newest first. */
export function paybackOf({ purchaseUsdt, periods }: Earnings, days: readonly EarningDay[]): Payback | null {
  const total = periods.find(({ period }) => period === 'TOTAL');
  if (purchaseUsdt === null || !total) return null;
  const price = parseAmount(purchaseUsdt, 'USDT');
  const net = parseAmount(total.netUsdt, 'USDT');
  const left = most(price - net, 0n);
  const permille = left === 0n ? 1000 : Number((most(net, 0n) * 1000n) / price);
  const recent = days.slice(0, daysOfMean);
  const count = BigInt(recent.length);
  const sum = recent.reduce((total, day) => total + parseAmount(day.netUsdt, 'USDT'), 0n);
  const needed = sum > 0n ? divCeil(left * count, sum) : null;
  return {
    price,
    recovered: net,
    permille,
    left,
    daysLeft: needed === null || needed > longestForecast ? null : Number(needed),
    isLosing: sum < 0n,
    meanDays: recent.length,
  };
}
