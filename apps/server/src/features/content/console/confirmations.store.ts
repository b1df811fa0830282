import { many, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

/** What is confirmed: a text by its hash, or a version of the risk disclosure. */
export interface Confirmable {
  hash: string;
  riskVersion: string | null;
  /** A customers' tag; null: all. */
  audience: string | null;
}

export interface Confirmer {
  customerId: bigint;
  account: string;
  nickname: string;
  confirmedAt: Date | null;
}

const found = `($5::text is null or u.account = $5 or u.id::text = $5)`;
const confirmer = `u.id as "customerId", u.account, u.nickname, c.confirmed_at as "confirmedAt"`;

const confirmedNotice = query(
  'confirmations.notice',
  `select ${confirmer} from forced_notice_confirmation c join customer u on u.id = c.customer_id
   where c.content_hash = decode($1::text, 'hex') and ${found}
     and ($2::timestamptz is null or (c.confirmed_at, c.customer_id) < ($2, $3::bigint))
   order by c.confirmed_at desc, c.customer_id desc limit $4`,
).as<Confirmer>();

const confirmedRisk = query(
  'confirmations.risk',
  `select ${confirmer} from risk_confirmation c join customer u on u.id = c.customer_id
   where c.version = $1::text and ${found}
     and ($2::timestamptz is null or (c.confirmed_at, c.customer_id) < ($2, $3::bigint))
   order by c.confirmed_at desc, c.customer_id desc limit $4`,
).as<Confirmer>();

interface Place<After> {
  after: After | null;
  limit: number;
  /** A whole account, or the id. */
  search: string | null;
}

/** Who has confirmed, the last first. */
export function readConfirmed(
  db: Queryable,
  { hash, riskVersion }: Confirmable,
  { after, limit, search }: Place<readonly [at: string, id: string]>,
): Promise<Confirmer[]> {
  const [at = null, id = null] = after ?? [];
  return riskVersion === null
    ? many(db, confirmedNotice, [hash, at, id, limit, search])
    : many(db, confirmedRisk, [riskVersion, at, id, limit, search]);
}

const isMissing = `u.status = 'ACTIVE' and ($3::text is null or $3 = any (u.tags)) and not exists (
    select from forced_notice_confirmation c where c.customer_id = u.id and c.content_hash = decode($1::text, 'hex') and $2::text is null
  ) and not exists (select from risk_confirmation c where c.customer_id = u.id and c.version = $2)`;

const missing = query(
  'confirmations.missing',
  `select u.id as "customerId", u.account, u.nickname, null::timestamptz as "confirmedAt" from customer u
   where ${isMissing} and ($4::bigint is null or u.id > $4) and ${found}
   order by u.id limit $6`,
).as<Confirmer>();

/** Active customers whom it is for and who have still to confirm. */
export function readMissing(
  db: Queryable,
  { hash, riskVersion, audience }: Confirmable,
  { after, limit, search }: Place<readonly [id: string]>,
): Promise<Confirmer[]> {
  return many(db, missing, [hash, riskVersion, audience, after?.[0] ?? null, search, limit]);
}

const countOfMissing = query(
  'confirmations.count-missing',
  `select count(*)::int as count from customer u where ${isMissing}`,
).as<{ count: number }>();

export async function countMissing(db: Queryable, { hash, riskVersion, audience }: Confirmable): Promise<number> {
  return (await one(db, countOfMissing, [hash, riskVersion, audience])).count;
}
