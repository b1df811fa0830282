import { execute, many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { Message } from './message.ts';

const keep = query(
  'messages.keep',
  'insert into local_message (recipient, scene, code, sent_at) values ($1, $2, $3, $4)',
);

export async function keepLocalMessage(db: Queryable, { to, scene, code }: Message, at: Date): Promise<void> {
  await execute(db, keep, [to, scene, code, at]);
}

const newest = query(
  'messages.newest',
  'select recipient as to, scene, code, sent_at from local_message order by sent_at desc, id desc limit $1',
).as<{ to: string; scene: string; code: string; sent_at: Date }>();

export async function newestLocalMessages(db: Queryable, limit: number) {
  const rows = await many(db, newest, [limit]);
  return rows.map(({ to, scene, code, sent_at }) => ({ to, scene, code, time: sent_at.toISOString() }));
}
