import { type DbTx, many, maybeOne, one, statement } from '../../platform/db/database.ts';

const inForce = statement<{ value: unknown }>('settings.in-force', 'select setting_at($1, $2) as value');

/** The value as stored, null before the first version of the key. */
export async function readSetting(dbTx: DbTx, key: string, at: Date): Promise<unknown> {
  return (await one(dbTx, inForce, [key, at])).value;
}

export interface SettingVersion {
  effectiveFrom: Date;
  value: unknown;
  changedBy: string;
  reason: string;
}

const insert = statement<{ key: string }>(
  'settings.insert',
  `insert into setting (key, effective_from, value, changed_by, reason) values ($1, $2, $3::jsonb, $4, $5)
   on conflict do nothing returning key`,
);

/** False when a version of that very moment exists: versions are never written over. */
export async function insertSetting(dbTx: DbTx, key: string, version: SettingVersion): Promise<boolean> {
  const { effectiveFrom, value, changedBy, reason } = version;
  return (await maybeOne(dbTx, insert, [key, effectiveFrom, JSON.stringify(value), changedBy, reason])) !== null;
}

const history = statement<SettingVersion>(
  'settings.history',
  `select effective_from as "effectiveFrom", value, changed_by as "changedBy", reason
   from setting where key = $1 order by effective_from desc`,
);

/** Newest first, versions that lie ahead included. */
export function readSettingHistory(dbTx: DbTx, key: string): Promise<SettingVersion[]> {
  return many(dbTx, history, [key]);
}
