import type { Data } from '@lode/contract';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import type { PageRequest } from '../../platform/http/page.ts';

type MessageRecord = Data<'messagePage'>['records'][number];
export type MessageKind = MessageRecord['kind'];
export type ChosenKind = Exclude<MessageKind, 'SECURITY'>;

/** What a message's text is made of. */
export interface MessageContent {
  event: string;
  detail: Record<string, unknown>;
}

export interface MessageRow extends MessageContent {
  id: bigint;
  kind: MessageKind;
  target: NonNullable<MessageRecord['target']>['of'] | null;
  targetId: bigint | null;
  at: Date;
  sentAt: Date | null;
  isRead: boolean;
}

const page = query(
  'inbox.page',
  `select id, kind, event, detail, target, target_id as "targetId", at, sent_at as "sentAt", read_at is not null as "isRead"
   from customer_message
   where customer_id = $1 and ($2::text is null or kind = $2) and ($3::timestamptz is null or (at, id) < ($3, $4::bigint))
   order by at desc, id desc limit $5 offset $6`,
).as<MessageRow>();

/** Newest first, of one kind or all; `limit` is one more than the page. */
export function readMessages(
  db: Queryable,
  customerId: bigint,
  kind: MessageKind | null,
  { after, limit, offset }: PageRequest<readonly ['time', 'integer']>,
): Promise<MessageRow[]> {
  return many(db, page, [customerId, kind, after?.[0] ?? null, after?.[1] ?? null, limit, offset]);
}

const unread = query(
  'inbox.unread',
  `select count(*)::int as count from (
     select from customer_message where customer_id = $1 and read_at is null limit 100) newest`,
).as<{ count: number }>();

/** At most 100. */
export async function countUnread(db: Queryable, customerId: bigint): Promise<number> {
  return (await one(db, unread, [customerId])).count;
}

const markRead = query(
  'inbox.mark-read',
  'update customer_message set read_at = coalesce(read_at, $3) where customer_id = $1 and id = $2 returning id',
).as<{ id: bigint }>();

/** False for a message that the customer does not have. */
export async function markMessageRead(db: Queryable, customerId: bigint, id: bigint, now: Date): Promise<boolean> {
  return (await maybeOne(db, markRead, [customerId, id, now])) !== null;
}

const markAll = query(
  'inbox.mark-all-read',
  `with newest as (select at, id from customer_message where customer_id = $1 and id = $2),
   marked as (
     update customer_message message set read_at = $3 from newest
     where customer_id = $1 and read_at is null and (message.at, message.id) <= (newest.at, newest.id))
   select id from newest`,
).as<{ id: bigint }>();

/** Up to a message in the order of the list; false for one that the customer does not have. */
export async function markReadUpTo(db: Queryable, customerId: bigint, id: bigint, now: Date): Promise<boolean> {
  return (await maybeOne(db, markAll, [customerId, id, now])) !== null;
}

const markOlder = query(
  'inbox.mark-older-read',
  `update customer_message message set read_at = at
   from (select id, row_number() over (partition by customer_id order by at desc, id desc) as place
         from customer_message where kind = any($2::text[])) listed
   where listed.id = message.id and place > $1::int and read_at is null`,
);

/** Of every customer, all of these kinds but the newest: the demo's customers have looked at the others. */
export async function markOlderRead(db: Queryable, kinds: readonly MessageKind[], newest: number): Promise<void> {
  await execute(db, markOlder, [newest, kinds]);
}

export interface ChannelRow {
  kind: ChosenKind;
  contact: string;
  isMailbox: boolean;
  isChosen: boolean;
}

const channels = query(
  'inbox.channels',
  `select kind, contact, contact like '%@%' as "isMailbox", is_chosen as "isChosen"
   from message_channel where customer_id = $1`,
).as<ChannelRow>();

export function readChannels(db: Queryable, customerId: bigint): Promise<ChannelRow[]> {
  return many(db, channels, [customerId]);
}

const prefer = query(
  'inbox.prefer',
  `insert into message_preference (customer_id, kind, sms, mail) values ($1, $2, $3, $4)
   on conflict (customer_id, kind) do update set sms = excluded.sms, mail = excluded.mail`,
);

export async function writePreference(
  db: Queryable,
  customerId: bigint,
  { kind, sms, mail }: { kind: ChosenKind; sms: boolean; mail: boolean },
): Promise<void> {
  await execute(db, prefer, [customerId, kind, sms, mail]);
}

export interface Undelivered extends MessageContent {
  id: bigint;
  at: Date;
  recipients: string[];
}

const lockUnsent = lockingQuery(
  'inbox.lock-unsent',
  `select id, event, detail, at, array(
     select contact from message_channel channel
     where channel.customer_id = message.customer_id and channel.kind = message.kind
       and (is_main and delivery = 'ALWAYS' or is_chosen and (message.kind <> 'DEPOSIT' or $3 > (
         select count(*) from customer_message earlier
         where earlier.customer_id = message.customer_id and earlier.kind = 'DEPOSIT' and earlier.sent_at > $2)))
     order by is_main desc) as recipients
   from customer_message message where id = any($1) and sent_at is null and delivery <> 'NEVER' order by id for update`,
).as<Undelivered>();

/** Those of the messages that were not put into the outbox yet, with who gets them: none for a deposit of a customer who had `most` since then. */
export function lockUndelivered(
  dbTx: Transaction,
  ids: readonly bigint[],
  { since, most }: { since: Date; most: number },
): Promise<Undelivered[]> {
  return many(dbTx, lockUnsent, [ids, since, most]);
}

const markSent = query('inbox.mark-sent', 'update customer_message set sent_at = $2 where id = any($1)');

export async function markDelivered(db: Queryable, ids: readonly bigint[], now: Date): Promise<void> {
  await execute(db, markSent, [ids, now]);
}

const deleteOld = query(
  'inbox.delete-old',
  `delete from customer_message where id in (
     select id from customer_message where at < $1
     union all
     select id from (
       select customer_id from customer_message group by customer_id having count(*) > $2) many_of
     cross join lateral (
       select id from customer_message newest where newest.customer_id = many_of.customer_id
       order by at desc, id desc offset $2) rest
     limit 5000)`,
);

/** Those before a time, and what a customer has beyond the newest `most`. How many were deleted, at most 5000. */
export function deleteMessages(db: Queryable, { before, most }: { before: Date; most: number }): Promise<number> {
  return execute(db, deleteOld, [before, most]);
}

const post = query('inbox.post-messages', 'select post_messages($1, $2::jsonb, $3) as posted').as<{ posted: number }>();

export interface NewMessage {
  customerId: bigint;
  /** Names the event, so that one which is posted again has one message. */
  key: string;
  text: string;
  at: Date;
  /** The record that the message leads to; without an id the list of them. */
  target?: { of: NonNullable<MessageRecord['target']>['of']; id: bigint | null };
}

export interface MessageClass {
  kind: ChosenKind;
  /** To the contact that the customer logs in with, whatever the customer chose. */
  isAlwaysSent: boolean;
}

/** How many are new: a message whose key the customer has already is none. */
export async function postMessages(
  db: Queryable,
  { kind, isAlwaysSent }: MessageClass,
  messages: readonly NewMessage[],
): Promise<number> {
  if (messages.length === 0) return 0;
  const rows = messages.map(({ customerId, key, text, at, target }) => ({
    customer: String(customerId),
    key,
    text,
    at: at.toISOString(),
    target: target?.of ?? null,
    targetId: target?.id == null ? null : String(target.id),
  }));
  return (await one(db, post, [kind, JSON.stringify(rows), isAlwaysSent])).posted;
}

const notices = query('inbox.post-notices', 'select post_notices($1, $2::text[], $3::text[], $4::timestamptz[], $5)');

export interface NewNotice {
  /** The account of the customer. */
  to: string;
  text: string;
  at: Date;
}

export async function postNotices(
  db: Queryable,
  { kind, isAlwaysSent }: MessageClass,
  all: readonly NewNotice[],
): Promise<void> {
  if (all.length === 0) return;
  const columns = [all.map(({ to }) => to), all.map(({ text }) => text), all.map(({ at }) => at)];
  await execute(db, notices, [kind, ...columns, isAlwaysSent]);
}
