import pg from 'pg';

/** The day on which everybody subscribes; its run is the warm-up, as is that of the next: nothing measured is a first day. */
export const subscribed = '2026-03-01';

/**
 * Customers with a position in each coin, of sizes that differ, and money in the fund. Subscriptions are in transit: the
 * product's own run lets them begin to earn.
 */
export async function seedPositions(ownerUrl: string, adminUrl: string, positions: number): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(
    `insert into customer (account, created_at) select '13' || lpad(i::text, 9, '0'), '2026-01-01' from generate_series(1, $1) i`,
    [Math.ceil(positions / 2)],
  );
  await owner.query(
    `insert into coin_up_position (customer_id, coin, in_transit_in)
     select id, coin, least_amount + (id * 7919 % 1000) * least_amount / 10
     from customer cross join (values ('BTC', 100000), ('USDT', 100000000)) chart (coin, least_amount)
     order by id, coin`,
  );
  await owner.query(
    `insert into coin_up_order (customer_id, coin, direction, account, amount, date, arrival_date, requested_at, state)
     select customer_id, coin, 'IN', 'COIN_UP_ACCOUNT', in_transit_in, $1::date, $1::date + 1, $1::date, 'INTRANSIT'
     from coin_up_position order by customer_id, coin`,
    [subscribed],
  );
  await owner.query(
    `select ledger.post_batch('seed:' || batch, sha256(convert_to(batch::text, 'utf8')), 'seed', $1::date, $1::date,
       array_agg(ledger.house_id('CASH', coin)), array_agg(ledger.account_id(customer_id, 'COIN_UP_ACCOUNT', coin)),
       array_agg(('COIN_UP_IN_' || coin)::ledger.posting_type), array_agg(in_transit_in), array_agg($1::date), array_agg(null::bigint))
     from (select *, customer_id / 5000 as batch from coin_up_position order by customer_id) position group by batch`,
    [subscribed],
  );
  await owner.query(
    `select ledger.post_transfer('fund:' || coin, sha256(''), 'fund', null, $1::date, $1::date, ledger.house_id('CASH', coin),
       ledger.house_id('INTEREST_FUND', coin), 'FUND_PAID_IN', 1000000000000000, $1::date, null)
     from (values ('BTC'), ('USDT')) coin (coin)`,
    [subscribed],
  );
  await owner.end();
  await vacuum(adminUrl);
}

/** On each day one position in two hundred gives up a tenth: what arrives has a part in the run. */
export async function redeemSome(ownerUrl: string, date: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(
    `with chosen as (
       update coin_up_position set earning = earning - earning / 10, in_transit_out = earning / 10
       where (customer_id + ($1::date - '2026-01-01'::date)) % 200 = 0 and in_transit_out = 0 and earning >= 10
       returning customer_id, coin, in_transit_out
     ), ordered as (
       insert into coin_up_order (customer_id, coin, direction, account, amount, date, arrival_date, requested_at, state)
       select customer_id, coin, 'OUT', 'COIN_UP_ACCOUNT', in_transit_out, $1::date, $1::date + 1, $1::date, 'INTRANSIT' from chosen
       returning id, customer_id, coin, amount
     )
     select count(ledger.place_hold('coin-up:redemption:' || id, ledger.account_id(customer_id, 'COIN_UP_ACCOUNT', coin), amount, 'bench', $1::date))
     from ordered`,
    [date],
  );
  await owner.end();
}

export async function vacuum(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('vacuum analyze');
  await admin.end();
}
