import { type Sentence, sentence } from '../../platform/sentence.ts';

/** What cells of machines and of their terms have to be. */
export const poolFeeRate = sentence('a fraction below 1, like 0.04,', '小于 1 的小数，例如 0.04');
export const hashrate = sentence('a number above 0', '大于 0 的数');
export const tariffPrice = sentence('a price in USDT per kWh', '每度电的 USDT 价格');
export const hostingFee = sentence('an amount in USDT with at most 6 decimals', '最多 6 位小数的 USDT 金额');
export const machineNo = sentence('a number of 1 to 64 characters without blanks', '1 到 64 个字、不带空格的编号');
export const modelName = sentence('a name of 1 to 64 characters', '1 到 64 个字的名称');
export const siteName = sentence('a name of 1 to 64 characters', '1 到 64 个字的名称');
export const hashrateUnit = sentence('a rate like MH/s or GH/s', '算力的单位，例如 MH/s 或 GH/s');
export const purchasePrice = sentence(
  'a price above 0 in USDT, at most 10000000, with at most 6 decimals',
  '大于 0、不超过 10000000 的 USDT 价格，最多 6 位小数',
);
export const safeText = sentence(
  'a text without control characters and marks of direction',
  '不带控制字符和方向符号的文字',
);
export const time = sentence(
  'an ISO 8601 time with its zone, like 2026-03-01T00:00:00Z',
  '带时区的 ISO 8601 时间，例如 2026-03-01T00:00:00Z',
);
export const day = sentence('a date like 2026-12-01', '日期，例如 2026-12-01');
export const dayOr = (none: string): Sentence =>
  sentence(`a date like 2026-12-01, or ${none}`, `日期（例如 2026-12-01），或 ${none}`);
export const withSixDecimals = (expected: Sentence): Sentence =>
  sentence(`${expected.en} with at most 6 decimals`, `${expected.zh}，最多 6 位小数`);
export const notName = (value: string): Sentence =>
  sentence(`"${value}" is not ${siteName.en}`, `「${value}」不是${siteName.zh}`);
export const noTerm = sentence('no term is given', '没有给出条款');
export const termsOf = (machineNo: string, from: string): Sentence =>
  sentence(`machineNo ${machineNo} from ${from}`, `矿机 ${machineNo} 从 ${from} 起的条款`);
