import type { Queryable } from '../../platform/db/database.ts';
import type { ConsolePart } from '../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../platform/http/console/records.ts';
import { isRefusal, notFound } from '../../platform/http/refusal.ts';
import { boundsOf, isSettingKey, ownCommandOf, settingKeys } from './setting-kinds.ts';
import { shapeOf } from './setting-shape.ts';
import { readSettings, readSettingVersions } from './settings.store.ts';

/** The settings as the console shows them; a change is proposed as `setting:change`. */
export function settingsConsole(staffReads: Queryable): ConsolePart<'settingList' | 'settingVersions'> {
  return {
    async settingList({ now }) {
      const values = await readSettings(staffReads, settingKeys, now);
      const settings = settingKeys.map((key) => ({
        key,
        value: JSON.stringify(values.get(key) ?? null),
        bounds: boundsOf(key).zh,
        shape: shapeOf(key),
        changedWith: ownCommandOf(key),
      }));
      return { settings };
    },
    async settingVersions(_context, { key, ...input }) {
      if (!isSettingKey(key)) return notFound();
      const request = recordsRequest(input, ['time', 'integer']);
      if (isRefusal(request)) return request;
      return recordsOf(
        await readSettingVersions(staffReads, key, request),
        ({ effectiveFrom, version }) => [effectiveFrom, BigInt(version)],
        ({ effectiveFrom, version, value, changedBy, approvedBy, reason }) => ({
          effectiveFrom: effectiveFrom.toISOString(),
          version,
          value: JSON.stringify(value),
          changedBy,
          approvedBy,
          reason,
        }),
      );
    },
  };
}
