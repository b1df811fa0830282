import { columnOf } from '../../platform/csv-words.zh.ts';
import { type Sentence, sentence } from '../../platform/sentence.ts';
import { timeText } from '../../platform/staff/names.ts';

/** In a preview: the mining day and hour that people reckon contracts by, and what the clock on the wall says then. */
export const timeAsRead = (time: Date): string =>
  `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC（北京 ${timeText(time)}）`;
export const purchaseKindNames = { SUBSCRIBE: '认购', THIRD: '客户自有（托管）' } as const;

/** Why a line of a machine file is refused. */
const zh = (column: string): string => columnOf(column).zh;

export const purchaseKinds = sentence('one of SUBSCRIBE, THIRD', 'SUBSCRIBE（认购）或 THIRD（客户自有，托管）');
export const laterThanStart = sentence('later than startTime', `晚于${zh('startTime')}的时间`);
export const thirdOnly = sentence(
  'hostingFeeMonthly is for THIRD machines only',
  `${zh('hostingFeeMonthly')}只用于 THIRD（客户自有）的矿机`,
);
export const numberTwice = (machineNo: string, line: number): Sentence =>
  sentence(`machineNo ${machineNo} stands on line ${line} already`, `矿机编号 ${machineNo} 与第 ${line} 行重复`);
export const otherPowerOnLine = (model: string, there: number, line: number, here: number): Sentence =>
  sentence(
    `model ${model} has ${there} W on line ${line}, here ${here}`,
    `机型 ${model} 在第 ${line} 行的功耗是 ${there} W，这一行是 ${here} W`,
  );
export const otherCoinOnLine = (model: string, there: string, line: number, here: string): Sentence =>
  sentence(
    `model ${model} mines ${there} on line ${line}, here ${here}`,
    `机型 ${model} 在第 ${line} 行挖 ${there}，这一行挖 ${here}`,
  );
export const otherPriceOnLine = (site: string, there: string, line: number, here: string): Sentence =>
  sentence(
    `site ${site} has price ${there} on line ${line}, here ${here}`,
    `机房 ${site} 在第 ${line} 行的电价是 ${there}，这一行是 ${here}`,
  );
export const otherPrice = (site: string, there: string, here: string): Sentence =>
  sentence(
    `site ${site} has electricityPrice ${there}, here ${here}`,
    `机房 ${site} 的电价是 ${there} USDT/度，文件里是 ${here}`,
  );
export const unknownAccount = (account: string): Sentence =>
  sentence(`account ${account} is unknown`, `没有账号为 ${account} 的客户：请先建立客户`);
export const otherPower = (model: string, there: number, here: number): Sentence =>
  sentence(
    `model ${model} has powerWatts ${there}, here ${here}`,
    `机型 ${model} 的功耗是 ${there} W，文件里是 ${here} W`,
  );
export const otherCoin = (model: string, there: string, here: string): Sentence =>
  sentence(`model ${model} mines ${there}, here ${here}`, `机型 ${model} 挖 ${there}，文件里是 ${here}`);
export const closedDay = (last: string): Sentence =>
  sentence(
    `startTime lies in a closed day: days are closed up to ${last}`,
    `${zh('startTime')}在已日结的矿日里：已日结到 ${last}，要晚于这一天`,
  );
export const thereOtherwise = (machineNo: string, column: string): Sentence =>
  sentence(
    `machineNo ${machineNo} exists with another ${column}`,
    `矿机 ${machineNo} 已存在，${zh(column)}与文件里的不同：导入不会修改已有矿机`,
  );
