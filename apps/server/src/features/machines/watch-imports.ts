import { formatShortest, parseDecimal } from '@lode/money';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { Alert, AlertPorts } from '../../platform/log/alerts.ts';
import type { MachineLine } from './machine-file.ts';

export type WatchPorts = Pick<AlertPorts, 'raiseAlert' | 'announceAlert'>;

export interface ImportedBy {
  /** Null where the demo asks for no name. */
  by: string | null;
  fileName: string;
}

const running = query(
  'machines.running-by-coin',
  `select coin, count(*) as machines, trim_scale(sum(hashrate))::text as hashrate
     from machine where status = 'RUNNING' group by coin`,
).as<{ coin: string; machines: bigint; hashrate: string }>();

/** A twentieth of what the house runs, and no alert below two hundred machines of a usual kind. */
const shareOfHouse = 20n;
const usualAtOnce = 200n;
/** For BTC in TH/s. */
const usualHashrate = 20_000n * 10n ** 6n;

/** Of an alert's subject. */
const longestName = 100;

/**
 * One person brings machines in, and what they mine is owed to their owners: FINANCE or an APPROVER hears of machines that are many
 * for the house, far faster than their model, cost nothing, or stand in a site that is new. Null for all others.
 */
export async function alertOf(
  db: Queryable,
  given: {
    fresh: readonly MachineLine[];
    newSites: readonly MachineLine[];
    /** Machines that are far faster than their model. */
    beyondModel: number;
    importer: ImportedBy;
    fileHash: Uint8Array;
  },
): Promise<Alert | null> {
  const { fresh, newSites, beyondModel, importer, fileHash } = given;
  const added = hashrateOf(fresh, 'BTC');
  const free = fresh.filter(({ poolFeeRate }) => poolFeeRate === '0').length;
  const named = newSites.filter(({ electricityPrice }) => importer.by !== null || electricityPrice === '0');
  const reasons = [
    ...(await findMany(db, fresh)),
    ...named.map(({ site, electricityPrice }) => `new site ${site} at ${electricityPrice} USDT per kWh`),
    ...(beyondModel > 0 ? [`${beyondModel} half as fast again as their model, or more`] : []),
    ...(free > 0 ? [`${free} without a pool fee`] : []),
  ];
  if (reasons.length === 0) return null;
  const customers = new Set(fresh.map(({ account }) => account)).size;
  const what = `${fresh.length} machines of ${customers} customers, ${formatShortest(added, 6)} TH/s for BTC`;
  return {
    kind: 'machines-imported',
    // Two files of one name are two alerts.
    subject: `file ${importer.fileName.slice(0, longestName)} (${Buffer.from(fileHash).toString('hex').slice(0, 8)})`,
    message: `${importer.by ?? 'without a name'}: ${what}; ${reasons.join('; ')}`,
  };
}

/** Which coins have got many machines at once; for BTC by their hashrate, which a few can have too. */
async function findMany(db: Queryable, fresh: readonly MachineLine[]): Promise<string[]> {
  const coins = [...new Set(fresh.map(({ coin }) => coin))].sort();
  const houses = new Map((await many(db, running, [])).map((row) => [row.coin, row]));
  return coins.flatMap((coin) => {
    const house = houses.get(coin);
    const machines = BigInt(fresh.filter((line) => line.coin === coin).length);
    const isMany = isLarge(machines, house?.machines ?? 0n, usualAtOnce);
    if (coin !== 'BTC') return isMany ? [`${machines} for ${coin}, many for the house`] : [];
    const isFast = isLarge(hashrateOf(fresh, coin), parseDecimal(house?.hashrate ?? '0', 6), usualHashrate);
    return isMany || isFast ? ['many for the house'] : [];
  });
}

/** `whole` has the part already. */
const isLarge = (part: bigint, whole: bigint, usual: bigint): boolean =>
  part > usual && part * shareOfHouse > whole - part;

const hashrateOf = (lines: readonly MachineLine[], coin: string): bigint =>
  lines.filter((line) => line.coin === coin).reduce((sum, { hashrate }) => sum + parseDecimal(hashrate, 6), 0n);
