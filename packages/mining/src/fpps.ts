import { divFloor, parseDecimal } from '@lode/money';

/** What one output can be recomputed from. Decimal texts as on the wire. */
export interface FppsInput {
  /** TH/s. */
  hashrate: string;
  /** The machine's own running seconds in each difficulty epoch of the day. */
  epochs: readonly { difficulty: string; seconds: number }[];
  blocks: number;
  /** Sum of the block subsidies of the day, in coin. */
  subsidySum: string;
  /** Sum of the transaction fees of the day's blocks, in coin. */
  feeSum: string;
  /** Fraction: `"0.04"` is four per cent. */
  poolFeeRate: string;
}

/** Minor units (10^-8 coin). `gross = net + poolFee`. */
export interface FppsOutput {
  gross: bigint;
  poolFee: bigint;
  net: bigint;
}

const coinScale = 8;
const hashrateScale = 6;
const difficultyScale = 8;
const rateScale = 6;

/**
 * FPPS: expected blocks · subsidy per block · fee rate, less the pool fee (domain: "Output of a machine for a day").
 *
 *     expected = Σ hashrate · 1e12 · seconds / (difficulty · 2^32)      over the epochs
 *     gross    = expected · (subsidySum / blocks) · ((subsidySum + feeSum) / subsidySum)
 *              = expected · (subsidySum + feeSum) / blocks
 *
 * Exact rationals until the one rounding down; `net` is rounded from the unrounded product, and `poolFee` is what lies between.
 */
export function fppsOutput(input: FppsInput): FppsOutput {
  const hashrate = parseDecimal(input.hashrate, hashrateScale);
  const reward = parseDecimal(input.subsidySum, coinScale) + parseDecimal(input.feeSum, coinScale);
  const poolFee = parseDecimal(input.poolFeeRate, rateScale);
  const one = 10n ** BigInt(rateScale);

  // Σ seconds/difficulty as one fraction: numerator over the product of the difficulties.
  const difficulties = input.epochs.map((epoch) => parseDecimal(epoch.difficulty, difficultyScale));
  const product = difficulties.reduce((all, difficulty) => all * difficulty, 1n);
  const secondsOverDifficulty = input.epochs.reduce(
    (sum, epoch, i) => sum + BigInt(epoch.seconds) * (product / (difficulties[i] as bigint)),
    0n,
  );

  const numerator =
    hashrate * 10n ** 12n * secondsOverDifficulty * reward * 10n ** BigInt(difficultyScale - hashrateScale);
  const denominator = product * 2n ** 32n * BigInt(input.blocks);
  const gross = divFloor(numerator, denominator);
  const net = divFloor(numerator * (one - poolFee), denominator * one);
  return { gross, poolFee: gross - net, net };
}
