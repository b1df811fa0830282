import type { Queryable, Transaction } from '../../platform/db/database.ts';
import type { NoticePort } from './notify-owed.ts';
import { type PayOwedPorts, payOwed, type Settled } from './pay-owed.ts';
import { settledNotice } from './texts.zh.ts';

/** For the transaction that paid: whose debts it settled in full learns so. */
export async function notifySettled(
  db: Queryable,
  { queueNotices }: NoticePort,
  settled: readonly Settled[],
  at: Date,
): Promise<void> {
  await queueNotices(
    db,
    settled.map(({ account, paid, isRelieved }) => ({
      to: account,
      text: settledNotice(paid, isRelieved),
      at: at.toISOString(),
    })),
  );
}

/** `payOwed` for a process that may write messages. */
export async function payOwedAndNotify(
  dbTx: Transaction,
  ports: PayOwedPorts & NoticePort,
  customerIds: readonly bigint[],
  at: Date,
): Promise<void> {
  await notifySettled(dbTx, ports, await payOwed(dbTx, ports, customerIds, at), at);
}
