import { type Database, maybeOne } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { isRefusal } from '../../platform/http/refusal.ts';
import { answerThread, type SupportMessages } from './answer.ts';
import { openThread } from './post.ts';
import { closeThread, lockThread } from './staff-threads.store.ts';

const customer = query(
  'support.demo-customer',
  `select id, case $2::text
     when 'WITHDRAWAL' then (select max(withdrawal.id) from withdrawal where customer_id = customer.id and applied_at <= $3)
     when 'MACHINE' then (select min(machine.id) from machine where customer_id = customer.id and machine.status = 'RUNNING') end as record
   from customer where account = $1`,
).as<{ id: bigint; record: bigint | null }>();

const answerAfterMs = 40 * 60_000;

interface Asked {
  account: string;
  about: 'GENERAL' | 'WITHDRAWAL' | 'MACHINE';
  asks: string;
  answer?: string;
  isClosed?: boolean;
  key: string;
  staffId: bigint;
}

/** A thread of the demo's history, once for each key: in one transaction, so that none is left half-way. */
export function askOfDemo({ database, postMessages }: SupportMessages & { database: Database }) {
  return ({ account, about, asks, answer, isClosed, key, staffId }: Asked, now: Date): Promise<void> =>
    database.transaction(async (dbTx) => {
      const found = await maybeOne(dbTx, customer, [account, about, now]);
      if (found === null || (about !== 'GENERAL' && found.record === null)) return;
      const record = found.record === null ? null : String(found.record);
      const id = await openThread(dbTx, { customerId: found.id, about, record, text: asks, key, now });
      // Asked before, about a record that was the newest then.
      if (isRefusal(id) && id.codeName === 'keyReused') return;
      if (isRefusal(id)) throw new Error(id.envelope.message);
      const thread = await lockThread(dbTx, id);
      if (thread === null || thread.status !== 'WAITING' || answer === undefined) return;
      const later = new Date(now.getTime() + answerAfterMs);
      await answerThread({ postMessages }, dbTx, thread, { staffId, text: answer, now: later });
      if (isClosed) await closeThread(dbTx, id, later);
    });
}
