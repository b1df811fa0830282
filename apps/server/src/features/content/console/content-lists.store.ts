import { many, maybeOne, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { contentKinds, type KindRow, kindRow } from '../content.ts';
import type { ImageType } from '../image-file.ts';

const kindRows = contentKinds.map(kindRow);

export type RevisionState = 'DRAFT' | 'AHEAD' | 'IN_FORCE' | 'REPLACED' | 'ENDED' | 'WITHDRAWN';

export interface ListedRevision {
  id: bigint;
  kind: KindRow;
  name: string;
  version: string | null;
  title: string | null;
  text: string | null;
  html: string | null;
  url: string | null;
  imageHash: Buffer | null;
  imageType: ImageType | null;
  isForce: boolean;
  hash: string;
  state: RevisionState;
  startsAt: Date | null;
  endsAt: Date | null;
  audience: string | null;
  position: number;
  createdAt: Date;
  createdBy: string;
  publishedAt: Date | null;
  publishedBy: string | null;
  approvedBy: string | null;
  withdrawnAt: Date | null;
  withdrawnBy: string | null;
  confirmed: number | null;
}

/** What is in force now, of all kinds. */
const live = `live as materialized (select f.id from unnest($2::text[]) kind cross join lateral content_in_force(kind, $1) f)`;

const stateOf = `case when r.withdrawn_at is not null then 'WITHDRAWN' when r.published_at is null then 'DRAFT'
  when r.id in (select id from live) then 'IN_FORCE' when r.starts_at > $1 then 'AHEAD'
  when r.ends_at <= $1 then 'ENDED' else 'REPLACED' end`;

/** Each text is counted once, and of the part that is shown alone. Of agreements only the risk disclosure is confirmed. */
const confirmed = `notice_confirmed as (
     select content_hash, count(*)::int as count from forced_notice_confirmation
     where content_hash in (select content_hash from page where kind = 'FORCED' and published_at is not null) group by content_hash
   ), risk_confirmed as (
     select version, count(*)::int as count from risk_confirmation
     where version in (select version from page where kind = 'AGREEMENT' and name = 'user_sm' and published_at is not null) group by version
   )`;

const shownTables = `page left join content_image i on i.hash = page.image_hash
   left join notice_confirmed on notice_confirmed.content_hash = page.content_hash
   left join risk_confirmed on risk_confirmed.version = page.version`;

const shownColumns = `page.id, page.kind, page.name, page.version, page.title, page.text, page.html, page.url,
  page.image_hash as "imageHash", i.type as "imageType", page.is_force as "isForce", encode(page.content_hash, 'hex') as hash,
  page.state, page.starts_at as "startsAt", page.ends_at as "endsAt", page.audience_tag as audience, page.position,
  page.created_at as "createdAt", page.created_by as "createdBy", page.published_at as "publishedAt",
  page.published_by as "publishedBy", page.approved_by as "approvedBy", page.withdrawn_at as "withdrawnAt",
  page.withdrawn_by as "withdrawnBy",
  case
    when page.kind = 'FORCED' and page.published_at is not null then coalesce(notice_confirmed.count, 0)
    when page.kind = 'AGREEMENT' and page.name = 'user_sm' and page.published_at is not null then coalesce(risk_confirmed.count, 0)
  end as confirmed`;

const list = query(
  'content-console.list',
  `with ${live}, page as materialized (
     select r.*, ${stateOf} as state from content_revision r
     where ($3::text is null or r.kind = $3) and ($4::text is null or r.name = $4)
       and case $5::text
         when 'NOW' then r.id in (select id from live)
         when 'AHEAD' then r.published_at is not null and r.withdrawn_at is null and r.starts_at > $1
         when 'DRAFT' then r.published_at is null
         when 'PAST' then r.published_at is not null and r.id not in (select id from live)
           and (r.withdrawn_at is not null or r.starts_at <= $1)
         else true end
       and ($6::bigint is null or r.id < $6)
     order by r.id desc limit $7
   ), ${confirmed}
   select ${shownColumns} from ${shownTables} order by page.id desc`,
).as<ListedRevision>();

export interface ContentFilter {
  kind: KindRow | null;
  name: string | null;
  view: 'NOW' | 'AHEAD' | 'DRAFT' | 'PAST' | 'ALL';
}

export function readRevisions(
  db: Queryable,
  { kind, name, view }: ContentFilter,
  now: Date,
  { after, limit }: { after: readonly [id: string] | null; limit: number },
): Promise<ListedRevision[]> {
  return many(db, list, [now, kindRows, kind, name, view, after?.[0] ?? null, limit]);
}

const byId = query(
  'content-console.by-id',
  `with ${live}, page as (select r.*, ${stateOf} as state from content_revision r where r.id = $3), ${confirmed}
   select ${shownColumns} from ${shownTables}`,
).as<ListedRevision>();

export function readRevision(db: Queryable, id: bigint, now: Date): Promise<ListedRevision | null> {
  return maybeOne(db, byId, [now, kindRows, id]);
}

export interface KindCounts {
  kind: KindRow;
  inForce: number;
  ahead: number;
  drafts: number;
}

const counts = query(
  'content-console.counts',
  `select kind, (select count(*)::int from content_in_force(kind, $1)) as "inForce",
     (select count(*)::int from content_revision r where r.kind = wanted.kind and r.published_at is not null
        and r.withdrawn_at is null and r.starts_at > $1) as ahead,
     (select count(*)::int from content_revision r where r.kind = wanted.kind and r.published_at is null) as drafts
   from unnest($2::text[]) with ordinality wanted (kind, place) order by place`,
).as<KindCounts>();

export function countKinds(db: Queryable, now: Date): Promise<KindCounts[]> {
  return many(db, counts, [now, kindRows]);
}

const versions = query(
  'content-console.versions',
  `select (select name from content_in_force('VERSION', $1) order by replace(name, '.', '')::int desc limit 1) as newest,
     (select name from content_in_force('VERSION', $1) where is_force order by replace(name, '.', '')::int desc limit 1) as least`,
).as<{ newest: string | null; least: string | null }>();

/** The newest version of the app in force, and the one below which an update is mandatory. */
export function readVersions(db: Queryable, now: Date): Promise<{ newest: string | null; least: string | null }> {
  return one(db, versions, [now]);
}

const customers = query(
  'content-console.customers',
  `select count(*)::int as count from customer where status = 'ACTIVE' and ($1::text is null or $1 = any (tags))`,
).as<{ count: number }>();

/** Active customers whom it is for. */
export async function countCustomers(db: Queryable, tag: string | null): Promise<number> {
  return (await one(db, customers, [tag])).count;
}
