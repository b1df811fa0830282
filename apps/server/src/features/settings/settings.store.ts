import { many, maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

const inForce = query('settings.in-force', 'select key, setting_at(key, $2) as value from unnest($1::text[]) key').as<{
  key: string;
  value: unknown;
}>();

/** The values as stored, by key; null before the first version of a key. */
export async function readSettings(db: Queryable, keys: readonly string[], at: Date): Promise<Map<string, unknown>> {
  return new Map((await many(db, inForce, [keys, at])).map(({ key, value }) => [key, value]));
}

export interface SettingVersion {
  effectiveFrom: Date;
  value: unknown;
  changedBy: string;
  reason: string;
}

const insert = query(
  'settings.insert',
  `insert into setting (key, effective_from, value, changed_by, reason, version)
   select $1, $2, $3::jsonb, $4, $5, coalesce(max(version), 0) + 1 from setting where key = $1 and effective_from = $2
   having count(*) = 0 or $2 > $6::timestamptz
   on conflict do nothing returning key`,
).as<{ key: string }>();

/**
 * Versions are never written over: one for the same moment takes the other's place while that moment lies ahead of `now`.
 * False when the time has come, or another change was first.
 */
export async function insertSetting(db: Queryable, key: string, version: SettingVersion, now: Date): Promise<boolean> {
  const { effectiveFrom, value, changedBy, reason } = version;
  const values = [key, effectiveFrom, JSON.stringify(value), changedBy, reason, now];
  return (await maybeOne(db, insert, values)) !== null;
}

/** What a line of the audit log says of the version of a setting that it stands for. */
export const lineSays = {
  from: `coalesce((detail ->> 'from')::timestamptz, (detail ->> 'date')::date::timestamp at time zone 'Asia/Shanghai', audit_log.at)`,
  value: `case action when 'coin-up:rate' then to_jsonb(detail ->> 'apy') when 'coin-up:minimum' then to_jsonb(detail ->> 'value')
        else (detail ->> 'value')::jsonb end`,
} as const;

export type KeptVersion = SettingVersion & {
  version: number;
  /** The second person; null where none was needed, and of what the product starts with. */
  approvedBy: string | null;
};

// Of versions that are alike, each has the line of its own place.
const versions = query(
  'settings.versions',
  `select effective_from as "effectiveFrom", version, value, changed_by as "changedBy", reason, (
     select approver.name from audit_log join staff on staff.id = staff_id left join staff approver on approver.id = approved_by
     where subject = 'setting ' || kept.key and action <> 'withdrawal:rule-replay' and 'staff:' || staff.name = kept.changed_by
       and audit_log.reason = kept.reason and ${lineSays.from} = kept.effective_from and ${lineSays.value} = kept.value
     order by audit_log.id limit 1 offset (
       select count(*) from setting earlier where earlier.key = kept.key and earlier.effective_from = kept.effective_from
         and earlier.version < kept.version and earlier.value = kept.value and earlier.changed_by = kept.changed_by
         and earlier.reason = kept.reason)
   ) as "approvedBy"
   from setting kept where key = $1 and ($3::timestamptz is null or (effective_from, version) < ($3, $4::int))
   order by effective_from desc, version desc limit $2`,
).as<KeptVersion>();

/** In the order of `readSettingHistory`, behind a version. */
export function readSettingVersions(
  db: Queryable,
  key: string,
  { after, limit }: { after: readonly [effectiveFrom: string, version: string] | null; limit: number },
): Promise<KeptVersion[]> {
  return many(db, versions, [key, limit, ...(after ?? [null, null])]);
}

const history = query(
  'settings.history',
  `select effective_from as "effectiveFrom", value, changed_by as "changedBy", reason
   from setting where key = $1 order by effective_from desc, version desc`,
).as<SettingVersion>();

/** Newest first, versions that lie ahead included; of one moment the one that is in force before those it replaced. */
export function readSettingHistory(db: Queryable, key: string): Promise<SettingVersion[]> {
  return many(db, history, [key]);
}
