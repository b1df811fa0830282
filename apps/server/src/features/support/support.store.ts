import type { Data } from '@lode/contract';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import type { PageRequest } from '../../platform/http/page.ts';
import type { RecordDetail, SupportSubject } from './texts.zh.ts';

type ThreadRecord = Data<'supportPage'>['records'][number];
export type ThreadStatus = ThreadRecord['status'];

export interface ThreadRow {
  id: bigint;
  about: SupportSubject;
  record: string | null;
  detail: RecordDetail;
  status: ThreadStatus;
  openedAt: Date;
  changedAt: Date;
  text: string;
}

const threads = (condition: string) => `
  select thread.id, about, record, detail, status, opened_at as "openedAt", changed_at as "changedAt", newest.text
  from support_thread thread
  cross join lateral (
    select text from support_message where thread_id = thread.id order by support_message.id desc limit 1) newest
  where thread.customer_id = $1 and ${condition}`;

const page = query(
  'support.page',
  `${threads('($2::timestamptz is null or (changed_at, thread.id) < ($2, $3::bigint))')}
   order by changed_at desc, thread.id desc limit $4 offset $5`,
).as<ThreadRow>();

/** What changed last first; `limit` is one more than the page. */
export function readThreads(
  db: Queryable,
  customerId: bigint,
  { after, limit, offset }: PageRequest<readonly ['time', 'integer']>,
): Promise<ThreadRow[]> {
  return many(db, page, [customerId, after?.[0] ?? null, after?.[1] ?? null, limit, offset]);
}

const thread = query('support.thread', threads('thread.id = $2')).as<ThreadRow>();

export function readThread(db: Queryable, customerId: bigint, id: bigint): Promise<ThreadRow | null> {
  return maybeOne(db, thread, [customerId, id]);
}

export interface MessageRow {
  id: bigint;
  isStaff: boolean;
  text: string;
  at: Date;
}

const messages = query(
  'support.messages',
  `select message.id, staff_id is not null as "isStaff", text, at from support_message message
   where customer_id = $1 and thread_id = $2 and ($3::bigint is null or message.id < $3)
   order by message.id desc limit $4`,
).as<MessageRow>();

/** Newest first. */
export function readMessages(
  db: Queryable,
  { customerId, id, before, limit }: { customerId: bigint; id: bigint; before: bigint | null; limit: number },
): Promise<MessageRow[]> {
  return many(db, messages, [customerId, id, before, limit]);
}

const lockCustomer = lockingQuery(
  'support.lock-customer',
  `select pg_advisory_xact_lock(hashtext('support'), hashtext($1::bigint::text))`,
);

/** One message of a customer after the other, so that what is counted stays so until it is written. */
export async function lockPosts(dbTx: Transaction, customerId: bigint): Promise<void> {
  await many(dbTx, lockCustomer, [customerId]);
}

const posted = query(
  'support.posted',
  `select thread_id as "threadId", text, about, record from support_message message
   join support_thread on support_thread.id = thread_id where message.customer_id = $1 and key = $2`,
).as<{ threadId: bigint; text: string; about: SupportSubject; record: string | null }>();

export function findPosted(db: Queryable, customerId: bigint, key: string) {
  return maybeOne(db, posted, [customerId, key]);
}

const usage = query(
  'support.usage',
  `select
     (select count(*)::int from support_thread where customer_id = $1 and status <> 'CLOSED') as "openThreads",
     (select count(*)::int from support_message where customer_id = $1 and staff_id is null and at > $2) as "messages",
     (select count(*)::int from support_message where customer_id = $1 and thread_id = $3) as "inThread"`,
).as<{ openThreads: number; messages: number; inThread: number }>();

/** What the limits count: of the customer, since a time, and in a thread. */
export function countPosts(db: Queryable, customerId: bigint, since: Date, threadId: bigint | null) {
  return one(db, usage, [customerId, since, threadId]);
}

const openOfRecord = query(
  'support.open-of-record',
  `select id from support_thread where customer_id = $1 and about = $2 and record = $3 and status <> 'CLOSED'`,
).as<{ id: bigint }>();

export async function findOpenThread(
  db: Queryable,
  { customerId, about, record }: { customerId: bigint; about: SupportSubject; record: string | null },
): Promise<bigint | null> {
  return (await maybeOne(db, openOfRecord, [customerId, about, record]))?.id ?? null;
}

const insertThread = query(
  'support.insert-thread',
  `insert into support_thread (customer_id, about, record, detail, opened_at, changed_at)
   values ($1, $2, $3, $4::jsonb, $5, $5) returning id`,
).as<{ id: bigint }>();

export async function writeThread(
  db: Queryable,
  about: { customerId: bigint; about: SupportSubject; record: string | null; detail: RecordDetail; now: Date },
): Promise<bigint> {
  const { customerId, record, detail, now } = about;
  return (await one(db, insertThread, [customerId, about.about, record, JSON.stringify(detail), now])).id;
}

const insertMessage = query(
  'support.insert-message',
  `with changed as (
     update support_thread set status = 'WAITING', changed_at = greatest(changed_at, $5)
     where id = $2 and customer_id = $1 and status <> 'CLOSED' returning id)
   insert into support_message (thread_id, customer_id, key, text, at) select id, $1, $3, $4, $5 from changed`,
);

/** False: the thread has been closed. */
export async function writeMessage(
  db: Queryable,
  message: { customerId: bigint; threadId: bigint; key: string | null; text: string; now: Date },
): Promise<boolean> {
  const { customerId, threadId, key, text, now } = message;
  return (await execute(db, insertMessage, [customerId, threadId, key, text, now])) === 1;
}
