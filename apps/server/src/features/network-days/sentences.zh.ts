import type { NetworkDaySource } from '@lode/contract/record-states';
import type { MinedCoin } from '@lode/money';
import { columnOf } from '../../platform/csv-words.zh.ts';
import { inList, type Sentence, sentence } from '../../platform/sentence.ts';

/** What is wrong with files of network days and pool reports. */
export const amount = (coin: MinedCoin): Sentence => sentence(`an amount of ${coin}`, `${coin} 的数量`);
export const amountAboveZero = (coin: MinedCoin): Sentence =>
  sentence(`an amount of ${coin} above 0`, `大于 0 的 ${coin} 数量`);
export const atMostGross = sentence('at most the gross amount', `不超过${columnOf('gross').zh}的数量`);
export const dayOf = (date: string): Sentence => sentence(`date ${date}`, `${date} 的网络日`);
export const subsidiesOfBlocks = (of: {
  sum: string;
  blocks: number;
  date: string;
  each: string;
  most: string;
}): Sentence =>
  sentence(
    `subsidySum ${of.sum} is more than ${of.blocks} blocks have on ${of.date}: at most ${of.each} each, ${of.most}`,
    `${columnOf('subsidySum').zh} ${of.sum} 超出 ${of.date} 的 ${of.blocks} 个区块：每块最多 ${of.each}，共 ${of.most}`,
  );
export const feesOfSubsidies = (fees: string, times: bigint, subsidies: string): Sentence =>
  sentence(
    `feeSum ${fees} is more than ${times} times subsidySum ${subsidies}`,
    `${columnOf('feeSum').zh} ${fees} 超过补贴合计 ${subsidies} 的 ${times} 倍`,
  );
const sources: Record<NetworkDaySource, string> = { node: '节点读取', import: '导入', 'demo-replay': '演示' };
export const otherFigures = (
  { coin, date, source }: { coin: MinedCoin; date: string; source: NetworkDaySource },
  there: readonly (readonly [column: string, value: string])[],
): Sentence => {
  const known = inList(
    there.map(([column, value]) => sentence(`${column} ${value}`, `${columnOf(column).zh} ${value}`)),
  );
  return sentence(
    `${coin} of ${date} is there with other figures (source ${source}): ${known.en}`,
    `${coin} ${date} 的网络日已有（${sources[source]}），是${known.zh}：网络日写入后不能改`,
  );
};
export const farDifficulty = ({
  difficulty,
  date,
  known,
}: {
  difficulty: string;
  date: string;
  known: string;
}): Sentence =>
  sentence(
    `difficulty ${difficulty} is more than four times off the one of ${date}: ${known}`,
    `${columnOf('difficulty').zh} ${difficulty} 与 ${date} 的 ${known} 相差四倍以上`,
  );

export const reportOf = (coin: string, machineNo: string, date: string): Sentence =>
  sentence(`${coin} of machine ${machineNo} on ${date}`, `矿机 ${machineNo} 在 ${date} 的 ${coin} 报告`);
export const unknownMachine = (machineNo: string): Sentence =>
  sentence(`machineNo ${machineNo} is unknown`, `没有编号为 ${machineNo} 的矿机`);
export const closedDay = (date: string): Sentence =>
  sentence(`date ${date} lies in a closed day: use charge:adjust`, `${date} 已开始日结：这一天的产出只能用单台更正补`);
export const reportedOtherwise = (report: Sentence, gross: string, poolFee: string): Sentence =>
  sentence(
    `${report.en} is there with other figures: gross ${gross}, poolFee ${poolFee}`,
    `${report.zh}已有，是${columnOf('gross').zh} ${gross}、${columnOf('poolFee').zh} ${poolFee}：报告写入后不能改`,
  );
export const beyondHashrate = (of: { gross: string; hashrate: string; date: string; most: string }): Sentence =>
  sentence(
    `gross ${of.gross} is more than ${of.hashrate} can mine on ${of.date}: at most ${of.most}`,
    `${columnOf('gross').zh} ${of.gross} 超出 ${of.hashrate} 在 ${of.date} 能挖到的：最多 ${of.most}`,
  );
