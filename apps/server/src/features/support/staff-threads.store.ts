import { execute, many, maybeOne, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import type { ThreadStatus } from './support.store.ts';
import type { RecordDetail, SupportSubject } from './texts.zh.ts';

export interface StaffThread {
  id: bigint;
  customerId: bigint;
  account: string;
  about: SupportSubject;
  record: string | null;
  detail: RecordDetail;
  status: ThreadStatus;
  assignee: string | null;
  changedAt: Date;
}

const columns = `thread.id, customer_id as "customerId", account, about, record, detail, thread.status,
  staff.name as assignee, changed_at as "changedAt"
  from support_thread thread join customer on customer.id = customer_id left join staff on staff.id = assignee`;

const queue = query(
  'support.queue',
  `select ${columns} where thread.status <> 'CLOSED' and ($1::text is null or thread.status = $1)
     and ($2::text is null or staff.name = $2)
     and ($4::timestamptz is null or (changed_at, thread.id) > ($4, $5::bigint))
   order by changed_at, thread.id limit $3`,
).as<StaffThread>();

/** Open ones; the one that waits longest first. */
export function readQueue(
  db: Queryable,
  { status, assignee }: { status: ThreadStatus | null; assignee: string | null },
  { after, limit }: { after: readonly [changedAt: string, id: string] | null; limit: number },
): Promise<StaffThread[]> {
  return many(db, queue, [status, assignee, limit, ...(after ?? [null, null])]);
}

/** Those that wait for an answer, the oldest first. */
export const readWaiting = (db: Queryable, limit: number): Promise<StaffThread[]> =>
  readQueue(db, { status: 'WAITING', assignee: null }, { after: null, limit });

const one = query('support.staff-thread', `select ${columns} where thread.id = $1`).as<StaffThread>();

export function findThread(db: Queryable, id: bigint): Promise<StaffThread | null> {
  return maybeOne(db, one, [id]);
}

const lock = lockingQuery(
  'support.lock-thread',
  `select ${columns} where thread.id = $1 for no key update of thread`,
).as<StaffThread>();

export function lockThread(dbTx: Transaction, id: bigint): Promise<StaffThread | null> {
  return maybeOne(dbTx, lock, [id]);
}

export interface StaffMessage {
  id: bigint;
  staff: string | null;
  text: string;
  at: Date;
}

const messages = query(
  'support.staff-messages',
  `select message.id, staff.name as staff, text, at from support_message message left join staff on staff.id = staff_id
   where thread_id = $1 order by message.id desc limit $2`,
).as<StaffMessage>();

/** Newest first. */
export function readStaffMessages(db: Queryable, id: bigint, limit: number): Promise<StaffMessage[]> {
  return many(db, messages, [id, limit]);
}

const answer = query(
  'support.answer',
  `with changed as (
     update support_thread set status = 'ANSWERED', assignee = coalesce(assignee, $2), changed_at = greatest(changed_at, $4)
     where id = $1 returning id, customer_id)
   insert into support_message (thread_id, customer_id, staff_id, text, at)
   select id, customer_id, $2, $3, $4 from changed returning id`,
).as<{ id: bigint }>();

/** The id of the message. */
export async function writeAnswer(
  db: Queryable,
  { id, staffId, text, now }: { id: bigint; staffId: bigint; text: string; now: Date },
): Promise<bigint> {
  const written = await maybeOne(db, answer, [id, staffId, text, now]);
  if (written === null) throw new Error(`support thread ${id} was locked and is gone`);
  return written.id;
}

const assign = query(
  'support.assign',
  `update support_thread set assignee = staff.id from staff where support_thread.id = $1 and staff.name = $2 and staff.status = 'ACTIVE'
     and staff.role = 'SUPPORT'`,
);

/** False: there is no such active person of SUPPORT. */
export async function assignThread(db: Queryable, id: bigint, name: string): Promise<boolean> {
  return (await execute(db, assign, [id, name])) === 1;
}

const close = query(
  'support.close',
  `update support_thread set status = 'CLOSED', changed_at = greatest(changed_at, $2) where id = $1`,
);

export async function closeThread(db: Queryable, id: bigint, now: Date): Promise<void> {
  await execute(db, close, [id, now]);
}
