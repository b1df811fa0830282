import { optionName } from '@lode/contract/proposal-names';
import { chineseOf, englishOf, type Sentence, sentence, type Wording } from './sentence.ts';

/** Chinese stands apart from a figure or a Latin word. */
const apart = (text: string): string => (/^\w/.test(text) ? ` ${text}` : text);

/** Why a cell of a file, or an option that is read like one, is refused. */
export const notExpected = (column: Sentence, given: string, expected: Wording): Sentence =>
  sentence(
    `${column.en} "${given}" is not ${englishOf(expected)}`,
    `${column.zh}${given === '' ? '没有填：' : `「${given}」`}应为${apart(chineseOf(expected))}`,
  );
export const nameOf = (column: string): Sentence => sentence(column, optionName(column));
export const oneOf = (options: readonly string[]): Sentence =>
  sentence(`one of ${options.join(', ')}`, options.length > 1 ? `${options.join('、')} 之一` : (options[0] ?? ''));
export const wholeNumber = (smallest: number, largest: number): Sentence =>
  sentence(`a whole number from ${smallest} to ${largest}`, `${smallest} 到 ${largest} 的整数`);
export const account = sentence('a phone number or an e-mail address', '手机号或邮箱');
