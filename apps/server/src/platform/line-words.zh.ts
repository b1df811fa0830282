import { optionName } from '@lode/contract/proposal-names';
import { type Sentence, sentence } from './sentence.ts';

/** Chinese stands apart from a figure or a Latin word. */
const apart = (text: string): string => (/^\w/.test(text) ? ` ${text}` : text);

/** Why a cell of a file, or an option that is read like one, is refused. */
export const notExpected = (column: Sentence, given: string, expected: Sentence): Sentence =>
  sentence(
    `${column.en} "${given}" is not ${expected.en}`,
    `${column.zh}${given === '' ? '没有填：' : `「${given}」`}应为${apart(expected.zh)}`,
  );
export const nameOf = (column: string): Sentence => sentence(column, optionName(column));
export const oneOf = (options: readonly string[]): Sentence =>
  sentence(`one of ${options.join(', ')}`, options.length > 1 ? `${options.join('、')} 之一` : (options[0] ?? ''));
export const wholeNumber = (smallest: number, largest: number): Sentence =>
  sentence(`a whole number from ${smallest} to ${largest}`, `${smallest} 到 ${largest} 的整数`);
export const account = sentence('a phone number or an e-mail address', '手机号或邮箱');
export const date = sentence('a date like 2020-02-15', '日期，例如 2020-02-15');
export const overDay = sentence('a mining day that is over', '已经结束的矿日');
export const decimals = (most: number): Sentence =>
  sentence(`an amount with at most ${most} decimals`, `最多 ${most} 位小数的数量`);
export const decimalsAboveZero = (most: number): Sentence =>
  sentence(`a number above 0 with at most ${most} decimals`, `大于 0、最多 ${most} 位小数的数`);
