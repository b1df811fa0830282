import { knownDaysRange } from '../../platform/auto-approval-days.ts';
import { type Sentence, sentence } from '../../platform/sentence.ts';

/** The values that each kind of setting takes: `setting:list` prints it, the console shows it, and a refusal says it. */
const coin8 = sentence(
  '"0.00000000" to "99999999.99999999", eight decimals',
  '"0.00000000" 到 "99999999.99999999"，八位小数',
);
const coin6 = sentence(
  '"0.000000" to "999999999999.999999", six decimals',
  '"0.000000" 到 "999999999999.999999"，六位小数',
);
const aboveZero = ({ en, zh }: Sentence): Sentence => sentence(`above zero, ${en}`, `大于零，${zh}`);
const orNull = ({ en, zh }: Sentence): Sentence => sentence(`null or ${en}`, `null，或 ${zh}`);

const open = sentence('true or false', 'true 或 false');
const apy = sentence(
  'per cent a year with two decimals, "0.00" to "999.99"',
  '每年百分之几，两位小数，"0.00" 到 "999.99"',
);
const steps = ({ en, zh }: Sentence, most: number): Sentence =>
  sentence(
    `up to 10 of from, ${en}, and confirmations, 1 to ${most}`,
    `最多 10 项，各有 from（${zh}）和 confirmations（1 到 ${most}）`,
  );
const approvalRule = ({ en, zh }: Sentence): Sentence =>
  sentence(
    `null or perPayment, perCustomerDay, perDay, each ${en}, and knownDays, ${knownDaysRange.min} to ${knownDaysRange.max}`,
    `null，或 perPayment、perCustomerDay、perDay（各为 ${zh}）和 knownDays（${knownDaysRange.min} 到 ${knownDaysRange.max}）`,
  );
const hotBounds = ({ en, zh }: Sentence): Sentence =>
  sentence(
    `null or upper, target, perDay, each ${en}; 0 < target < upper, perDay at least upper less target`,
    `null，或 upper、target、perDay，各为 ${zh}；0 < target < upper，perDay 不小于 upper 减 target`,
  );

const hosts = sentence(
  'up to 100 host names such as "example.com" or "*.example.com"',
  '最多 100 个域名，例如 "example.com" 或 "*.example.com"',
);
const contact = sentence(
  'name, wechat, phone, mail and hours, each null or a text: a WeChat id, a number, a mailbox',
  'name、wechat、phone、mail、hours，各为 null 或文字：微信号、电话、邮箱',
);
const faq = sentence(
  'up to 20 of question, at most 60 characters, and answer, at most 1000',
  '最多 20 项，各有 question（最多 60 个字）和 answer（最多 1000 个字）',
);

export const bounds = {
  coin8,
  coin6,
  positive8: aboveZero(coin8),
  positive6: aboveZero(coin6),
  coin8OrNull: orNull(coin8),
  coin6OrNull: orNull(coin6),
  open,
  apy,
  steps8: (most: number) => steps(coin8, most),
  steps6: (most: number) => steps(coin6, most),
  rule8: approvalRule(coin8),
  rule6: approvalRule(coin6),
  hot8: hotBounds(coin8),
  hot6: hotBounds(coin6),
  hosts,
  contact,
  faq,
};
