import { formatAmount } from '@lode/money';
import { many, maybeOne, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { CannotClose } from '../close-kind.ts';
import type { NetworkDay } from './fpps-terms.ts';

/** What a mining day is computed from, besides the machines' own rows: as it is pinned when the day is opened. */
export interface MiningInputs {
  /** Of BTC. */
  network: NetworkDay & { source: string };
  /** Every network day and every price of the date that there was. */
  networkDays?: PinnedNetworkDay[];
  prices?: PinnedPrice[];
}

interface PinnedNetworkDay {
  coin: string;
  blocks: number;
  subsidySum: string;
  feeSum: string;
  epochs: unknown;
}

interface PinnedPrice {
  coin: string;
  usdt: string;
}

interface BtcDay {
  blocks: number;
  subsidySum: bigint;
  feeSum: bigint;
  epochs: NetworkDay['epochs'];
  source: string;
}

const btcDay = query(
  'day-close.network-day',
  `select blocks, subsidy_sum as "subsidySum", fee_sum as "feeSum", epochs, source
   from network_day where coin = 'BTC' and date = $1`,
).as<BtcDay>();

const networkDays = query(
  'day-close.pinned-network-days',
  `select coin, blocks, subsidy_sum::text as "subsidySum", fee_sum::text as "feeSum", epochs from network_day where date = $1 order by coin`,
).as<{ coin: string; blocks: number; subsidySum: string; feeSum: string; epochs: unknown }>();
const prices = query(
  'day-close.pinned-prices',
  'select coin, usdt::text as usdt from reference_price where date = $1 order by coin',
).as<{ coin: string; usdt: string }>();

/** A mining day never closes without the network's figures, whether or not a machine ran. */
export async function readMiningInputs(db: Queryable, date: string): Promise<MiningInputs> {
  const day = await maybeOne(db, btcDay, [date]);
  if (!day) throw new CannotClose([`the network day of BTC ${date} is missing: import it first`]);
  const { subsidySum, feeSum, ...figures } = day;
  return {
    network: { date, ...figures, subsidySum: formatAmount(subsidySum, 'BTC'), feeSum: formatAmount(feeSum, 'BTC') },
    networkDays: await many(db, networkDays, [date]),
    prices: await many(db, prices, [date]),
  };
}
