import { maybeOne, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

/** Whom a message of the staff reaches: all active customers, or those of one of these. */
export interface Audience {
  /** By name, as the others: who has a machine there, or of it, under a contract. */
  site?: string | undefined;
  model?: string | undefined;
  tag?: string | undefined;
  customerId?: bigint | undefined;
}

const valuesOf = ({ site, model, tag, customerId }: Audience) => [
  site ?? null,
  model ?? null,
  tag ?? null,
  customerId ?? null,
];

const post = query('inbox.post-maintenance', 'select key, reached from post_maintenance($1, $2, $3, $4, $5, $6)').as<{
  key: string;
  reached: number;
}>();

/** How many customers got it now, who has the text already not counted, and the key of each one's message. */
export function postGroupMessage(
  db: Queryable,
  { text, audience }: { text: string; audience: Audience },
  now: Date,
): Promise<{ key: string; reached: number }> {
  return one(db, post, [text, ...valuesOf(audience), now]);
}

const count = query(
  'inbox.count-audience',
  `select count(*)::int as customers,
     count(*) filter (where exists (
       select from message_channel channel
       where channel.customer_id = audience and kind = 'MAINTENANCE' and is_chosen and contact not like '%@%'))::int as sms,
     count(*) filter (where exists (
       select from message_channel channel
       where channel.customer_id = audience and kind = 'MAINTENANCE' and is_chosen and contact like '%@%'))::int as mail
   from maintenance_audience($1, $2, $3, $4) audience`,
).as<{ customers: number; sms: number; mail: number }>();

/** How many a message would reach, and how many of them by SMS and by mail as they chose. */
export const countAudience = (db: Queryable, audience: Audience) => one(db, count, valuesOf(audience));

const found = query(
  'inbox.is-audience',
  `select ($1::text is null or exists (select from site where name = $1))
     and ($2::text is null or exists (select from machine_model where name = $2)) as "isKnown"`,
).as<{ isKnown: boolean }>();

/** Whether site and model are the house's own. */
export async function isKnownAudience(db: Queryable, { site, model }: Audience): Promise<boolean> {
  return (await one(db, found, [site ?? null, model ?? null])).isKnown;
}

const standing = query(
  'inbox.group-message-standing',
  `select count(*)::int as reached, count(sent_at)::int as sent, count(read_at)::int as read
   from customer_message where kind = 'MAINTENANCE' and key = $1`,
).as<{ reached: number; sent: number; read: number }>();

/** How far the messages of a key have come: in the app, put into the outbox of SMS and mail, read. */
export const readStanding = (db: Queryable, key: string) => maybeOne(db, standing, [key]);
