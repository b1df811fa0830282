import type { Transaction } from '../../platform/db/database.ts';
import type { NoticePort } from './notify-owed.ts';
import { type PayOwedPorts, payOwed } from './pay-owed.ts';
import { settledNotice } from './texts.zh.ts';

/** `payOwed` for a process that may write messages: a customer whose debts are settled in full gets a notice. */
export async function payOwedAndNotify(
  dbTx: Transaction,
  ports: PayOwedPorts & NoticePort,
  customerIds: readonly bigint[],
  at: Date,
): Promise<void> {
  const settled = await payOwed(dbTx, ports, customerIds, at);
  await ports.queueNotices(
    dbTx,
    settled.map(({ account, owed }) => ({ to: account, text: settledNotice(owed), at: at.toISOString() })),
  );
}
