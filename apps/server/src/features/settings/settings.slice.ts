import type { Database, DbTx } from '../../platform/db/database.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import { changeSetting } from './change-setting.ts';
import { settingChangeCommand, settingHistoryCommand } from './setting.commands.ts';
import { parseSetting, type SettingKey, type SettingValue } from './setting-kinds.ts';
import { readSettingHistory, readSettings } from './settings.store.ts';

export interface SettingsDeps extends StaffPorts {
  database: Database;
}

/** The values in force at a time: of the event that is judged, not of the moment of asking. */
async function settingsAt<const Key extends SettingKey>(
  dbTx: DbTx,
  keys: readonly Key[],
  at: Date,
): Promise<{ [Each in Key]: SettingValue<Each> }> {
  const values = await readSettings(dbTx, keys, at);
  return Object.fromEntries(keys.map((key) => [key, parseSetting(key, values.get(key))])) as {
    [Each in Key]: SettingValue<Each>;
  };
}

export function settingsSlice({ database, ...staff }: SettingsDeps) {
  return {
    settingsAt,
    /** Versions that take over after a time, the nearest first. */
    async settingsAhead(dbTx: DbTx, key: SettingKey, at: Date) {
      const versions = await readSettingHistory(dbTx, key);
      return versions.filter(({ effectiveFrom }) => effectiveFrom > at).toReversed();
    },
    /** For slices that keep settings with rules of their own; answers why not, or null. */
    changeSetting,
    opsCommands: {
      'setting:change': settingChangeCommand(database, staff),
      'setting:history': settingHistoryCommand(database),
    },
  };
}
