import { type Command, defineCommand } from '../../platform/commands/command.ts';
import { instant, optional, text, UsageError } from '../../platform/commands/option.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { type ProposalPorts, type StaffPorts, settingRoles } from '../../platform/staff/authority.ts';
import { type ProposableCommand, proposableCommand } from '../../platform/staff/proposable-command.ts';
import { changeSetting, refusalOfVersion } from './change-setting.ts';
import { limitsDisorder } from './limits-in-order.ts';
import * as say from './sentences.zh.ts';
import { boundsOf, isSettingKey, ownCommandOf, type SettingKey, settingKeys } from './setting-kinds.ts';
import { readSettingHistory, readSettings } from './settings.store.ts';

const group = 'Settings and staff';
const settingKey = text({
  placeholder: 'KEY',
  summary: 'the setting',
  longest: 100,
  pattern: /^[A-Za-z0-9._-]+$/,
  expected: say.aKey,
});

export function settingChangeCommand(database: Database, ports: StaffPorts & ProposalPorts): ProposableCommand {
  return proposableCommand('setting:change', ports, settingRoles, {
    group,
    summary: 'Changes a setting, now or from a time on',
    options: {
      key: settingKey,
      value: text({
        placeholder: 'JSON',
        summary: 'its value',
        longest: 100_000,
        pattern: /\S/,
        expected: 'JSON',
      }),
      from: optional(instant('when it takes effect'), 'now'),
    },
    example: `--key webview.hosts --value '["example.com"]' --by admin --approved-by approver --reason "new partner"`,
    effects: 'changes',
    async describe({ key: given, value: json, from }, { clock }) {
      const [key, value] = [readKey(given), readJson(json)];
      const refusal = await refusalOf(database, key, { value, effectiveFrom: from ?? clock.now() }, clock.now());
      if (refusal !== null) return { refused: refusal };
      const before = await readValue(database, key, clock.now());
      return { summary: say.changes(key, { before, value: JSON.stringify(value), from }), bound: { before } };
    },
    async run(options, { authority, reason, now, bound }) {
      const key = readKey(options.key);
      const value = readJson(options.value);
      const effectiveFrom = options.from ?? now;
      return database.transaction(async (dbTx) => {
        const refusal = await refusalOf(dbTx, key, { value, effectiveFrom }, now);
        if (refusal !== null) return { refused: refusal };
        const before = await readValue(dbTx, key, now);
        if (bound !== undefined && bound.before !== before)
          return { refused: say.notAsProposed(key, before, bound.before ?? '') };
        const changedBy = `staff:${authority.by.name}`;
        const refused = await changeSetting(dbTx, key, { value, effectiveFrom, changedBy, reason }, now);
        if (refused) return { refused };
        const from = effectiveFrom.toISOString();
        const detail = { before, value: JSON.stringify(value), from };
        await ports.recordAudit(dbTx, {
          at: now,
          authority,
          action: 'setting:change',
          subject: `setting ${key}`,
          reason,
          detail,
        });
        return { done: say.changesAt(key, effectiveFrom) };
      });
    },
  });
}

/** Why a setting takes no such value, or not then, or not by this command. */
async function refusalOf(
  db: Queryable,
  key: SettingKey,
  version: { value: unknown; effectiveFrom: Date },
  now: Date,
): Promise<Sentence | null> {
  const own = ownCommandOf(key);
  if (own !== null) return say.changedBy(key, own);
  return refusalOfVersion(key, version, now) ?? (await limitsDisorder(db, key, version));
}

/** In force now, as JSON. */
async function readValue(db: Queryable, key: SettingKey, now: Date): Promise<string> {
  return JSON.stringify((await readSettings(db, [key], now)).get(key) ?? null);
}

export function settingHistoryCommand(database: Database): Command {
  return defineCommand({
    group,
    summary: 'Shows the versions of a setting, newest first, those ahead too',
    options: { key: settingKey },
    example: '--key coin-up.min.BTC',
    effects: 'reads',
    fields: { effectiveFrom: 'when it takes effect', value: 'as JSON', changedBy: 'who changed it', reason: 'why' },
    async run(options, { print }) {
      for (const version of await readSettingHistory(database, readKey(options.key))) {
        const { changedBy, reason } = version;
        const [effectiveFrom, value] = [version.effectiveFrom.toISOString(), JSON.stringify(version.value)];
        print(`${effectiveFrom} ${value} by ${changedBy}: ${reason}`, { effectiveFrom, value, changedBy, reason });
      }
      return 0;
    },
  });
}

export function settingListCommand(database: Database): Command {
  return defineCommand({
    group,
    summary: 'Lists the settings, each with its value, its bounds and the command that changes it',
    options: {},
    example: '',
    effects: 'reads',
    fields: {
      key: 'the setting',
      value: 'as JSON',
      bounds: 'the values that it takes',
      changedWith: 'the command that changes it',
    },
    async run(_, { print, clock }) {
      const values = await readSettings(database, settingKeys, clock.now());
      for (const key of settingKeys) {
        const value = JSON.stringify(values.get(key) ?? null);
        const [bounds, changedWith] = [boundsOf(key).en, ownCommandOf(key) ?? 'setting:change'];
        print(`${key} ${value} (${bounds}), ${changedWith}`, { key, value, bounds, changedWith });
      }
      return 0;
    },
  });
}

function readKey(given: string): SettingKey {
  if (!isSettingKey(given)) throw new UsageError(say.noSetting(given, settingKeys));
  return given;
}

function readJson(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    throw new UsageError(say.noJson);
  }
}
