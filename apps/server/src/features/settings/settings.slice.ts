import type { Database, Queryable } from '../../platform/db/database.ts';
import type { ProposalPorts, StaffPorts } from '../../platform/staff/authority.ts';
import { changeSetting } from './change-setting.ts';
import { checkSettings } from './check-settings.ts';
import { settingChangeCommand, settingHistoryCommand, settingListCommand } from './setting.commands.ts';
import { parseSetting, type SettingKey, type SettingValue } from './setting-kinds.ts';
import { settingsConsole } from './settings.console.ts';
import { readSettingHistory, readSettings, readSettingVersions } from './settings.store.ts';

export interface SettingsDeps extends StaffPorts, ProposalPorts {
  database: Database;
  staffReads: Queryable;
}

/** The values in force at a time: of the event that is checked, not of the moment of asking. */
export async function settingsAt<const Key extends SettingKey>(
  db: Queryable,
  keys: readonly Key[],
  at: Date,
): Promise<{ [Each in Key]: SettingValue<Each> }> {
  const values = await readSettings(db, keys, at);
  return Object.fromEntries(keys.map((key) => [key, parseSetting(key, values.get(key))])) as {
    [Each in Key]: SettingValue<Each>;
  };
}

/** What holds for deposits of a coin; amounts are decimals in its full scale. */
async function depositSettingsAt(db: Queryable, coin: 'BTC' | 'USDT', at: Date) {
  const [min, tiers, secondNode] = [
    `deposit.min.${coin}`,
    `deposit.steps.${coin}`,
    `deposit.second-node.${coin}`,
  ] as const;
  const values = await settingsAt(db, [min, tiers, secondNode], at);
  return { min: values[min], tiers: values[tiers], secondNodeFrom: values[secondNode] };
}

export function settingsSlice({ database, staffReads, ...staff }: SettingsDeps) {
  return {
    consoleHandlers: settingsConsole(staffReads),
    settingsAt,
    depositSettingsAt,
    /** Versions that take over after a time, the nearest first; not those that another one has replaced. */
    async scheduledVersions(db: Queryable, key: SettingKey, at: Date) {
      const versions = await readSettingHistory(db, key);
      return versions
        .filter(
          ({ effectiveFrom }, i) => effectiveFrom > at && +effectiveFrom !== +(versions[i - 1]?.effectiveFrom ?? 0),
        )
        .toReversed();
    },
    /** The newest versions, those ahead too. */
    newestVersions: (db: Queryable, key: SettingKey, limit: number) =>
      readSettingVersions(db, key, { after: null, limit }),
    /** For commands that keep settings with rules of their own; answers why not, or null. */
    changeSetting,
    replays: [checkSettings],
    opsCommands: {
      'setting:change': settingChangeCommand(database, staff),
      'setting:history': settingHistoryCommand(database),
      'setting:list': settingListCommand(database),
    },
  };
}
