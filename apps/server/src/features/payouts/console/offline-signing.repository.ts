import { many, maybeOne, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

/** When a withdrawal was taken off the online signer, by whom, and why. */
export interface TakenOffline {
  since: Date;
  by: string | null;
  reason: string | null;
}

const taken = query(
  'offline-signing.taken',
  `select s.since, member.name as by, line.reason from withdrawal_signing s
   left join lateral (
     select l.staff_id, l.reason from audit_log l
     where l.subject = 'withdrawal ' || s.withdrawal_id and l.action = 'withdrawal:offline' and l.at >= s.since order by l.id limit 1) line on true
   left join staff member on member.id = line.staff_id
   where s.withdrawal_id = $1 and s.channel = 'OFFLINE'`,
).as<TakenOffline>();

/** Null of one that is not offline. */
export function readTakenOffline(db: Queryable, id: bigint): Promise<TakenOffline | null> {
  return maybeOne(db, taken, [id]);
}

const files = query(
  'offline-signing.files',
  `select e.txid, e.exported_at as at, member.name as by from withdrawal_export e
   left join lateral (
     select l.staff_id from audit_log l
     where l.subject = 'withdrawal ' || e.withdrawal_id and l.action = 'withdrawal:export' and l.at >= e.exported_at order by l.id limit 1) line on true
   left join staff member on member.id = line.staff_id
   where e.withdrawal_id = $1 order by e.exported_at desc, e.txid`,
).as<{ txid: string; at: Date; by: string | null }>();

/** What has left as a file, the newest first. */
export function readExportedFiles(db: Queryable, id: bigint): Promise<{ txid: string; at: Date; by: string | null }[]> {
  return many(db, files, [id]);
}
