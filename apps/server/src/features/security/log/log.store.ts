import { many, maybeOne, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

export interface Link {
  number: bigint;
  eventId: bigint;
  previous: Buffer;
  hash: Buffer;
  /** Of the event as it stands now; null: it is gone. */
  computed: Buffer | null;
  /** The staff action that the event names, and whether its audit row is as it was; null: it names none. */
  auditId: string | null;
  hasAudit: boolean;
  isAuditAsItWas: boolean;
}

/** As `security_hash` and `audit_hash` do, and not by them: who owns the database can replace a function so that a changed row passes. */
const links = query(
  'security-log.links',
  `select l.number, l.event_id as "eventId", l.previous, l.hash,
     case when e.id is not null then pg_catalog.sha256(l.previous || pg_catalog.convert_to(pg_catalog.jsonb_build_array(l.number, e.id,
       (extract(epoch from e.at) * 1000000)::bigint, e.kind, e.customer_id, e.staff_id, e.detail)::text, 'UTF8')) end as computed,
     case when e.kind = 'STAFF_ACTION' then e.detail->>'audit' end as "auditId",
     a.id is not null as "hasAudit",
     coalesce(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.jsonb_build_array(a.id,
       (extract(epoch from a.at) * 1000000)::bigint, a.staff_id, a.approved_by, a.action, a.subject, a.reason, a.detail)::text, 'UTF8')), 'hex')
       = e.detail->>'hash', false) as "isAuditAsItWas"
   from (select * from security_link where number > $1 order by number limit $2) l
   left join security_event e on e.id = l.event_id
   left join audit_log a on e.kind = 'STAFF_ACTION' and a.id = (e.detail->>'audit')::bigint
   order by l.number`,
).as<Link>();

export function readLinks(db: Queryable, after: bigint, limit: number): Promise<Link[]> {
  return many(db, links, [after, limit]);
}

const unchained = query(
  'security-log.unchained',
  `select id from security_event e
   where not exists (select from security_link l where l.event_id = e.id) and not exists (select from security_unchained u where u.event_id = e.id)
   order by id limit $1`,
).as<{ id: bigint }>();

export async function readUnchained(db: Queryable, limit: number): Promise<bigint[]> {
  return (await many(db, unchained, [limit])).map(({ id }) => id);
}

const vanished = query(
  'security-log.vanished',
  `select event_id as id from security_unchained u where not exists (select from security_event e where e.id = u.event_id)
   order by event_id limit $1`,
).as<{ id: bigint }>();

/** Events that went before they were chained. */
export async function readVanished(db: Queryable, limit: number): Promise<bigint[]> {
  return (await many(db, vanished, [limit])).map(({ id }) => id);
}

const chain = query('security-log.chain', 'select chain_security_events($1) as chained').as<{ chained: number }>();

const mostChained = 1000;

/** Links the events that are in no link yet; who does it at the same time waits. */
export async function chainEvents(db: Queryable): Promise<void> {
  while ((await one(db, chain, [mostChained])).chained === mostChained);
}

const unlogged = query(
  'security-log.unlogged',
  `select id from audit_log a
   where not exists (select from security_event e where e.kind = 'STAFF_ACTION' and e.detail->>'audit' = a.id::text) order by id limit $1`,
).as<{ id: bigint }>();

export async function readUnlogged(db: Queryable, limit: number): Promise<bigint[]> {
  return (await many(db, unlogged, [limit])).map(({ id }) => id);
}

export interface Head {
  number: bigint;
  hash: Buffer;
}

const head = query('security-log.head', 'select number, hash from security_head').as<Head>();

export function readHead(db: Queryable): Promise<Head | null> {
  return maybeOne(db, head);
}

const seen = query(
  'security-log.seen',
  `select r.number, r.at, coalesce(l.hash = r.hash, false) as "isThere"
   from security_check_run r left join security_link l on l.number = r.number
   where r.number > 0 order by r.id desc limit 400`,
).as<{ number: bigint; at: Date; isThere: boolean }>();

/** The heads that earlier checks saw, and whether the chain still goes through them. */
export function readSeenHeads(db: Queryable): Promise<{ number: bigint; at: Date; isThere: boolean }[]> {
  return many(db, seen);
}

const insertRun = query(
  'security-log.insert-run',
  'insert into security_check_run (at, number, hash, faults, first_fault) values ($1, $2, $3, $4, $5) returning id',
).as<{ id: bigint }>();

export async function storeRun(
  db: Queryable,
  { at, head: { number, hash }, faults }: { at: Date; head: Head; faults: readonly string[] },
): Promise<void> {
  await one(db, insertRun, [at, number, hash, faults.length, faults[0] ?? null]);
}

const newestRun = query('security-log.newest-run', 'select max(at) as at from security_check_run').as<{
  at: Date | null;
}>();

export async function lastCheckedAt(db: Queryable): Promise<Date | null> {
  return (await one(db, newestRun)).at;
}

export interface LoggedEvent {
  number: bigint;
  line: string;
}

const exported = query(
  'security-log.export',
  `select l.number, json_build_object('number', l.number, 'event', e.id, 'at', e.at, 'kind', e.kind, 'customer', e.customer_id,
     'staff', e.staff_id, 'detail', e.detail, 'previous', encode(l.previous, 'hex'), 'hash', encode(l.hash, 'hex'))::text as line
   from security_link l join security_event e on e.id = l.event_id
   where l.number > $1 and e.at >= $2 and e.at < $3 order by l.number limit $4`,
).as<LoggedEvent>();

export function readForExport(
  db: Queryable,
  { after, from, to, limit }: { after: bigint; from: Date; to: Date; limit: number },
): Promise<LoggedEvent[]> {
  return many(db, exported, [after, from, to, limit]);
}
