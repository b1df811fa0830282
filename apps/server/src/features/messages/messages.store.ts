import { type DbTx, many, statement } from '../../platform/db/database.ts';
import type { Message } from './message.ts';

const keep = statement(
  'messages.keep',
  'insert into local_message (recipient, scene, code, sent_at) values ($1, $2, $3, $4)',
);

export async function keepLocalMessage(dbTx: DbTx, { to, scene, code }: Message, at: Date): Promise<void> {
  await many(dbTx, keep, [to, scene, code, at]);
}

const newest = statement<{ to: string; scene: string; code: string; sent_at: Date }>(
  'messages.newest',
  'select recipient as to, scene, code, sent_at from local_message order by sent_at desc, id desc limit $1',
);

export async function newestLocalMessages(dbTx: DbTx, limit: number) {
  const rows = await many(dbTx, newest, [limit]);
  return rows.map(({ to, scene, code, sent_at }) => ({ to, scene, code, time: sent_at.toISOString() }));
}
