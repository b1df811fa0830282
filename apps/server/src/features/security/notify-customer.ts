import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import { hashToken, newToken } from '../../platform/http/session.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { Alert, AlertPorts } from '../../platform/log/alerts.ts';
import type { NotifyPayload } from './announce.ts';
import { countNotices, type EventOfCustomer, findEventOfCustomer, insertNotice, lockNotices } from './notice.store.ts';
import { type Budget, budgetOf, noticesOfCustomer } from './notice-budget.ts';
import { recipientsOf } from './recipients.ts';
import { noticeText } from './texts.zh.ts';

const day = 24 * 60 * 60_000;
const linkLives = 7 * day;

export interface NotifyDeps extends Pick<AlertPorts, 'raiseAlert' | 'announceAlert'> {
  database: Database;
  clock: Clock;
  /** Notices of each budget in 24 hours, of all customers. */
  noticesPerDay: number;
  /** Where customers reach the client; null: notices carry no link. */
  publicUrl: string | null;
  readonly queueNotice: (
    db: Queryable,
    notice: { to: string; text: string; link?: { url: string; token: string }; at: string },
    expiresAt: Date,
  ) => Promise<void>;
}

/** Sends the notices of one event, within the budgets. An event of more than a day ago is no news any more. */
export function notifyCustomer(deps: NotifyDeps): Job {
  const { database, clock } = deps;
  return async (payload) => {
    const { event: id, via, formerContact } = payload as NotifyPayload;
    const raised = await database.transaction(async (dbTx) => {
      const event = await findEventOfCustomer(dbTx, BigInt(id));
      const now = clock.now();
      if (event === null || now.getTime() - event.at.getTime() > day) return null;
      const recipients = recipientsOf(event, { kind: event.kind, via, formerContact });
      if (recipients.length === 0) return null;
      await lockNotices(dbTx);
      let alert: Alert | null = null;
      for (const recipient of recipients) alert = (await notify(dbTx, deps, { event, recipient, now })) ?? alert;
      return alert;
    });
    if (raised !== null) deps.announceAlert(raised);
  };
}

/** The alert that this notice raised, if any. */
async function notify(
  dbTx: Transaction,
  deps: NotifyDeps,
  { event, recipient, now }: { event: EventOfCustomer; recipient: string; now: Date },
): Promise<Alert | null> {
  const { id: eventId, customerId, kind, detail } = event;
  const budget = budgetOf(kind, detail.scene);
  const since = new Date(now.getTime() - day);
  const sent = await countNotices(dbTx, { customerId, budget, since });
  const left = noticesOfCustomer[budget] - sent.ofCustomer;
  if (left <= 0) return null;
  if (sent.ofAll >= deps.noticesPerDay) return raiseUsedUp(dbTx, deps, budget, now);
  const token = newToken();
  const expiresAt = new Date(now.getTime() + linkLives);
  const notice = { eventId, customerId, budget, recipient, tokenHash: hashToken(token), at: now, expiresAt };
  if (!(await insertNotice(dbTx, notice))) return null;
  const text = noticeText(event, { isLast: left === 1 });
  const { publicUrl } = deps;
  // Withdrawals are frozen already: a link that freezes them would only puzzle its reader.
  const link =
    publicUrl === null || kind === 'FROZEN' ? {} : { link: { url: `${publicUrl}/not_me?token=${token}`, token } };
  await deps.queueNotice(
    dbTx,
    { to: recipient, text, at: event.at.toISOString(), ...link },
    new Date(now.getTime() + day),
  );
  return null;
}

async function raiseUsedUp(
  dbTx: Transaction,
  { raiseAlert, noticesPerDay }: NotifyDeps,
  budget: Budget,
  now: Date,
): Promise<Alert | null> {
  const message = `${noticesPerDay} security notices of the budget ${budget} were sent in 24 hours: no more are sent until fewer were (NOTICES_PER_DAY)`;
  const alert = { kind: 'notices-used-up', subject: budget, message };
  return (await raiseAlert(dbTx, alert, now)) ? alert : null;
}
