import { knownDaysRange } from '../../platform/auto-approval-days.ts';
import { type Sentence, sentence } from '../../platform/sentence.ts';

/** The values that each kind of setting takes: `setting:list` prints it, the console shows it, and a refusal says it. */
const coin8 = sentence(
  '"0.00000000" to "99999999.99999999", eight decimals',
  '0.00000000 到 99999999.99999999，八位小数',
);
const coin6 = sentence(
  '"0.000000" to "999999999999.999999", six decimals',
  '0.000000 到 999999999999.999999，六位小数',
);
const positive8 = sentence(
  'above zero, to "99999999.99999999", eight decimals',
  '大于零，最多 99999999.99999999，八位小数',
);
const positive6 = sentence(
  'above zero, to "999999999999.999999", six decimals',
  '大于零，最多 999999999999.999999，六位小数',
);
const orNull = ({ en, zh }: Sentence): Sentence => sentence(`null or ${en}`, `未启用，或 ${zh}`);

const open = sentence('true or false', '是 或 否');
const apy = sentence('per cent a year with two decimals, "0.00" to "999.99"', '每年百分之几，两位小数，0.00 到 999.99');
const steps = ({ en, zh }: Sentence, most: number): Sentence =>
  sentence(
    `up to 10 of from, ${en}, and confirmations, 1 to ${most}`,
    `最多 10 项，各有起点金额（${zh}）和确认数（1 到 ${most}）`,
  );
const approvalPolicy = ({ en, zh }: Sentence): Sentence =>
  sentence(
    `null or perPayment, perCustomerDay, perDay, each ${en}, and knownDays, ${knownDaysRange.min} to ${knownDaysRange.max}`,
    `未启用，或单笔上限、每客户每日上限、每日上限（各为 ${zh}）和地址认识的天数（${knownDaysRange.min} 到 ${knownDaysRange.max}）`,
  );
const hotBounds = ({ en, zh }: Sentence): Sentence =>
  sentence(
    `null or upper, target, perDay, each ${en}; 0 < target < upper, perDay at least upper less target`,
    `未启用，或上限、目标、每日上限，各为 ${zh}；目标大于 0、小于上限，每日上限不小于上限减目标`,
  );

const hosts = sentence(
  'up to 100 host names such as "example.com" or "*.example.com"',
  '最多 100 个域名，例如 example.com 或 *.example.com',
);
const contact = sentence(
  'name, wechat, phone, mail and hours, each null or a text: a WeChat id, a number, a mailbox',
  '名称、微信、电话、邮箱、服务时间，各可留空',
);
const faq = sentence(
  'up to 20 of question, at most 60 characters, and answer, at most 1000',
  '最多 20 项，各有问题（最多 60 个字）和回答（最多 1000 个字）',
);

export const bounds = {
  coin8,
  coin6,
  positive8,
  positive6,
  coin8OrNull: orNull(coin8),
  coin6OrNull: orNull(coin6),
  open,
  apy,
  steps8: (most: number) => steps(coin8, most),
  steps6: (most: number) => steps(coin6, most),
  policy8: approvalPolicy(coin8),
  policy6: approvalPolicy(coin6),
  hot8: hotBounds(coin8),
  hot6: hotBounds(coin6),
  hosts,
  contact,
  faq,
};
