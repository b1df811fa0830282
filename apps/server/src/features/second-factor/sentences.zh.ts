import { type Sentence, sentence } from '../../platform/sentence.ts';
import { timeText } from '../../platform/staff/names.ts';

/** What two people read of a lost second factor. */
export const noneSet = (id: bigint): Sentence =>
  sentence(`customer ${id} has no second factor`, `客户 ${id} 没有二次验证`);
export const removal = (id: bigint, account: string): Sentence =>
  sentence(
    `customer ${id} (${account}) has lost the second factor: it is removed, withdrawals are held for 72 h`,
    `客户 ${id}（${account}）丢失了二次验证：将移除，提现限制 72 小时`,
  );
export const removed = (id: bigint, until: Date): Sentence =>
  sentence(
    `customer ${id} has no second factor; withdrawals held until ${until.toISOString()}`,
    `客户 ${id} 的二次验证已移除；提现限制到 ${timeText(until)}`,
  );
