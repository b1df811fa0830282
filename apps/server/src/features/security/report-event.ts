import { type Data, type Input, maskAccount } from '@lode/contract';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import type { CallerContext } from '../../platform/http/context.ts';
import { type Refusal, refuse } from '../../platform/http/refusal.ts';
import { hashToken } from '../../platform/http/session.ts';
import type { AlertPorts } from '../../platform/log/alerts.ts';
import { reportedEvent } from '../../platform/staff/freeze-reasons.zh.ts';
import { announce } from './announce.ts';
import { findNotice, spendLinks } from './notice.store.ts';
import { subjectOf } from './texts.zh.ts';

export interface ReportDeps extends Pick<AlertPorts, 'raiseAlert' | 'announceAlert'> {
  database: Database;
  /** Stops withdrawals that are not signed until two of the staff lift it. */
  readonly freezeCustomer: (
    db: Queryable,
    freeze: { customerId: bigint; depositId: null; reason: string },
    now: Date,
  ) => Promise<void>;
  readonly endSessions: (dbTx: Transaction, customerId: bigint, now: Date) => Promise<void>;
}

/** What the link is about. A scanner of mail opens links too: reading one changes nothing. */
export async function readNotice(
  { database }: Pick<ReportDeps, 'database'>,
  { now }: CallerContext,
  { token }: Input<'securityNotice'>,
): Promise<Data<'securityNotice'> | Refusal> {
  const notice = await findNotice(database, hashToken(token), now);
  if (notice === null) return refuse('badLink');
  const { kind, at, account, isFrozen, isUsed } = notice;
  return {
    kind,
    time: at.toISOString(),
    maskedAccount: maskAccount(account),
    subject: subjectOf(notice),
    isFrozen,
    isUsed,
  };
}

/** "不是我": one event freezes once. After staff lifted the freeze its links do nothing any more. */
export async function reportEvent(
  deps: ReportDeps,
  { now }: CallerContext,
  { token }: Input<'reportEvent'>,
): Promise<Data<'reportEvent'> | Refusal> {
  const tokenHash = hashToken(token);
  const { answer, alert } = await deps.database.transaction(async (dbTx) => {
    const notice = await findNotice(dbTx, tokenHash, now);
    if (notice === null) return { answer: refuse('badLink'), alert: null };
    const { customerId, eventId, kind } = notice;
    if (!(await spendLinks(dbTx, token, now))) {
      const isFrozen = (await findNotice(dbTx, tokenHash, now))?.isFrozen ?? false;
      return { answer: { isFrozen }, alert: null };
    }
    const reason = reportedEvent(String(eventId), kind).en;
    await deps.freezeCustomer(dbTx, { customerId, depositId: null, reason }, now);
    await deps.endSessions(dbTx, customerId, now);
    await announce(dbTx, { kind: 'FROZEN', customerId, at: now, detail: { reported: String(eventId) } });
    const raised = {
      kind: 'customer-reported',
      subject: `customer ${customerId}`,
      message: `${reason}: withdrawals are frozen, sessions ended. Speak with the customer, then customer:unfreeze`,
    };
    const isNew = await deps.raiseAlert(dbTx, raised, now);
    return { answer: { isFrozen: true }, alert: isNew ? raised : null };
  });
  if (alert !== null) deps.announceAlert(alert);
  return answer;
}
