import type { ConsoleData } from '@lode/contract/console';
import { businessDate } from '../../../platform/clock/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { TermKey } from '../product-terms.ts';
import { savingsCoins } from '../savings-coin.ts';

export interface RateVersion {
  effectiveFrom: Date;
  value: unknown;
  changedBy: string;
  reason: string;
}

export interface RateVersions {
  /** Of a setting, the newest first, those ahead too. */
  readonly settingVersions: (db: Queryable, key: TermKey, limit: number) => Promise<RateVersion[]>;
}

/** Of one coin. */
const shownAtMost = 20;

/** Rates of both coins, the newest first; of one moment the one that is in force, not those that it replaced. */
export async function ratesOf(db: Queryable, ports: RateVersions, now: Date): Promise<ConsoleData<'coinUp'>['rates']> {
  const perCoin = await Promise.all(
    savingsCoins.map(async (coin) => {
      const versions = await ports.settingVersions(db, `coin-up.apy.${coin}`, shownAtMost);
      const standing = versions.filter(
        ({ effectiveFrom }, n) => n === 0 || +effectiveFrom !== +(versions[n - 1]?.effectiveFrom ?? 0),
      );
      const current = standing.find(({ effectiveFrom }) => effectiveFrom <= now);
      return standing.map((version) => ({
        coin,
        apy: String(version.value),
        from: businessDate(version.effectiveFrom),
        state:
          version.effectiveFrom > now
            ? ('AHEAD' as const)
            : version === current
              ? ('IN_FORCE' as const)
              : ('PAST' as const),
        by: version.changedBy.replace(/^staff:/, ''),
        reason: version.reason,
      }));
    }),
  );
  return perCoin.flat().sort((a, b) => (a.from < b.from ? 1 : a.from > b.from ? -1 : 0));
}
