import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import { type Cap, type Counted, scenesWithBudgetOf } from './code-caps.ts';

/** Whose code, for what. */
export interface CodePurpose {
  account: string;
  scene: string;
  /** What it is good for beyond its scene. */
  subject?: string;
}

const lock = lockingQuery('one-time-code.lock', `select pg_advisory_xact_lock(hashtextextended('one-time codes', 0))`);

/** Serialises counting and adding requests until the transaction ends: caps hold across all of them. */
export async function lockCodeRequests(dbTx: Transaction): Promise<void> {
  await execute(dbTx, lock);
}

const ofAccount = 'account = $1 and scene = $2';
const nthNewest = (condition: string, nth: string) =>
  `(select sent_at from one_time_code where ${condition} order by sent_at desc offset ${nth}::int - 1 limit 1)`;

const nthRequests = query(
  'one-time-code.nth-requests',
  `select ${nthNewest(ofAccount, '$4')} as pause, ${nthNewest(ofAccount, '$5')} as account,
     ${nthNewest('device_id = $3', '$6')} as device, ${nthNewest('code_hash is not null and scene = any($8::text[])', '$7')} as house`,
).as<Record<Counted, Date | null>>();

/** When the nth newest request was made, n being the count of each cap; null where there are fewer. */
export function readNthRequests(
  db: Queryable,
  { account, scene, deviceId }: CodePurpose & { deviceId: string | null },
  caps: Record<Counted, Cap>,
): Promise<Record<Counted, Date | null>> {
  const counts = [caps.pause.count, caps.account.count, caps.device.count, caps.house.count];
  return one(db, nthRequests, [account, scene, deviceId, ...counts, scenesWithBudgetOf(scene)]);
}

const insert = query(
  'one-time-code.insert',
  `insert into one_time_code (account, scene, device_id, code_hash, sent_at, expires_at, subject)
   values ($1, $2, $3, $4, $5, $6, $7) returning id`,
).as<{ id: bigint }>();

/** `codeHash` is null for an unknown account: the request counts for account and device, no message is sent, no code matches. */
export async function insertCode(
  db: Queryable,
  request: CodePurpose & { deviceId: string | null; codeHash: Buffer | null; sentAt: Date; expiresAt: Date },
): Promise<void> {
  const { account, scene, deviceId, codeHash, sentAt, expiresAt, subject = '' } = request;
  await one(db, insert, [account, scene, deviceId, codeHash, sentAt, expiresAt, subject]);
}

export interface LatestCode {
  id: bigint;
  codeHash: Buffer | null;
  expiresAt: Date;
  /** Of the device that asked; of everybody for a code that was asked for without a device. */
  wrongGuesses: number;
  /** Of all other devices together. */
  wrongGuessesElsewhere: number;
  deviceId: string | null;
  usedAt: Date | null;
  subject: string;
}

const latest = lockingQuery(
  'one-time-code.latest',
  `select id, code_hash as "codeHash", expires_at as "expiresAt", wrong_guesses as "wrongGuesses",
     wrong_guesses_elsewhere as "wrongGuessesElsewhere", device_id as "deviceId", used_at as "usedAt", subject
   from one_time_code where account = $1 and scene = $2
   order by sent_at desc, id desc limit 1
   for update`,
).as<LatestCode>();

/** The newest code, locked until the end of the transaction: guesses are checked one after another. */
export function lockLatestCode(dbTx: Transaction, { account, scene }: CodePurpose): Promise<LatestCode | null> {
  return maybeOne(dbTx, latest, [account, scene]);
}

const countGuess = query(
  'one-time-code.guess',
  `update one_time_code set wrong_guesses = wrong_guesses + ($2::boolean is false)::int,
     wrong_guesses_elsewhere = wrong_guesses_elsewhere + $2::boolean::int
   where id = $1`,
);

export async function countWrongGuess(
  db: Queryable,
  id: bigint,
  { isElsewhere }: { isElsewhere: boolean },
): Promise<void> {
  await execute(db, countGuess, [id, isElsewhere]);
}

const guessedSince = query(
  'one-time-code.guessed-since',
  `select coalesce(sum(wrong_guesses), 0)::int as asking, coalesce(sum(wrong_guesses_elsewhere), 0)::int as elsewhere
   from one_time_code where sent_at > $1 and code_hash is not null and scene = any($2::text[]) and wrong_guesses + wrong_guesses_elsewhere > 0`,
).as<WrongGuesses>();

/** Wrong guesses at codes that were sent, over all accounts: of the devices that asked, and of all others. */
export interface WrongGuesses {
  asking: number;
  elsewhere: number;
}

const sentSince = query(
  'one-time-code.sent-since',
  'select count(*)::int as count from one_time_code where sent_at > $1 and code_hash is not null and scene = any($2::text[])',
).as<{ count: number }>();

export async function countSentSince(db: Queryable, since: Date, scenes: readonly string[]): Promise<number> {
  return (await one(db, sentSince, [since, scenes])).count;
}

export function countGuessesSince(db: Queryable, since: Date, scenes: readonly string[]): Promise<WrongGuesses> {
  return one(db, guessedSince, [since, scenes]);
}

const use = query(
  'one-time-code.use',
  'update one_time_code set used_at = $2 where id = $1 and used_at is null returning id',
).as<{ id: bigint }>();

/** False when another request was faster. */
export async function markUsed(db: Queryable, id: bigint, now: Date): Promise<boolean> {
  return (await maybeOne(db, use, [id, now])) !== null;
}

const latestOfEach = query(
  'one-time-code.latest-of-each',
  `select place::int as place, id, code_hash as "codeHash", expires_at as "expiresAt", wrong_guesses as "wrongGuesses",
     wrong_guesses_elsewhere as "wrongGuessesElsewhere", device_id as "deviceId", used_at as "usedAt", subject
   from unnest((select $1::text[]), (select $2::text[])) with ordinality asked (wanted, wanted_scene, place)
   cross join lateral (
     select * from one_time_code where account = wanted and scene = wanted_scene order by sent_at desc, id desc limit 1
   ) latest`,
).as<LatestCode & { place: number }>();

/** The newest code of each purpose as it stands, not locked; null where there is none. */
export async function readLatestCodes(db: Queryable, purposes: readonly CodePurpose[]): Promise<(LatestCode | null)[]> {
  const rows = await many(db, latestOfEach, [
    purposes.map(({ account }) => account),
    purposes.map(({ scene }) => scene),
  ]);
  const found = new Map(rows.map((row) => [row.place, row]));
  return purposes.map((_, i) => found.get(i + 1) ?? null);
}

const useAll = lockingQuery(
  'one-time-code.use-all',
  `with unused as (
     select one_time_code.id, now from one_time_code
     join unnest((select $1::bigint[]), (select $2::timestamptz[])) asked (id, now) on one_time_code.id = asked.id
     where used_at is null and wrong_guesses < $3::int order by one_time_code.id for update of one_time_code
   )
   update one_time_code used set used_at = now from unused where used.id = unused.id`,
);

/** How many of them were not used yet, had fewer wrong guesses than `allowedGuesses`, and are used now. */
export function markAllUsed(
  dbTx: Transaction,
  codes: readonly { id: bigint; now: Date }[],
  allowedGuesses: number,
): Promise<number> {
  return execute(dbTx, useAll, [codes.map(({ id }) => id), codes.map(({ now }) => now), allowedGuesses]);
}
