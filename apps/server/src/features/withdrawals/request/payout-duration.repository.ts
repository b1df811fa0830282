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
       from (
         select id, applied_at from withdrawal
         where network = wanted.network and phase = 'PAID' and customer_id is not null order by id desc limit 50
       ) w
       -- A limit keeps each lookup by the key: a join was planned over every step there is.
       cross join lateral (select at from withdrawal_step where withdrawal_id = w.id and step = 'CONFIRMED' limit 1) done
       left join lateral (select at from withdrawal_step where withdrawal_id = w.id and step = 'SIGNED' limit 1) signed on true
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
