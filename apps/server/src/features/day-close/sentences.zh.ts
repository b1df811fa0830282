import { type Sentence, sentence } from '../../platform/sentence.ts';
import type { CloseKindName } from './close-kind.ts';

/** Why a day cannot be closed now, or what was ordered of it. */
const kinds: Record<CloseKindName, string> = { mining: '矿日', 'coin-up': 'COIN UP 业务日' };
const dayOf = (kind: CloseKindName, date: string): Sentence => sentence(`${kind} ${date}`, `${kinds[kind]} ${date}`);

export const othersFirst = (begun: string): Sentence =>
  sentence(
    `the close of ${begun} has begun and is not finished: it comes first`,
    `${begun} 的日结已开始，还没有结完：先结它`,
  );
export const beforeFirst = (first: string): Sentence =>
  sentence(`it lies before the first close, of ${first}`, `这一天早于第一次日结的 ${first}`);
export const inOrder = (next: string): Sentence =>
  sentence(`days close in order: ${next} comes next`, `日结要按顺序：下一天是 ${next}`);
export const notOver = (date: string): Sentence => sentence(`${date} is not over`, `${date} 还没有结束`);

export const isClosed = (kind: CloseKindName, date: string): Sentence => {
  const day = dayOf(kind, date);
  return sentence(`${day.en} is closed`, `${day.zh} 已经日结`);
};
export const orderedAlready = (kind: CloseKindName, date: string): Sentence => {
  const day = dayOf(kind, date);
  return sentence(`this is ordered of ${day.en} already`, `${day.zh} 已下过同样的指令，正在等后台执行`);
};
export const isOrdered = (kind: CloseKindName, date: string): Sentence => {
  const day = dayOf(kind, date);
  return sentence(`${day.en} is ordered`, `${day.zh} 已下达`);
};
