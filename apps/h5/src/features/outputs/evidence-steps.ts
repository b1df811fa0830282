import { divFloor, formatDecimal, formatShortest, parseDecimal } from '@lode/money';
import { groupDigits } from '@lode/ui';
import { percentOf } from '../../lib/percent.ts';
import { outputMessages as messages } from '../../locales/zh/outputs.ts';
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

/** Decimals of intermediate steps, truncated: enough to go on from one to the next by hand. Only the final amount is money. */
const displayScale = 14;
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
    {
      name: messages.blocks,
      result: messages.blockCount(groupDigits(String(evidence.blocks))),
      inputs: [heights(evidence)],
    },
    { name: messages.expected, result: cut(expected), inputs: expectedInputs(output, evidence) },
    {
      name: messages.pps,
      result: cut(pps),
      inputs: [messages.ppsOf(formatShortest(subsidy, coinScale), coin)],
      isMoney: true,
    },
    {
      name: messages.feeRate,
      result: formatDecimal(feeRate, 8),
      inputs: [`(${evidence.subsidySum} + ${evidence.feeSum}) ÷ ${evidence.subsidySum}`],
    },
    { name: messages.gross, result: output.gross, inputs: [messages.grossOf], isMoney: true },
    { name: messages.poolFee, result: `−${output.poolFee}`, inputs: [messages.poolFeeOf(percent)], isMoney: true },
    {
      name: coin === 'BTC' ? messages.netOfBtc : messages.net,
      result: `${output.net} ${coin}`,
      inputs: [messages.netFormula(percent)],
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
    messages.expectedOf(`${groupDigits(hashrate)} ${hashrateUnit}`, groupDigits(String(seconds))),
    messages.difficulty(groupDigits(difficulty)),
  ]);
}

function heights({ firstHeight, lastHeight }: Evidence): string {
  if (firstHeight === null || lastHeight === null) return messages.noHeights;
  return messages.heights(groupDigits(String(firstHeight)), groupDigits(String(lastHeight)));
}

function cut(value: bigint): string {
  return formatDecimal(divFloor(value, 10n ** BigInt(scale - displayScale)), displayScale);
}
