import { formatAmount, type MinedCoin, parseDecimal } from '@lode/money';
import type { Sentence } from '../../platform/sentence.ts';
import type { NetworkDay } from './network-day.ts';
import * as say from './sentences.zh.ts';

/** `MAIN`: what the chain pays for a block on the date. `ANY_YEAR`: what it ever paid, where days of other years stand for today's. */
export type SubsidyRule = 'MAIN' | 'ANY_YEAR';

/** Of Bitcoin, from its first block on; the day of a halving has blocks of both. What comes after the last line is less. */
const first = ['0000-00-00', 5_000_000_000n] as const;
const halvings: readonly (readonly [after: string, subsidy: bigint])[] = [
  ['2024-04-20', 312_500_000n],
  ['2020-05-11', 625_000_000n],
  ['2016-07-09', 1_250_000_000n],
  ['2012-11-28', 2_500_000_000n],
  first,
];

/** With the uncles of a day, and since its blocks have no random subsidies any more. */
const ofOthers: Record<Exclude<MinedCoin, 'BTC'>, bigint> = { ETH: 700_000_000n, DOGE: 1_000_000_000_000n };

function largestSubsidy(coin: MinedCoin, date: string, rule: SubsidyRule): bigint {
  if (coin !== 'BTC') return ofOthers[coin];
  const [, subsidy] = (rule === 'MAIN' && halvings.find(([after]) => date > after)) || first;
  return subsidy;
}

/** On the dearest day that Bitcoin had, fees were three times the subsidies. */
const feesAtMost = 5n;

/** Sums that no chain has: outputs would be computed from them. */
export function reasonsAgainstSums(
  { coin, date, blocks, subsidySum, feeSum }: NetworkDay,
  rule: SubsidyRule,
): Sentence[] {
  const subsidy = largestSubsidy(coin, date, rule);
  const most = BigInt(blocks) * subsidy;
  const text = (amount: bigint) => `${formatAmount(amount, coin)} ${coin}`;
  return [
    ...(subsidySum > most
      ? [say.subsidiesOfBlocks({ sum: text(subsidySum), blocks, date, each: text(subsidy), most: text(most) })]
      : []),
    ...(feeSum > subsidySum * feesAtMost ? [say.feesOfSubsidies(text(feeSum), feesAtMost, text(subsidySum))] : []),
  ];
}

/** What a day of a file says otherwise than the node; null where they agree. A file has one difficulty, which lies between the day's. */
export function differenceOf(brought: NetworkDay, node: NetworkDay): string | null {
  const { coin } = node;
  const amount = (of: 'subsidySum' | 'feeSum') => (day: NetworkDay) => `${formatAmount(day[of], coin)} ${coin}`;
  const figures: [name: string, of: (day: NetworkDay) => string][] = [
    ['blocks', ({ blocks }) => String(blocks)],
    ['subsidySum', amount('subsidySum')],
    ['feeSum', amount('feeSum')],
  ];
  const differing = figures
    .filter(([, of]) => of(brought) !== of(node))
    .map(([name, of]) => `${name} ${of(brought)}, the node has ${of(node)}`);
  const [given = ''] = difficultiesOf(brought);
  const ofNode = difficultiesOf(node);
  const scaled = ofNode.map((difficulty) => parseDecimal(difficulty, 8));
  const isBetween =
    scaled.some((one) => one <= parseDecimal(given, 8)) && scaled.some((one) => one >= parseDecimal(given, 8));
  if (!isBetween) differing.push(`difficulty ${given}, the node has ${ofNode.join(' and ')}`);
  return differing.length === 0 ? null : differing.join('; ');
}

const difficultiesOf = ({ epochs }: NetworkDay) => epochs.map(({ difficulty }) => difficulty);
