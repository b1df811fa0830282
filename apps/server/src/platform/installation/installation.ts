import { assertAllowed, type Config, ConfigError, type Mode } from '../config/config.ts';
import { maybeOne, one, type Queryable } from '../db/database.ts';
import { query } from '../db/query.ts';

/** Facts about a database that outlive the process which set them. */
export interface Installation {
  mode: Mode;
  clockOffsetHours: number;
  /** Null before the first server has started. */
  pepperFingerprint: Buffer | null;
  /** Of the pepper that was replaced last. */
  previousPepperFingerprint: Buffer | null;
  /** Mining day that the demo's history begins with, decided once. */
  demoFirstDay: string | null;
  demoSeededAt: Date | null;
}

const what = query(
  'installation.what',
  `select to_regclass('public.installation') is not null as "hasInstallation",
     exists (
       select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     ) as "hasTables"`,
).as<{ hasInstallation: boolean; hasTables: boolean }>();

const read = query(
  'installation.read',
  `select mode, clock_offset_hours as "clockOffsetHours", pepper_fingerprint as "pepperFingerprint",
     previous_pepper_fingerprint as "previousPepperFingerprint", demo_first_day as "demoFirstDay", demo_seeded_at as "demoSeededAt"
   from installation`,
).as<Installation>();

/** Of a schema that may be older than this program: only what every version has. */
const readMode = query('installation.mode', 'select mode from installation').as<{ mode: Mode }>();

const found = query(
  'installation.found',
  'insert into installation (mode, pepper_fingerprint) values ($1, $2) on conflict do nothing',
);

const keepOffset = query(
  'installation.keep-offset',
  'update installation set clock_offset_hours = $1 where clock_offset_hours <> $1 returning only_row',
);

const keepPepper = query(
  'installation.keep-pepper',
  `update installation set pepper_fingerprint = coalesce(pepper_fingerprint, $1) returning pepper_fingerprint as "fingerprint"`,
).as<{ fingerprint: Buffer | null }>();

const beginDemo = query(
  'installation.begin-demo',
  `update installation set demo_first_day = coalesce(demo_first_day, $1) returning demo_first_day as "firstDay"`,
).as<{ firstDay: string }>();

const firstDemoDay = query('installation.demo-first-day', 'select demo_first_day as "firstDay" from installation').as<{
  firstDay: string | null;
}>();

/** Null where there is no demo history. */
export async function readDemoFirstDay(db: Queryable): Promise<string | null> {
  return (await maybeOne(db, firstDemoDay))?.firstDay ?? null;
}

const markSeeded = query('installation.mark-seeded', 'update installation set demo_seeded_at = $1 returning only_row');

/**
 * Before anything is changed: the configuration as this very database allows it. A database keeps the mode it was made
 * for; the demo touches none that it did not make, because its staff and customers have public passwords.
 */
export async function resolveMode(db: Queryable, config: Config): Promise<Config> {
  const { hasInstallation, hasTables } = await one(db, what);
  const stored = hasInstallation ? ((await maybeOne(db, readMode))?.mode ?? null) : null;
  const mode = stored === null || config.isModeGiven ? config.mode : stored;
  const fixed: Config = { ...config, mode };
  if (stored !== null && stored !== mode) {
    throw new ConfigError(
      `this database was made with DEMO=${switchOf[stored]} and cannot be used with DEMO=${switchOf[mode]}`,
    );
  }
  if (stored === null && mode !== 'production' && hasTables && !hasInstallation) {
    throw new ConfigError('demo mode refuses a database that it did not make: give it an empty one, or DEMO=0');
  }
  assertAllowed(fixed);
  return fixed;
}

const switchOf: Record<Mode, string> = { demo: '1', 'demo-empty': 'empty', production: '0' };

/** Writes down, as the owner and once, what a new database is for. The pepper is null where only the server knows it. */
export async function foundInstallation(owner: Queryable, mode: Mode, pepperFingerprint: Buffer | null): Promise<void> {
  await maybeOne(owner, found, [mode, pepperFingerprint]);
}

/**
 * Reads the facts; a clock offset that was given is kept first, so that commands see the same time as the server. Production has no
 * offset: the role of the server can write one, and holds, limits and day closes hang on the time.
 */
export async function readInstallation(db: Queryable, config: Config): Promise<Installation> {
  if (config.mode === 'production') return { ...(await one(db, read)), clockOffsetHours: 0 };
  if (config.clockOffsetHours !== null) await maybeOne(db, keepOffset, [config.clockOffsetHours]);
  return one(db, read);
}

/** Whether passwords were hashed with this pepper. The first server writes its own down; no later one can change it. */
export async function hasPepper(db: Queryable, { pepperFingerprint }: Installation, own: Buffer): Promise<boolean> {
  const held = pepperFingerprint ?? (await one(db, keepPepper, [own])).fingerprint;
  return held?.equals(own) ?? false;
}

/** The first day of the demo's history: the given one, unless an earlier start has decided already. */
export async function beginDemoHistory(db: Queryable, firstDay: string): Promise<string> {
  return (await one(db, beginDemo, [firstDay])).firstDay;
}

export async function markDemoSeeded(db: Queryable, at: Date): Promise<void> {
  await one(db, markSeeded, [at]);
}
