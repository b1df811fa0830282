import { type Sentence, sentence } from '../../../platform/sentence.ts';
import { timeText } from '../../../platform/staff/names.ts';

/** Why terms are not changed. */
export const sameTerms = sentence('it has these terms already', '条款已经是这样');
export const onlyCancel = sentence(
  '--cancel takes back all terms of that day: give no others',
  '撤回会撤回当天的全部条款：不要再给别的条款',
);
export const billedFrom = (machineNo: string, day: string): Sentence =>
  sentence(`machine ${machineNo} is billed from ${day} on`, `矿机 ${machineNo} 从 ${day} 起才计费`);
export const unknownOwner = (account: string): Sentence =>
  sentence(`account ${account} is unknown`, `没有账号 ${account}`);
const kindNames: Record<string, string> = { SUBSCRIBE: '认购', THIRD: '自有托管' };
export const noHostingFee = (machineNo: string, kind: string): Sentence =>
  sentence(
    `machine ${machineNo} is ${kind}: a hosting fee is for THIRD machines only`,
    `矿机 ${machineNo} 是${kindNames[kind] ?? kind}：只有自有托管的矿机有托管费`,
  );
export const noHosting = (machineNo: string, kind: string): Sentence =>
  sentence(
    `machine ${machineNo} is ${kind}: only THIRD machines are hosted from a day on`,
    `矿机 ${machineNo} 是${kindNames[kind] ?? kind}：只有自有托管的矿机有托管起始日`,
  );
export const overAtOnce = (end: Date): Sentence =>
  sentence(
    `the contract would be over on its first day: ${end.toISOString()}`,
    `合约在第一天就已到期：${timeText(end)}`,
  );
export const hostedBefore = (day: string): Sentence =>
  sentence(
    `hosting from ${day} on begins before the terms: let them hold from then on`,
    `托管从 ${day} 起，早于条款：请让条款从那天起`,
  );
export const noPrice = (site: string, tariff: string, day: string): Sentence =>
  sentence(
    `site ${site} has no price of the tariff ${tariff || 'without a name'} on ${day}`,
    `机房 ${site} 的${tariff === '' ? '统一电价' : `电价「${tariff}」`}在 ${day} 没有价格`,
  );
export const notLikeAMachine = (powerWatts: number, hashrate: string, joules: string): Sentence =>
  sentence(
    `powerWatts ${powerWatts} W for ${hashrate} TH/s is ${joules} J/TH: no machine is like that`,
    `功耗 ${powerWatts} W、算力 ${hashrate} TH/s，即 ${joules} J/TH：没有这样的矿机`,
  );

export const rises = {
  price: (before: string | null, after: string | null) =>
    sentence(`price ${before} → ${after}`, `电价 ${before} → ${after}`),
  hashrate: (before: string, after: string) => sentence(`hashrate ${before} → ${after}`, `算力 ${before} → ${after}`),
  power: (before: number, after: number) => sentence(`power ${before} → ${after} W`, `功耗 ${before} → ${after} W`),
  poolFee: (before: string, after: string) =>
    sentence(`pool fee ${before} → ${after}`, `矿池费率 ${before} → ${after}`),
  hostingFee: sentence('a higher hosting fee', '托管费上涨'),
  hosting: (day: string) => sentence(`hosting before ${day}`, `托管早于 ${day}`),
};
export const costsMore = (
  machineNo: string,
  day: string,
  risen: Sentence,
  { daysOfNotice, earliest }: { daysOfNotice: number; earliest: string },
): Sentence =>
  sentence(
    `machine ${machineNo} would cost its customer more on ${day} (${risen.en}): that is announced ${daysOfNotice} full days before, ${earliest} at the earliest`,
    `矿机 ${machineNo} 在 ${day} 会让客户多付（${risen.zh}）：要提前 ${daysOfNotice} 个整天公布，最早 ${earliest} 起`,
  );
/** The English is the database's own, which knows the machine by its id. */
export const noVersion = (en: string, machineNo: string, from: string): Sentence => ({
  en,
  zh: `矿机 ${machineNo} 没有从 ${from} 起、可以撤回的条款`,
});

export const ofLine = (line: number, reason: Sentence): Sentence =>
  sentence(`line ${line}: ${reason.en}`, `第 ${line} 行：${reason.zh}`);
export const moreLines = (hidden: number): Sentence => sentence(`and ${hidden} more`, `另有 ${hidden} 行`);
export const notLines = sentence('--lines are no lines of terms', '条款的行不完整');
export const longestFile = (lines: number): Sentence =>
  sentence(`a file has at most ${lines} lines: split it`, `文件最多 ${lines} 行：请分开`);
