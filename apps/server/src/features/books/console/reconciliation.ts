import type { ConsoleData } from '@lode/contract/console';
import { readTrialBalance } from '@lode/ledger';
import { type Coin, coins, formatAmount } from '@lode/money';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { inSnapshot } from '../../../platform/db/snapshot.ts';
import { type Run, readNewestRun } from '../runs.store.ts';
import { compare, comparePool } from './compare-pool.ts';

type Reconciliation = ConsoleData<'reconciliation'>;
type Standing = Reconciliation['coins'][number];
type PoolCoin = Reconciliation['payments'][number]['coin'];

/** What the slices beside the books have recorded of chains and pools. */
export interface ReconciliationPorts {
  readonly readCustodyComparisons: (
    db: Queryable,
  ) => Promise<
    ({ coin: Coin; at: Date } & (
      | { ledger: bigint; chain: bigint; unknown: null }
      | { ledger: null; chain: null; unknown: string }
    ))[]
  >;
  readonly readPoolStanding: (db: Queryable) => Promise<
    {
      coin: PoolCoin;
      outputs: bigint;
      corrections: bigint;
      days: number;
      firstDay: string | null;
      openDay: string | null;
    }[]
  >;
  readonly readPoolPayments: (
    db: Queryable,
    limit: number,
  ) => Promise<
    {
      id: bigint;
      coin: PoolCoin;
      from: string;
      to: string;
      paid: bigint;
      expected: bigint;
      varianceReason: string | null;
      isUndone: boolean;
    }[]
  >;
  readonly listOrigins: (db: Queryable) => Promise<
    (Pick<Reconciliation['origins'][number], 'origin' | 'purpose' | 'address' | 'txid'> & {
      id: bigint;
      coin: Coin;
      amount: bigint;
      since: Date;
    })[]
  >;
}

const originsShown = 100;
const paymentsShown = 30;
const always = { from: '0001-01-01', to: '9999-12-31' };

/** The ledger beside the chain and the pools, on one state of the database. */
export function reconcile(staffReads: Database, ports: ReconciliationPorts): Promise<Reconciliation> {
  return inSnapshot(staffReads, async (db) => {
    const [chains, pools, origins, payments, run] = [
      await ports.readCustodyComparisons(db),
      await ports.readPoolStanding(db),
      await ports.listOrigins(db),
      await ports.readPoolPayments(db, paymentsShown),
      await readNewestRun(db),
    ];
    const standings: Standing[] = [];
    for (const coin of coins) {
      const lines = await readTrialBalance(db, { coin, ...always });
      const balanceOf = (account: string) => lines.find((line) => line.account === account)?.closing ?? 0n;
      const ofCoin = origins.filter((one) => one.coin === coin);
      const explained = ofCoin.reduce((all, { amount }) => all + amount, 0n);
      standings.push({
        coin,
        custody: formatAmount(-balanceOf('CUSTODY'), coin),
        chain: chainView(chains.find((one) => one.coin === coin)),
        pool: poolView(
          pools.find((one) => one.coin === coin),
          { receivable: balanceOf('MINING_RECEIVABLE'), variance: balanceOf('MINING_VARIANCE') },
        ),
        suspense: { ...shownOf(compare(balanceOf('SUSPENSE'), explained), coin), origins: ofCoin.length },
        differences: run?.differences?.[coin] ?? { count: 0, first: null },
      });
    }
    return {
      coins: standings,
      check: checkView(run),
      origins: origins.slice(0, originsShown).map(({ id, coin, amount, since, origin, purpose, address, txid }) => ({
        origin,
        purpose,
        address,
        txid,
        coin,
        id: String(id),
        amount: formatAmount(amount, coin),
        since: since.toISOString(),
      })),
      originCount: origins.length,
      payments: payments.map(({ id, coin, from, to, paid, expected, varianceReason, isUndone }) => ({
        id: String(id),
        coin,
        from,
        to,
        isUndone,
        paid: formatAmount(paid, coin),
        expected: formatAmount(expected, coin),
        difference: formatAmount(paid - expected, coin),
        reason: varianceReason,
      })),
    };
  });
}

const shownOf = ({ ledger, found, difference }: ReturnType<typeof compare>, coin: Coin) => ({
  ledger: formatAmount(ledger, coin),
  found: formatAmount(found, coin),
  difference: formatAmount(difference, coin),
});

type Of<Read extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Read>>[number];

function chainView(found: Of<ReconciliationPorts['readCustodyComparisons']> | undefined): Standing['chain'] {
  if (found === undefined) return null;
  const { coin, at, unknown } = found;
  const result = found.unknown === null ? shownOf(compare(found.ledger, found.chain), coin) : null;
  return { at: at.toISOString(), unknown, result };
}

function poolView(
  found: Of<ReconciliationPorts['readPoolStanding']> | undefined,
  { receivable, variance }: { receivable: bigint; variance: bigint },
): Standing['pool'] {
  if (found === undefined) return null;
  const { coin, outputs, corrections, days, firstDay, openDay } = found;
  return {
    ...shownOf(comparePool(found, receivable), coin),
    outputs: formatAmount(outputs, coin),
    corrections: formatAmount(corrections, coin),
    days,
    firstDay,
    isDayOpen: openDay,
    variance: formatAmount(variance, coin),
  };
}

const checkView = (run: Run | null): Reconciliation['check'] =>
  run && { at: run.endedAt.toISOString(), failure: run.failure };
