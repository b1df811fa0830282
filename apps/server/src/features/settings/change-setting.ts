import type { Queryable } from '../../platform/db/database.ts';
import { type SettingKey, validateSetting } from './setting-kinds.ts';
import { insertSetting } from './settings.store.ts';

/**
 * Writes a new version that takes over at its time, also in the place of one that was to take over then. What has been in
 * force stays as it was. Answers why not, or null.
 */
export async function changeSetting(
  db: Queryable,
  key: SettingKey,
  version: { value: unknown; effectiveFrom: Date; changedBy: string; reason: string },
  now: Date,
): Promise<string | null> {
  const flaw = refusalOfVersion(key, version, now);
  if (flaw) return flaw;
  if (!(await insertSetting(db, key, version, now))) return 'another version takes effect at that very moment';
  return null;
}

/** Why a setting takes no such value, or not then; null when nothing is wrong. */
export function refusalOfVersion(
  key: SettingKey,
  { value, effectiveFrom }: { value: unknown; effectiveFrom: Date },
  now: Date,
): string | null {
  const isPast = effectiveFrom < now;
  return validateSetting(key, value) ?? (isPast ? 'a setting takes effect now or later, never in the past' : null);
}
