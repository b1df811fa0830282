import type { Queryable } from '../../platform/db/database.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { neverPast, takenMoment } from './sentences.zh.ts';
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
): Promise<Sentence | null> {
  const flaw = refusalOfVersion(key, version, now);
  if (flaw) return flaw;
  if (!(await insertSetting(db, key, version, now))) return takenMoment;
  return null;
}

/** Why a setting takes no such value, or not then; null when nothing is wrong. */
export function refusalOfVersion(
  key: SettingKey,
  { value, effectiveFrom }: { value: unknown; effectiveFrom: Date },
  now: Date,
): Sentence | null {
  const isPast = effectiveFrom < now;
  return validateSetting(key, value) ?? (isPast ? neverPast : null);
}
