import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { WithdrawCoin } from '../domain/coins.ts';

/** Median seconds of the latest paid withdrawals; null with fewer than three of them. */
export interface MeasuredDuration {
  /** From the request to the final confirmation. */
  total: number | null;
  /** From the signature to the final confirmation. */
  onChain: number | null;
}

const median = query(
  'withdrawals.payout-duration',
  `select wanted.coin, latest.total, latest.on_chain as "onChain"
   from (values ('BTC', 'BITCOIN'), ('USDT', 'ERC20')) wanted (coin, network)
   cross join lateral (
     select case when count(total) >= 3 then percentile_cont(0.5) within group (order by total) end as total,
       case when count(on_chain) >= 3 then percentile_cont(0.5) within group (order by on_chain) end as on_chain
     from (
       select extract(epoch from done.at - w.applied_at) as total, extract(epoch from done.at - signed.at) as on_chain
       from withdrawal w
       join withdrawal_step done on done.withdrawal_id = w.id and done.step = 'CONFIRMED'
       left join withdrawal_step signed on signed.withdrawal_id = w.id and signed.step = 'SIGNED'
       where w.network = wanted.network and w.phase = 'PAID' and w.customer_id is not null order by w.id desc limit 50
     ) took
   ) latest`,
).as<MeasuredDuration & { coin: WithdrawCoin }>();

export async function measurePayoutDuration(db: Queryable): Promise<Record<WithdrawCoin, MeasuredDuration>> {
  const rows = await many(db, median);
  const durationOf = (coin: WithdrawCoin): MeasuredDuration => {
    const { total = null, onChain = null } = rows.find((row) => row.coin === coin) ?? {};
    return { total, onChain };
  };
  return { BTC: durationOf('BTC'), USDT: durationOf('USDT') };
}
