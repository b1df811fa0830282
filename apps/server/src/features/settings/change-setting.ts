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
  const flaw = validateSetting(key, version.value);
  if (flaw) return flaw;
  if (version.effectiveFrom < now) return 'a setting takes effect now or later, never in the past';
  if (!(await insertSetting(db, key, version, now))) return 'another version takes effect at that very moment';
  return null;
}
