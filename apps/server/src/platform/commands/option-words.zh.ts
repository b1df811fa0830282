import { optionName } from '@lode/contract/proposal-names';
import { chineseOf, englishOf, type Sentence, sentence, type Wording } from '../sentence.ts';

/** What options have to be, after `must be`. */
export const date = sentence('a date such as 2020-02-15', '日期，例如 2020-02-15');
export const time = sentence(
  'an ISO 8601 time with its zone, such as 2020-02-15T00:00:00Z',
  '带时区的 ISO 8601 时间，例如 2020-02-15T00:00:00Z',
);
export const decimal = sentence('a decimal number such as 12.5', '小数，例如 12.5');
export const positiveWhole = sentence('a positive whole number', '正整数');
export const account = sentence('a phone number or an e-mail address', '手机号或邮箱');
export const key = sentence('1 to 128 letters, digits and . : _ -', '1 到 128 个字母、数字或 . : _ -');
export const anyText = sentence('a text', '文字');
export const month = sentence('a month', '月份，例如 2026-11');
export const oneOf = (choices: readonly string[]): Sentence =>
  sentence(`one of ${choices.join(', ')}`, `${choices.join('、')} 之一`);
export const wholeNumber = (min: number, max: number): Sentence =>
  sentence(`a whole number from ${min} to ${max}`, `${min} 到 ${max} 的整数`);

export const mustBe = (name: string, given: string, expected: Wording): Sentence =>
  sentence(
    `--${name} "${given}" must be ${englishOf(expected)}`,
    `${optionName(name)}「${given}」应为${chineseOf(expected)}`,
  );
export const tooLong = (name: string, longest: number): Sentence =>
  sentence(`--${name} is longer than ${longest} characters`, `${optionName(name)}超过 ${longest} 个字`);
export const missingOption = (name: string): Sentence => sentence(`--${name} is missing`, `缺少${optionName(name)}`);
export const unknownOption = (name: string): Sentence =>
  sentence(`there is no --${name}`, `没有「${optionName(name)}」这一项`);
export const oneOfBoth = (one: string, other: string): Sentence =>
  sentence(`give --${one} or --${other}, one of them`, `${optionName(one)}与${optionName(other)}要给出其中一个`);

export const ofOption = (name: string, given: string, reason: Sentence): Sentence =>
  sentence(`--${name} "${given}" ${reason.en}`, `${optionName(name)}「${given}」${reason.zh}`);
export const aboveZero = (name: string, given: string): Sentence =>
  ofOption(name, given, sentence('must be above 0', '应大于 0'));
export const notZero = (given: string): Sentence =>
  ofOption('amount', given, sentence('must be above or below 0', '不能是 0'));
export const noDecimal = sentence('is no decimal number', '不是小数');
export const tooManyDecimals = (scale: number, coin: string): Sentence =>
  sentence(`has more than the ${scale} decimals of ${coin}`, `超过 ${coin} 的 ${scale} 位小数`);
export const tooLarge = (largest: bigint, coin: string): Sentence =>
  sentence(`is larger than ${largest} ${coin}, the most of one command`, `超过一次最多的 ${largest} ${coin}`);
