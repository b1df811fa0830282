import { columnOf } from '../../platform/csv-words.zh.ts';
import { type Sentence, sentence } from '../../platform/sentence.ts';

/** What is wrong with files of prices and exchange rates. */
export const price = sentence('a price in USDT above 0 with at most 6 decimals', '大于 0、最多 6 位小数的 USDT 价格');
export const priceOf = (coin: string, date: string): Sentence =>
  sentence(`${coin} of ${date}`, `${coin} ${date} 的价格`);
export const otherPrice = (coin: string, date: string, usdt: string): Sentence =>
  sentence(
    `${coin} of ${date} is fixed at another price: ${usdt}`,
    `${coin} ${date} 的价格已定为 ${usdt} USDT，与文件里的不同：定下的价格不能改`,
  );
export const farPrice = (coin: string, usdt: string, other: { date: string; usdt: string }): Sentence =>
  sentence(
    `${coin} at ${usdt} is too far from ${other.usdt} of ${other.date}: a slip?`,
    `${columnOf('usdt').zh} ${usdt} 与 ${coin} 在 ${other.date} 的 ${other.usdt} 相差太大：单位或小数点写错了？`,
  );

export const rate = sentence(
  'CNY for one USDT above 0 with at most 6 decimals',
  '大于 0、最多 6 位小数的数：1 USDT 合多少 CNY',
);
export const rateOf = (date: string): Sentence => sentence(date, `${date} 的汇率`);
export const otherRate = (date: string, cny: string): Sentence =>
  sentence(`another rate stands for ${date}: ${cny}`, `${date} 的汇率已是 ${cny}，与文件里的不同：汇率写入后不能改`);
export const farRate = (cny: string, other: { date: string; cny: string }): Sentence =>
  sentence(
    `the rate is too far from ${other.cny} of ${other.date}: a slip?`,
    `${columnOf('cny').zh} ${cny} 与 ${other.date} 的 ${other.cny} 相差太大：单位或小数点写错了？`,
  );
