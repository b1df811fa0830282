import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import type { KindRow } from './content.ts';

/** A row to be, as checked and sanitised. */
export interface NewRevision {
  kind: KindRow;
  name: string;
  version: string | null;
  title: string | null;
  text: string | null;
  html: string | null;
  imageHash: Buffer | null;
  url: string | null;
  isForce: boolean;
  startsAt: Date | null;
  endsAt: Date | null;
  audienceTag: string | null;
  position: number;
}

const lock = lockingQuery('content.lock', `select pg_advisory_xact_lock(hashtext('content'), hashtext($1))`);

/** One at a time publishes and withdraws under a name. */
export async function lockName(dbTx: Transaction, kind: KindRow, name: string): Promise<void> {
  await execute(dbTx, lock, [`${kind} ${name}`]);
}

const columns = `kind, name, version, title, text, html, image_hash, url, is_force, starts_at, ends_at, audience_tag, position`;

function valuesOf(r: NewRevision): unknown[] {
  return [
    r.kind,
    r.name,
    r.version,
    r.title,
    r.text,
    r.html,
    r.imageHash,
    r.url,
    r.isForce,
    r.startsAt,
    r.endsAt,
    r.audienceTag,
    r.position,
  ];
}

const insert = query(
  'content.insert',
  `insert into content_revision (${columns}, created_at, created_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id`,
).as<{ id: bigint }>();

export async function insertDraft(db: Queryable, revision: NewRevision, by: string, now: Date): Promise<bigint> {
  return (await one(db, insert, [...valuesOf(revision), now, by])).id;
}

/** Alike in all that is shown, to whom, in which order, until when. */
const alike = `(version, title, text, html, image_hash, url, is_force, ends_at, audience_tag, position)
  is not distinct from ($3::text, $4::text, $5::text, $6::text, $7::bytea, $8::text, $9::boolean, $11::timestamptz, $12::text, $13::int)`;

const standing = query(
  'content.standing',
  `select id, published_at is null as "isDraft" from (
     (select * from content_revision where kind = $1 and name = $2 and published_at is not null and withdrawn_at is null
      order by starts_at desc, id desc limit 1)
     union all
     (select * from content_revision where kind = $1 and name = $2 and published_at is null order by id desc limit 1)
   ) newest
   where ${alike}
     and (starts_at is not distinct from $10::timestamptz
       or (published_at is not null and starts_at <= $14 and coalesce($10::timestamptz <= $14, true)))
   order by published_at nulls last limit 1`,
).as<{ id: bigint; isDraft: boolean }>();

/** The newest published revision of the name, or else its newest draft, if it is the same as this one. */
export function findSame(db: Queryable, revision: NewRevision, now: Date) {
  return maybeOne(db, standing, [...valuesOf(revision), now]);
}

export interface Revision {
  id: bigint;
  kind: KindRow;
  name: string;
  version: string | null;
  title: string | null;
  text: string | null;
  html: string | null;
  image: string | null;
  url: string | null;
  isForce: boolean;
  contentHash: string;
  startsAt: Date | null;
  endsAt: Date | null;
  audienceTag: string | null;
  position: number;
  createdBy: string;
  publishedAt: Date | null;
  publishedBy: string | null;
  approvedBy: string | null;
  withdrawnAt: Date | null;
  withdrawnBy: string | null;
  /** Whether customers are shown it now. */
  isInForce: boolean;
  confirmations: number;
}

const shape = `r.id, r.kind, r.name, r.version, r.title, r.text, r.html, r.url, r.is_force as "isForce",
  i.type || ' ' || i.width || ' × ' || i.height as image, encode(r.content_hash, 'hex') as "contentHash",
  r.starts_at as "startsAt", r.ends_at as "endsAt", r.audience_tag as "audienceTag", r.position,
  r.created_by as "createdBy", r.published_at as "publishedAt", r.published_by as "publishedBy",
  r.approved_by as "approvedBy", r.withdrawn_at as "withdrawnAt", r.withdrawn_by as "withdrawnBy",
  exists (select from content_in_force(r.kind, $1) f where f.id = r.id) as "isInForce",
  (select count(*)::int from forced_notice_confirmation c where c.content_hash = r.content_hash) as confirmations`;

const list = query(
  'content.list',
  `select ${shape} from content_revision r left join content_image i on i.hash = r.image_hash
   where ($2::text is null or r.kind = $2) and ($3::text is null or r.name = $3)
   order by r.kind, r.name, r.id desc limit 500`,
).as<Revision>();

/** Every revision, drafts and withdrawn ones too; of a name the newest first. */
export function listRevisions(
  db: Queryable,
  { kind, name, now }: { kind: KindRow | null; name: string | null; now: Date },
): Promise<Revision[]> {
  return many(db, list, [now, kind, name]);
}

const byId = query(
  'content.by-id',
  `select ${shape} from content_revision r left join content_image i on i.hash = r.image_hash where r.id = $2`,
).as<Revision>();

export function findRevision(db: Queryable, id: bigint, now: Date): Promise<Revision | null> {
  return maybeOne(db, byId, [now, id]);
}

const versionTaken = query(
  'content.version-taken',
  `select id from content_revision
   where kind = 'AGREEMENT' and name = $1 and version = $2 and published_at is not null limit 1`,
).as<{ id: bigint }>();

/** Whether another text of an agreement stood under this version, be it withdrawn. */
export async function isVersionTaken(db: Queryable, name: string, version: string): Promise<boolean> {
  return (await maybeOne(db, versionTaken, [name, version])) !== null;
}

const publish = query(
  'content.publish',
  `update content_revision
   set published_at = $2, published_by = $3, approved_by = $4, starts_at = greatest(coalesce(starts_at, $2), $2)
   where id = $1 and published_at is null returning starts_at as "startsAt"`,
).as<{ startsAt: Date }>();

/** From when it is shown: what was to begin earlier begins now. */
export async function markPublished(
  db: Queryable,
  { id, by, approvedBy, now }: { id: bigint; by: string; approvedBy: string; now: Date },
): Promise<Date> {
  return (await one(db, publish, [id, now, by, approvedBy])).startsAt;
}

const withdraw = query(
  'content.withdraw',
  `update content_revision set withdrawn_at = $3, withdrawn_by = $4
   where kind = $1 and name = $2 and published_at is not null and withdrawn_at is null
     and (kind <> 'AGREEMENT' or starts_at > $3)
   returning id`,
).as<{ id: bigint }>();

/** All of a name, what lies ahead too: withdrawing one must not bring an older one back. */
export function markWithdrawn(
  db: Queryable,
  { kind, name, by, now }: { kind: KindRow; name: string; by: string; now: Date },
): Promise<{ id: bigint }[]> {
  return many(db, withdraw, [kind, name, now, by]);
}

const withdrawable = query(
  'content.withdrawable',
  `select id from content_revision
   where kind = $1 and name = $2 and published_at is not null and withdrawn_at is null
     and (kind <> 'AGREEMENT' or starts_at > $3)
   order by id`,
).as<{ id: bigint }>();

/** What `markWithdrawn` would take back now. */
export async function findWithdrawable(db: Queryable, kind: KindRow, name: string, now: Date): Promise<bigint[]> {
  return (await many(db, withdrawable, [kind, name, now])).map(({ id }) => id);
}

const beside = query(
  'content.beside',
  `select
     coalesce((select newest.id::text from (
       select id, ends_at from content_revision
       where kind = $1 and name = $2 and published_at is not null and withdrawn_at is null and (starts_at, id) < ($3::timestamptz, $4::bigint)
       order by starts_at desc, id desc limit 1
     ) newest where ends_at is null or ends_at > $3), '') as replaces,
     (select coalesce(string_agg(id::text, ', ' order by starts_at, id), '') from content_revision
      where kind = $1 and name = $2 and published_at is not null and withdrawn_at is null and (starts_at, id) > ($3, $4)
        and starts_at < coalesce($5::timestamptz, 'infinity')) as followers`,
).as<Beside>();

/** Ids beside a revision of the same name. */
export interface Beside {
  /** In force when it starts; empty: none. */
  replaces: string;
  /** Published already, and to take its place later or at the same moment; in order, empty: none. */
  followers: string;
}

/** What a draft would replace at its own start, and what is published to replace it before its end. */
export function findBeside(db: Queryable, draft: Revision, now: Date): Promise<Beside> {
  const { id, kind, name, startsAt, endsAt } = draft;
  const start = startsAt !== null && startsAt > now ? startsAt : now;
  return one(db, beside, [kind, name, start, id, endsAt]);
}

const inForce = query('content.in-force', 'select id from content_in_force($1, $2) where name = $3').as<{
  id: bigint;
}>();

export async function findInForce(db: Queryable, kind: KindRow, name: string, now: Date): Promise<bigint | null> {
  return (await maybeOne(db, inForce, [kind, now, name]))?.id ?? null;
}
