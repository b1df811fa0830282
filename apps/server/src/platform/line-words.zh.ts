import { optionName } from '@lode/contract/proposal-names';
import { chineseOf, englishOf, type Sentence, sentence, type Wording } from './sentence.ts';

/** Why a cell of a file, or an option that is read like one, is refused. */
export const notExpected = (column: string, given: string, expected: Wording): Sentence =>
  sentence(
    `${column} "${given}" is not ${englishOf(expected)}`,
    `${optionName(column)}「${given}」不是${chineseOf(expected)}`,
  );
export const wholeNumber = (smallest: number, largest: number): Sentence =>
  sentence(`a whole number from ${smallest} to ${largest}`, `${smallest} 到 ${largest} 的整数`);
export const account = sentence('a phone number or an e-mail address', '手机号或邮箱');
