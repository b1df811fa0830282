import { many, maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { ImageType } from './image-file.ts';

/** Who asks, and when: what is shown depends on both. Null: a caller without a session. */
export interface Viewer {
  customerId: bigint | null;
  now: Date;
}

/** How many of a kind are shown at once. */
const most = 20;

export interface PublishedImage {
  id: bigint;
  title: string | null;
  url: string | null;
  isHaveDetails: boolean;
  imageHash: Buffer | null;
  imageType: ImageType | null;
}

const images = query(
  'content.images',
  `select r.id, r.title, r.url, r.html is not null as "isHaveDetails", r.image_hash as "imageHash", i.type as "imageType"
   from content_in_force($1, $2) r join content_image i on i.hash = r.image_hash
   where is_in_audience(r.audience_tag, $3)
   order by r.position, r.starts_at desc, r.id limit ${most}`,
).as<PublishedImage>();

/** Banners or popups, in their order. */
export function readImages(
  db: Queryable,
  kind: 'BANNER' | 'POPUP',
  { now, customerId }: Viewer,
): Promise<PublishedImage[]> {
  return many(db, images, [kind, now, customerId]);
}

export interface PublishedDetail {
  id: bigint;
  title: string;
  html: string | null;
  text: string | null;
  startsAt: Date;
}

const detail = query(
  'content.detail',
  `select r.id, r.title, r.html, r.text, r.starts_at as "startsAt" from content_in_force($1, $2) r
   where r.name = (select name from content_revision where id = $4 and kind = $1 and published_at is not null)
     and is_in_audience(r.audience_tag, $3) and r.title is not null and (r.html is not null or r.text is not null)`,
).as<PublishedDetail>();

/** What stands behind an id that the viewer sees; of an older revision of the same name what has taken its place. */
export function readDetail(
  db: Queryable,
  kind: 'BANNER' | 'POPUP' | 'NOTICE',
  { now, customerId }: Viewer,
  id: bigint,
): Promise<PublishedDetail | null> {
  return maybeOne(db, detail, [kind, now, customerId, id]);
}

const strip = query(
  'content.strip',
  `select r.id, r.text, r.starts_at as "startsAt" from content_in_force('NOTICE', $1) r
   where is_in_audience(r.audience_tag, $2) order by r.position, r.starts_at desc, r.id limit 1`,
).as<{ id: bigint; text: string; startsAt: Date }>();

export function readStrip(db: Queryable, { now, customerId }: Viewer) {
  return maybeOne(db, strip, [now, customerId]);
}

export interface ForcedNotice {
  id: bigint;
  html: string;
  imageHash: Buffer | null;
  imageType: ImageType | null;
}

const unconfirmed = query(
  'content.unconfirmed',
  `select r.id, r.html, r.image_hash as "imageHash", i.type as "imageType"
   from content_in_force('FORCED', $1) r left join content_image i on i.hash = r.image_hash
   where is_in_audience(r.audience_tag, $2) and not exists (
     select from forced_notice_confirmation c where c.customer_id = $2 and c.content_hash = r.content_hash)
   order by r.position, r.starts_at, r.id limit ${most}`,
).as<ForcedNotice>();

export function readUnconfirmed(db: Queryable, now: Date, customerId: bigint): Promise<ForcedNotice[]> {
  return many(db, unconfirmed, [now, customerId]);
}

const confirm = query(
  'content.confirm',
  `with shown as (
     select id, content_hash from content_in_force('FORCED', $1) r where r.id = $3 and is_in_audience(r.audience_tag, $2)
   ), kept as (
     insert into forced_notice_confirmation (customer_id, content_hash, revision_id, device_id, confirmed_at)
     select $2, content_hash, id, $4, $1 from shown on conflict do nothing
   )
   select id from shown`,
).as<{ id: bigint }>();

/** False when the notice is not one that the customer is shown. The first confirmation of the same words stays. */
export async function keepConfirmation(
  db: Queryable,
  { id, customerId, deviceId, now }: { id: bigint; customerId: bigint; deviceId: string | null; now: Date },
): Promise<boolean> {
  return (await maybeOne(db, confirm, [now, customerId, id, deviceId])) !== null;
}

export interface Agreement {
  key: string;
  version: string;
  title: string;
  content: string;
  effectiveFrom: Date;
}

const agreement = query(
  'content.agreement',
  `select name as key, version, title, text as content, starts_at as "effectiveFrom"
   from content_in_force('AGREEMENT', $1) where name = $2`,
).as<Agreement>();

export function readAgreement(db: Queryable, key: string, now: Date): Promise<Agreement | null> {
  return maybeOne(db, agreement, [now, key]);
}

export interface AppVersion {
  versionNo: string;
  html: string;
  /** Whether it, or one between the caller's and it, must be taken. */
  isForce: boolean;
}

const newer = query(
  'content.newer-version',
  `select name as "versionNo", html, bool_or(is_force) over () as "isForce" from content_in_force('VERSION', $1)
   where replace(name, '.', '')::int > $2 order by replace(name, '.', '')::int desc limit 1`,
).as<AppVersion>();

/** The newest version above a number, or null. */
export function readNewerVersion(db: Queryable, now: Date, above: number): Promise<AppVersion | null> {
  return maybeOne(db, newer, [now, above]);
}
