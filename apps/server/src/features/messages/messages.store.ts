import { execute, many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { codeMail, noticeText } from './mail.zh.ts';
import type { Message } from './message.ts';

const keep = query(
  'messages.keep',
  'insert into local_message (recipient, scene, code, text, sent_at) values ($1, $2, $3, $4, $5)',
);

export async function keepLocalMessage(db: Queryable, message: Message, at: Date): Promise<void> {
  const { to, scene } = message;
  const [code, text] = scene === 'NOTICE' ? [null, noticeText(message)] : [message.code, codeMail(message).text];
  await execute(db, keep, [to, scene, code, text, at]);
}

const newest = query(
  'messages.newest',
  'select recipient as to, scene, code, text, sent_at from local_message order by sent_at desc, id desc limit $1',
).as<{ to: string; scene: string; code: string | null; text: string; sent_at: Date }>();

export async function newestLocalMessages(db: Queryable, limit: number) {
  const rows = await many(db, newest, [limit]);
  return rows.map(({ sent_at, ...message }) => ({ ...message, time: sent_at.toISOString() }));
}
