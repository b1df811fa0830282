import { execute, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import type { NoticeKind } from '../../platform/security-event.ts';
import type { Budget } from './notice-budget.ts';

type Detail = Record<string, string>;

export interface EventOfCustomer {
  id: bigint;
  at: Date;
  kind: NoticeKind;
  detail: Detail;
  customerId: bigint;
  account: string;
  secondContact: string | null;
}

const eventOfCustomer = query(
  'security.event-of-customer',
  `select e.id, e.at, e.kind, e.detail, e.customer_id as "customerId", c.account, c.second_contact as "secondContact"
   from security_event e join customer_contacts c on c.customer_id = e.customer_id
   where e.id = $1 and c.status <> 'CLOSED'`,
).as<EventOfCustomer>();

/** With the contacts of its customer; null where no customer has the account, or the customer has left. */
export function findEventOfCustomer(db: Queryable, id: bigint): Promise<EventOfCustomer | null> {
  return maybeOne(db, eventOfCustomer, [id]);
}

const lock = lockingQuery(
  'security.lock-notices',
  `select pg_advisory_xact_lock(hashtextextended('security notices', 0))`,
);

/** Serialises counting and sending notices until the transaction ends: budgets hold across all of them. */
export async function lockNotices(dbTx: Transaction): Promise<void> {
  await execute(dbTx, lock);
}

const sent = query(
  'security.notices-sent',
  `select (select count(*)::int from security_notice where customer_id = $1 and budget = $2 and at > $3) as "ofCustomer",
     (select count(*)::int from security_notice where budget = $2 and at > $3) as "ofAll"`,
).as<{ ofCustomer: number; ofAll: number }>();

export function countNotices(
  db: Queryable,
  { customerId, budget, since }: { customerId: bigint; budget: Budget; since: Date },
): Promise<{ ofCustomer: number; ofAll: number }> {
  return one(db, sent, [customerId, budget, since]);
}

export interface NewNotice {
  eventId: bigint;
  customerId: bigint;
  budget: Budget;
  recipient: string;
  tokenHash: Buffer;
  at: Date;
  expiresAt: Date;
}

const insert = query(
  'security.insert-notice',
  `insert into security_notice (event_id, customer_id, budget, recipient, token_hash, at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict (event_id, recipient) do nothing returning id`,
).as<{ id: bigint }>();

/** False when the recipient has the notice of this event already. */
export async function insertNotice(db: Queryable, notice: NewNotice): Promise<boolean> {
  const { eventId, customerId, budget, recipient, tokenHash, at, expiresAt } = notice;
  return (await maybeOne(db, insert, [eventId, customerId, budget, recipient, tokenHash, at, expiresAt])) !== null;
}

export interface LinkedNotice {
  eventId: bigint;
  customerId: bigint;
  account: string;
  kind: NoticeKind;
  at: Date;
  detail: Detail;
  isUsed: boolean;
  isFrozen: boolean;
}

const byToken = query(
  'security.notice-by-token',
  `select n.event_id as "eventId", n.customer_id as "customerId", c.account, e.kind, e.at, e.detail,
     n.used_at is not null as "isUsed", g.is_frozen as "isFrozen"
   from security_notice n
   join security_event e on e.id = n.event_id
   join customer c on c.id = n.customer_id
   join customer_guard g on g.customer_id = n.customer_id
   where n.token_hash = $1 and n.expires_at > $2 and c.status <> 'CLOSED'`,
).as<LinkedNotice>();

/** Null for a token that is unknown or expired. */
export function findNotice(db: Queryable, tokenHash: Buffer, now: Date): Promise<LinkedNotice | null> {
  return maybeOne(db, byToken, [tokenHash, now]);
}

const spend = query('security.spend-links', 'select spend_notice($1, $2) as "isSpent"').as<{ isSpent: boolean }>();

/** Uses up all links of the token's event; false when they were used. Of two at once the second waits for the first. */
export async function spendLinks(db: Queryable, token: string, now: Date): Promise<boolean> {
  return (await one(db, spend, [token, now])).isSpent;
}

const old = query('security.old-notices', 'delete from security_notice where expires_at < $1');

export async function deleteNoticesBefore(db: Queryable, time: Date): Promise<void> {
  await execute(db, old, [time]);
}
