import { type Command, readArguments, UsageError, wanted } from '../../platform/commands/command.ts';
import type { Database } from '../../platform/db/database.ts';
import { type StaffPorts, settingDeed } from '../../platform/staff/authority.ts';
import { staffCommand } from '../../platform/staff/staff-command.ts';
import { changeSetting } from './change-setting.ts';
import { isSettingKey, ownCommandOf, type SettingKey } from './setting-kinds.ts';
import { readSettingHistory } from './settings.store.ts';

/**
 * `npm run ops -- setting:change --key K --value JSON [--from TIME] --by ADMIN --approved-by APPROVER --reason …`; without
 * `--from` it takes effect now.
 */
export function settingChangeCommand(database: Database, ports: StaffPorts): Command {
  return staffCommand(ports, settingDeed, ['key', 'value', 'from'], async (options, { authority, reason, now }) => {
    const key = readKey(wanted(options, 'key'));
    const own = ownCommandOf(key);
    if (own !== null) return { refused: `${key} is changed by ${own}` };
    const value = readJson(wanted(options, 'value'));
    const effectiveFrom = options.from === undefined ? now : readTime(options.from);
    return database.transaction(async (dbTx) => {
      const changedBy = `staff:${authority.by.name}`;
      const refusal = await changeSetting(dbTx, key, { value, effectiveFrom, changedBy, reason }, now);
      if (refusal) return { refused: refusal };
      const from = effectiveFrom.toISOString();
      const detail = { value: JSON.stringify(value), from };
      await ports.recordAudit(dbTx, {
        at: now,
        authority,
        action: 'setting:change',
        subject: `setting ${key}`,
        reason,
        detail,
      });
      return { done: `${key} changes at ${from}` };
    });
  });
}

/** `npm run ops -- setting:history --key K`: newest first, with what lies ahead. */
export function settingHistoryCommand(database: Database): Command {
  return async ({ print }, args) => {
    const { values } = readArguments(args, { key: { type: 'string' } });
    for (const version of await readSettingHistory(database, readKey(wanted(values, 'key')))) {
      const { effectiveFrom, value, changedBy, reason } = version;
      print(`${effectiveFrom.toISOString()} ${JSON.stringify(value)} by ${changedBy}: ${reason}`);
    }
    return 0;
  };
}

function readKey(text: string): SettingKey {
  if (!isSettingKey(text)) throw new UsageError(`there is no setting ${text}`);
  return text;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('--value is no JSON');
  }
}

function readTime(text: string): Date {
  const time = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) || Number.isNaN(time.getTime())) {
    throw new UsageError('--from is an ISO 8601 time with its zone');
  }
  return time;
}
