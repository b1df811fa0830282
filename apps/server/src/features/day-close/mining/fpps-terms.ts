import { divExact, parseAmount, parseDecimal } from '@lode/money';

/** The network's figures of a mining day, sums as decimal coin. */
export interface NetworkDay {
  date: string;
  blocks: number;
  subsidySum: string;
  feeSum: string;
  /** In order; the seconds add up to the day. */
  epochs: readonly { difficulty: string; seconds: number }[];
}

/** A day as whole numbers that SQL can multiply and divide by: gross = ⌊TH/s · Σ seconds·weight / divisor⌋. */
export interface FppsTerms {
  /** One weight for each epoch. */
  weights: readonly bigint[];
  divisor: bigint;
}

const difficultyScale = 8;
/** 1e12 hashes of a terahash, times the scale that was put into the difficulties. */
const hashes = 10n ** BigInt(12 + difficultyScale);

/**
 * FPPS with the product of the epochs' difficulties as common denominator, so that the one rounding of an output stays
 * the only one however many epochs the day has:
 *
 *     Σ seconds·1e12·reward / (difficulty·2^32·blocks) = Σ seconds·weight / divisor
 */
export function fppsTerms({ blocks, subsidySum, feeSum, epochs }: NetworkDay): FppsTerms {
  const difficulties = epochs.map(({ difficulty }) => parseDecimal(difficulty, difficultyScale));
  const product = difficulties.reduce((all, difficulty) => all * difficulty, 1n);
  const reward = parseAmount(subsidySum, 'BTC') + parseAmount(feeSum, 'BTC');
  const weights = difficulties.map((difficulty) => hashes * reward * divExact(product, difficulty));
  const divisor = product * 2n ** 32n * BigInt(blocks);
  // Short numbers divide faster, a million times a day.
  const shared = weights.reduce(greatestCommonDivisor, divisor);
  return { weights: weights.map((weight) => divExact(weight, shared)), divisor: divExact(divisor, shared) };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}
