import { miningDate } from '../../platform/clock/clock.ts';
import type { TariffVersion } from './import-machines.store.ts';
import type { MachineLine } from './machine-file.ts';
import { priceNotice, type TermsNotice } from './terms/terms-notice.zh.ts';

/**
 * To the owners of new machines: the prices of their site that were announced to others before. One notice for each customer,
 * site and price; none for prices that begin after the contract's end.
 */
export function announcedPrices(
  fresh: readonly MachineLine[],
  tariffs: ReadonlyMap<string, readonly TariffVersion[]>,
  now: Date,
): TermsNotice[] {
  const today = miningDate(now);
  const groups = new Map<string, { line: MachineLine; version: TariffVersion; before: string; machines: number }>();
  for (const line of fresh) {
    const firstDay = [today, miningDate(line.startTime)].sort().at(-1) as string;
    const versions = tariffs.get(line.site) ?? [];
    versions.forEach((version, index) => {
      const before = versions[index - 1]?.price;
      const isOver = line.endTime !== null && miningDate(line.endTime) < version.effectiveFrom;
      if (version.effectiveFrom <= firstDay || before === undefined || before === version.price || isOver) return;
      const key = JSON.stringify([line.account, line.site, version.effectiveFrom]);
      const group = groups.get(key) ?? { line, version, before, machines: 0 };
      groups.set(key, { ...group, machines: group.machines + 1 });
    });
  }
  return [...groups.values()].map(({ line: { account, site }, version, before, machines }) => ({
    to: account,
    text: priceNotice(site, version.effectiveFrom, before, version.price, machines),
  }));
}
