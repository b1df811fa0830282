import { readHouseBalances } from '@lode/ledger';
import type { Coin } from '@lode/money';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { inSnapshot } from '../../../platform/db/snapshot.ts';
import { comparePool } from './compare-pool.ts';

/** What two accounts of the same money do not agree on. */
interface StandingDifference {
  beside: 'CHAIN' | 'POOL';
  coin: Coin;
  /** Ledger less what stands beside it. */
  difference: bigint;
  since: Date;
}

interface DifferencePorts {
  readonly readCustodyDifferences: (db: Queryable) => Promise<{ coin: Coin; difference: bigint; since: Date }[]>;
  readonly readPoolStanding: (
    db: Queryable,
  ) => Promise<{ coin: Coin; outputs: bigint; corrections: bigint; openDay: string | null }[]>;
  readonly readOpenAlerts: (db: Queryable) => Promise<{ kind: string; subject: string; raisedAt: Date }[]>;
}

const keptMs = 60_000;

/**
 * Differences that end neither in a reason nor in SUSPENSE. All consoles ask for it all the time, and it sums what pools owe: what was
 * found is kept for a minute.
 */
export function differenceReader(staffReads: Database, ports: DifferencePorts) {
  let kept: { at: number; found: Promise<StandingDifference[]> } | null = null;
  return (now: Date): Promise<StandingDifference[]> => {
    const at = now.getTime();
    if (kept && at >= kept.at && at - kept.at < keptMs) return kept.found;
    const found = readDifferences(staffReads, ports, now);
    kept = { at, found };
    // Asked again at once after an error.
    found.catch(() => {
      if (kept?.found === found) kept = null;
    });
    return found;
  };
}

function readDifferences(staffReads: Database, ports: DifferencePorts, now: Date): Promise<StandingDifference[]> {
  return inSnapshot(staffReads, async (db) => {
    const custody = await ports.readCustodyDifferences(db);
    const pools = await ports.readPoolStanding(db);
    const receivable = await readHouseBalances(
      db,
      'MINING_RECEIVABLE',
      pools.map(({ coin }) => coin),
    );
    // While a day is being posted its outputs are in the ledger and not yet expected.
    const differing = pools
      .filter(({ openDay }) => openDay === null)
      .map((pool) => ({ coin: pool.coin, difference: comparePool(pool, receivable.get(pool.coin) ?? 0n).difference }))
      .filter(({ difference }) => difference !== 0n);
    const alerts = differing.length === 0 ? [] : await ports.readOpenAlerts(db);
    const since = (coin: Coin) =>
      alerts.find(({ kind, subject }) => kind === 'books-differ' && subject === coin)?.raisedAt ?? now;
    return [
      ...custody.map((one): StandingDifference => ({ beside: 'CHAIN', ...one })),
      ...differing.map((one): StandingDifference => ({ beside: 'POOL', ...one, since: since(one.coin) })),
    ];
  });
}
