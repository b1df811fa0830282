import type { Database, DbTx } from '../../platform/db/database.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import { settingChangeCommand, settingHistoryCommand } from './setting.commands.ts';
import { parseSetting, type SettingKey, type SettingValue } from './setting-kinds.ts';
import { readSetting } from './settings.store.ts';

export interface SettingsDeps extends StaffPorts {
  database: Database;
}

export function settingsSlice({ database, ...staff }: SettingsDeps) {
  return {
    /** The value in force at a time: of the event that is judged, not of the moment of asking. */
    settingAt: async <Key extends SettingKey>(dbTx: DbTx, key: Key, at: Date): Promise<SettingValue<Key>> =>
      parseSetting(key, await readSetting(dbTx, key, at)),
    opsCommands: {
      'setting:change': settingChangeCommand(database, staff),
      'setting:history': settingHistoryCommand(database),
    },
  };
}
