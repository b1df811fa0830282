import type { Data } from '@lode/contract';
import { electricityFee, fppsOutput } from '@lode/mining';
import {
  type Amount,
  DecimalError,
  divCeil,
  divFloor,
  formatAmount,
  formatDecimal,
  ledgerScale,
  parseAmount,
  parseDecimal,
  valueInUsdt,
} from '@lode/money';
import { daysOfYear, monthsOfYear } from '../../components/earnings/earnings-figures.ts';
import type { MachineDetail } from './machine.ts';

/** What the calculator takes from the machine and its last days with evidence. */
export interface Basis {
  coin: MachineDetail['coin'];
  hashrate: string;
  powerWatts: number;
  poolFeeRate: string;
  blocks: number;
  subsidySum: string;
  feeSum: string;
  /** A day's part of the monthly hosting fee, in micro-USDT. */
  hosting: Amount;
}

type Evidence = NonNullable<Data<'outputPage'>['records'][number]['evidence']>;

/** Blocks and their rewards of all given days together: one day found more of them than another. The newest day's pool fee. */
export function basisOf(
  { coin, hashrate, powerWatts }: MachineDetail,
  days: readonly [Evidence, ...Evidence[]],
  hostingMonthly: Amount,
): Basis {
  const sum = (of: (day: Evidence) => string) =>
    formatAmount(
      days.reduce((total, day) => total + parseAmount(of(day), 'BTC'), 0n),
      'BTC',
    );
  return {
    coin,
    hashrate,
    powerWatts,
    poolFeeRate: days[0].poolFeeRate,
    blocks: days.reduce((total, { blocks }) => total + blocks, 0),
    subsidySum: sum(({ subsidySum }) => subsidySum),
    feeSum: sum(({ feeSum }) => feeSum),
    hosting: divCeil(hostingMonthly * monthsOfYear, daysOfYear),
  };
}

/** What the customer assumes. */
export interface Assumptions {
  /** Micro-USDT for one coin. */
  price: Amount;
  /** In 10^-8. */
  difficulty: bigint;
  /** USDT per kWh, as a decimal with at most six places. */
  electricityPrice: string;
  /** Growth of the difficulty at each adjustment, in tenths of a percent. */
  growth: bigint;
}

export interface DayResult {
  output: Amount;
  /** Micro-USDT, as all that follow. */
  value: Amount;
  fee: Amount;
  hosting: Amount;
  net: Amount;
  /** The least price at which the output pays both costs; null without output. */
  breakEven: Amount | null;
}

const daySeconds = 86_400;
const difficultyScale = 8;
/** 2016 blocks at ten minutes each. */
export const daysPerAdjustment = 14;
/** Ten years: nothing that lies farther ahead is said. */
const adjustmentsAhead = 260;
const wholePermille = 1000n;
/** The formula reads difficulties of up to 18 digits. */
const largestDifficulty = 10n ** 26n - 1n;

/** A whole day at work: the same formulas as a closed day's. */
export function dayResult(
  basis: Basis,
  { price, difficulty, electricityPrice }: Omit<Assumptions, 'growth'>,
): DayResult {
  const { net: output } = fppsOutput({
    ...basis,
    epochs: [{ difficulty: formatDecimal(difficulty, difficultyScale), seconds: daySeconds }],
  });
  const value = valueInUsdt(output, basis.coin, price);
  const fee = electricityFee(basis.powerWatts, daySeconds, electricityPrice);
  const { hosting } = basis;
  const breakEven = output === 0n ? null : divCeil((fee + hosting) * 10n ** BigInt(ledgerScale(basis.coin)), output);
  return { output, value, fee, hosting, net: value - fee - hosting, breakEven };
}

/**
 * Days from now until a day's output no longer pays its electricity and hosting: at once, at one of the next adjustments of the
 * difficulty, or null for not within ten years. Price, electricity, block reward and fees stay as assumed.
 */
export function daysUntilLoss(basis: Basis, assumptions: Assumptions): number | null {
  let { difficulty } = assumptions;
  for (let adjustment = 0; adjustment <= adjustmentsAhead; adjustment++) {
    if (dayResult(basis, { ...assumptions, difficulty }).net <= 0n) return adjustment * daysPerAdjustment;
    difficulty = afterAdjustment(difficulty, assumptions.growth);
    if (difficulty <= 0n || difficulty > largestDifficulty) return null;
  }
  return null;
}

export function afterAdjustment(difficulty: bigint, growth: bigint): bigint {
  return divFloor(difficulty * (wholePermille + growth), wholePermille);
}

export type FieldName = 'price' | 'difficulty' | 'electricityPrice' | 'growth';
export type Typed = Record<FieldName, string>;

const bounds: Record<FieldName, { scale: number; min: bigint; max: bigint }> = {
  price: { scale: 6, min: 1n, max: 10n ** 14n },
  /** In units of 10^12. */
  difficulty: { scale: 6, min: 1n, max: 10n ** 13n },
  electricityPrice: { scale: 6, min: 0n, max: 10n ** 7n },
  growth: { scale: 1, min: -500n, max: 1000n },
};
/** A trillion at the scale of difficulties, less the six decimals that are typed. */
const difficultyUnit = 10n ** 14n;

/** As a Chinese keyboard types it, with a trailing point while typing. */
function plainNumber(typed: string): string {
  return typed.normalize('NFKC').replace(/。/g, '.').replace('−', '-').trim().replace(/\.$/, '');
}

/** Null for a field that is no number within its bounds. */
function readField(name: FieldName, typed: string): bigint | null {
  const { scale, min, max } = bounds[name];
  try {
    const value = parseDecimal(plainNumber(typed), scale);
    return value < min || value > max ? null : value;
  } catch (error) {
    if (error instanceof DecimalError) return null;
    throw error;
  }
}

/** The assumptions, or the fields that are wrong. */
export function readAssumptions(typed: Typed): { assumptions: Assumptions | null; wrong: readonly FieldName[] } {
  const names = Object.keys(bounds) as FieldName[];
  const values = Object.fromEntries(names.map((name) => [name, readField(name, typed[name])]));
  const wrong = names.filter((name) => values[name] === null);
  if (wrong.length > 0) return { assumptions: null, wrong };
  const { price, difficulty, electricityPrice, growth } = values as Record<FieldName, bigint>;
  const assumptions = {
    price,
    difficulty: difficulty * difficultyUnit,
    electricityPrice: formatDecimal(electricityPrice, bounds.electricityPrice.scale),
    growth,
  };
  return { assumptions, wrong };
}

/** A difficulty in trillions with four decimals: `difficultyInT('15486913440292.87') === '15.4869'`. */
export function difficultyInT(difficulty: string): string {
  return formatDecimal(divFloor(parseDecimal(difficulty, difficultyScale), 10n ** 16n), 4);
}
