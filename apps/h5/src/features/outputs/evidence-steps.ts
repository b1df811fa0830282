import { divFloor, formatDecimal, formatShortest, parseDecimal } from '@lode/money';
import { groupDigits } from '@lode/ui';
import { percentOf } from '../../lib/percent.ts';
import { outputWords as words } from '../../locales/zh/outputs.ts';
import type { Evidence, Output } from './output.ts';

/** One row of the evidence: quantity, figure and inputs. */
export interface EvidenceStep {
  name: string;
  result: string;
  inputs: string[];
  /** Reveals earnings: hidden with the amounts. */
  isMoney?: boolean;
  isSum?: boolean;
}

/** Decimals of intermediate steps, truncated; only the final amount is money. */
const shownScale = 10;
const scale = 24;
const coinScale = 8;

/** The formula of one output, one row per step. */
export function evidenceSteps(output: Output, evidence: Evidence): EvidenceStep[] {
  const { coin } = output;
  const expected = expectedBlocks(output, evidence);
  const subsidySum = parseDecimal(evidence.subsidySum, coinScale);
  const feeSum = parseDecimal(evidence.feeSum, coinScale);
  const blocks = BigInt(evidence.blocks);
  const percent = percentOf(evidence.poolFeeRate);
  const pps = blocks === 0n ? 0n : divFloor(expected * subsidySum, blocks * 10n ** BigInt(coinScale));
  const feeRate = subsidySum === 0n ? 0n : divFloor((subsidySum + feeSum) * 10n ** 8n, subsidySum);
  const subsidy = blocks === 0n ? 0n : divFloor(subsidySum, blocks);

  return [
    { name: words.blocks, result: words.blockCount(groupDigits(String(evidence.blocks))), inputs: [heights(evidence)] },
    { name: words.expected, result: cut(expected), inputs: expectedInputs(output, evidence) },
    {
      name: words.pps,
      result: cut(pps),
      inputs: [words.ppsOf(formatShortest(subsidy, coinScale), coin)],
      isMoney: true,
    },
    {
      name: words.feeRate,
      result: formatDecimal(feeRate, 8),
      inputs: [`(${evidence.subsidySum} + ${evidence.feeSum}) ÷ ${evidence.subsidySum}`],
    },
    { name: words.gross, result: output.gross, inputs: [words.grossOf], isMoney: true },
    { name: words.poolFee, result: `−${output.poolFee}`, inputs: [words.poolFeeOf(percent)], isMoney: true },
    {
      name: coin === 'BTC' ? words.netOfBtc : words.net,
      result: `${output.net} ${coin}`,
      inputs: [words.netFormula(percent)],
      isMoney: true,
      isSum: true,
    },
  ];
}

/** Expected blocks with 24 decimals, truncated per epoch. */
function expectedBlocks({ hashrate }: Output, { epochs }: Evidence): bigint {
  const hashes = parseDecimal(hashrate, 6) * 10n ** 6n;
  return epochs.reduce((sum, { difficulty, seconds }) => {
    const work = parseDecimal(difficulty, 8) * 2n ** 32n;
    return work === 0n ? sum : sum + divFloor(hashes * BigInt(seconds) * 10n ** BigInt(scale + 8), work);
  }, 0n);
}

function expectedInputs({ hashrate, hashrateUnit }: Output, { epochs }: Evidence): string[] {
  return epochs.flatMap(({ difficulty, seconds }) => [
    words.expectedOf(`${groupDigits(hashrate)} ${hashrateUnit}`, groupDigits(String(seconds))),
    words.difficulty(groupDigits(difficulty)),
  ]);
}

function heights({ firstHeight, lastHeight }: Evidence): string {
  if (firstHeight === null || lastHeight === null) return words.noHeights;
  return words.heights(groupDigits(String(firstHeight)), groupDigits(String(lastHeight)));
}

function cut(value: bigint): string {
  return formatDecimal(divFloor(value, 10n ** BigInt(scale - shownScale)), shownScale);
}
