import { type DbTx, many, maybeOne, statement } from '../../platform/db/database.ts';

const inForce = statement<{ key: string; value: unknown }>(
  'settings.in-force',
  'select key, setting_at(key, $2) as value from unnest($1::text[]) key',
);

/** The values as stored, by key; null before the first version of a key. */
export async function readSettings(dbTx: DbTx, keys: readonly string[], at: Date): Promise<Map<string, unknown>> {
  return new Map((await many(dbTx, inForce, [keys, at])).map(({ key, value }) => [key, value]));
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
