import { formatShortest, parseDecimal } from '@lode/money';
import { one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { Alert, AlertPorts } from '../../platform/log/alerts.ts';
import type { MachineLine } from './machine-file.ts';

export type WatchPorts = Pick<AlertPorts, 'raiseAlert' | 'announceAlert'>;

/** Who brings machines in; null where the demo asks for no name. */
export interface ImporterName {
  by: string | null;
}

const running = query(
  'machines.running-hashrate',
  `select coalesce(trim_scale(sum(hashrate)), 0)::text as hashrate from machine where coin = 'BTC' and status = 'RUNNING'`,
).as<{ hashrate: string }>();

/** A twentieth of what the house runs, and no alert below two hundred machines of a usual kind. In TH/s. */
const shareOfHouse = 20n;
const usualAtOnce = 20_000n * 10n ** 6n;

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
    importer: ImporterName;
    fileHash: Uint8Array;
  },
): Promise<Alert | null> {
  const { fresh, newSites, beyondModel, importer, fileHash } = given;
  const added = fresh
    .filter(({ coin }) => coin === 'BTC')
    .reduce((sum, { hashrate }) => sum + parseDecimal(hashrate, 6), 0n);
  const all = parseDecimal((await one(db, running, [])).hashrate, 6);
  const free = fresh.filter(({ poolFeeRate }) => poolFeeRate === '0').length;
  const named = newSites.filter(({ electricityPrice }) => importer.by !== null || electricityPrice === '0');
  const reasons = [
    ...(added > usualAtOnce && added * shareOfHouse > all - added ? ['many for the house'] : []),
    ...named.map(({ site, electricityPrice }) => `new site ${site} at ${electricityPrice} USDT per kWh`),
    ...(beyondModel > 0 ? [`${beyondModel} half as fast again as their model, or more`] : []),
    ...(free > 0 ? [`${free} without a pool fee`] : []),
  ];
  if (reasons.length === 0) return null;
  const customers = new Set(fresh.map(({ account }) => account)).size;
  const what = `${fresh.length} machines of ${customers} customers, ${formatShortest(added, 6)} TH/s for BTC`;
  return {
    kind: 'machines-imported',
    subject: `file ${Buffer.from(fileHash).toString('hex').slice(0, 16)}`,
    message: `${importer.by ?? 'without a name'}: ${what}; ${reasons.join('; ')}`,
  };
}
