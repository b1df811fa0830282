import { customerAccount, houseAccount, postTransfer, readBalances } from '@lode/ledger';
import { type Coin, parseAmount } from '@lode/money';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import type { NetworkDay } from '../mining/fpps-terms.ts';

/** Facts of a mining day put straight into the tables of the slices that own them, for tests of what is made of them. */

export const realDay: NetworkDay = {
  date: '2020-03-01',
  blocks: 177,
  subsidySum: '2212.50000000',
  feeSum: '14.47682229',
  epochs: [{ difficulty: '15486913440292.82', seconds: 86_400 }],
};

export async function addNetworkDay(owner: Database, day: NetworkDay): Promise<void> {
  await owner.query({
    text: `insert into network_day (coin, date, blocks, subsidy_sum, fee_sum, epochs, source, created_at)
           values ('BTC', $1, $2, $3, $4, $5, 'import', $1::date)`,
    values: [
      day.date,
      day.blocks,
      parseAmount(day.subsidySum, 'BTC'),
      parseAmount(day.feeSum, 'BTC'),
      JSON.stringify(day.epochs),
    ],
  });
}

export async function addPrice(owner: Database, date: string, usdt: bigint, coin = 'BTC'): Promise<void> {
  await owner.query({
    text: `insert into reference_price (coin, date, usdt, source, created_at) values ($1, $2, $3, 'import', $2::date)`,
    values: [coin, date, usdt],
  });
}

export interface WorldMachine {
  machineNo: string;
  customerId: bigint;
  coin?: 'BTC' | 'ETH' | 'DOGE';
  hashrate?: string;
  powerWatts?: number;
  poolFeeRate?: string;
  /** USDT per kWh. */
  price?: string;
  /** Periods in RUNNING; the last may be open. Between them the machine is SUSPEND. */
  runs?: readonly (readonly [string, string | null])[];
  hostingFeeMonthly?: bigint | null;
  /** Of the contract; its terms begin on that day, by default as early as an open day allows. */
  startTime?: string;
  endTime?: string | null;
}

export async function addCustomer(owner: Database, number: number): Promise<bigint> {
  const { rows } = await owner.query<{ id: bigint }>({
    text: `insert into customer (account, created_at) values ($1, '2020-01-01') returning id`,
    values: [`137${String(number).padStart(8, '0')}`],
  });
  return (rows[0] as { id: bigint }).id;
}

export async function addWorldMachine(owner: Database, machine: WorldMachine): Promise<bigint> {
  const { machineNo, customerId, coin = 'BTC', hashrate = '50', powerWatts = 1975, poolFeeRate = '0.04' } = machine;
  const { price = '0.045', hostingFeeMonthly = null, startTime = '2020-01-01T00:00:00Z', endTime = null } = machine;
  const runs = machine.runs ?? [[startTime, null]];
  const last = runs[runs.length - 1];
  const { rows } = await owner.query<{ id: bigint }>({
    text: `with model as (
        insert into machine_model (name, coin, hashrate, hashrate_unit, power_watts) values ($1, $3, $4, 'TH/s', $5) returning id
      ), place as (
        insert into site (name) values ($1) returning id
      ), fee as (
        insert into tariff (site_id, effective_from, price) select id, '2010-01-01', $6 from place
      )
      insert into machine (machine_no, customer_id, model_id, site_id, purchase_kind, coin, hashrate, hashrate_unit, power_watts,
        pool_fee_rate, hosting_fee_monthly, start_time, end_time, status, status_since, created_at)
      select $1, $2, model.id, place.id, $7, $3, $4, 'TH/s', $5, $8, $9,
        greatest($10::timestamptz, (select (max(date) + 1)::timestamp at time zone 'UTC' from day_close where kind = 'mining' and not $14)),
        $11, $12, $13, '2020-01-01' from model, place
      returning id`,
    values: [
      machineNo,
      customerId,
      coin,
      hashrate,
      powerWatts,
      price,
      hostingFeeMonthly === null ? 'SUBSCRIBE' : 'THIRD',
      poolFeeRate,
      hostingFeeMonthly,
      startTime,
      endTime,
      last?.[1] === null ? 'RUNNING' : 'SUSPEND',
      last?.[1] ?? last?.[0] ?? startTime,
      machine.startTime !== undefined,
    ],
  });
  const { id } = rows[0] as { id: bigint };
  await addPeriods(owner, id, runs);
  return id;
}

async function addPeriods(owner: Database, machineId: bigint, runs: NonNullable<WorldMachine['runs']>): Promise<void> {
  let seq = 1;
  for (const [index, [start, end]] of runs.entries()) {
    const next = runs[index + 1]?.[0] ?? null;
    await addPeriod(owner, machineId, seq++, 'RUNNING', start, end);
    if (end !== null) await addPeriod(owner, machineId, seq++, 'SUSPEND', end, next);
  }
}

async function addPeriod(
  owner: Database,
  machineId: bigint,
  seq: number,
  status: string,
  start: string,
  end: string | null,
): Promise<void> {
  await owner.query({
    // The log of days whose close has begun stands: such a machine begins with the first open one.
    text: `insert into machine_status_period (machine_id, started_at, ended_at, seq, status, by, reason, recorded_at)
           select $1, greatest($2::timestamptz, open), greatest($3::timestamptz, case when $3::timestamptz is not null then open end), $4, $5,
             'import', 'imported', $2
           from (select (max(date) + 1)::timestamp at time zone 'UTC' as open from day_close where kind = 'mining') first_day`,
    values: [machineId, start, end, seq, status],
  });
}

/** Money that the customer has before the day, without paying what is owed: as it was there all along. */
export async function giveMoney(
  database: Queryable,
  customerId: bigint,
  account: 'ELE_ACCOUNT' | 'OUTPUT_ACCOUNT',
  amount: bigint,
  at: string,
  mined: Exclude<Coin, 'USDT'> = 'BTC',
): Promise<void> {
  if (amount === 0n) return;
  const coin = account === 'ELE_ACCOUNT' ? ('USDT' as const) : mined;
  await postTransfer(database, {
    key: `given:${customerId}:${account}:${coin}:${at}`,
    input: { amount },
    kind: 'given',
    businessDate: at.slice(0, 10),
    postedAt: new Date(at),
    postings: [
      {
        from: houseAccount('CASH', coin),
        to: customerAccount(customerId, account, coin),
        type: coin === 'USDT' ? 'ELE_RECHARGE' : 'RECHARGE_BTC',
        amount,
        date: at.slice(0, 10),
      },
    ],
  });
}

/** Promotional credit that the customer has before the day. */
export async function givePromotion(owner: Queryable, customerId: bigint, amount: bigint, at: string): Promise<void> {
  if (amount === 0n) return;
  await postTransfer(owner, {
    key: `promotion:${customerId}:${at}`,
    input: { amount },
    kind: 'given',
    businessDate: at.slice(0, 10),
    postedAt: new Date(at),
    postings: [
      {
        from: houseAccount('PROMOTION_EXPENSE', 'USDT'),
        to: customerAccount(customerId, 'ELE_ACCOUNT', 'USDT'),
        type: 'ELE_INIT',
        amount,
        date: at.slice(0, 10),
      },
    ],
  });
  await owner.query({
    text: `insert into electricity_account as account (customer_id, promo_remaining) values ($1, $2)
           on conflict (customer_id) do update set promo_remaining = account.promo_remaining + $2`,
    values: [customerId, amount],
  });
}

export async function choosePayMode(owner: Database, customerId: bigint, mode: string): Promise<void> {
  await owner.query({
    text: `insert into electricity_account (customer_id, pay_mode) values ($1, $2)
           on conflict (customer_id) do update set pay_mode = $2`,
    values: [customerId, mode],
  });
}

export interface ChargeRow {
  machine_no: string;
  date: string;
  amount: bigint;
  paid_prepaid: bigint;
  paid_promotion: bigint;
  paid_btc: bigint;
  paid_eth: bigint;
  paid_doge: bigint;
  paid_output_usdt: bigint;
  owed: bigint;
}

export async function chargesOf(database: Database, customerId: bigint): Promise<ChargeRow[]> {
  const { rows } = await database.query<ChargeRow>({
    text: `select machine_no, date, amount, paid_prepaid, paid_promotion, paid_btc, paid_eth, paid_doge, paid_output_usdt, owed
           from electricity_charge where customer_id = $1 order by date, machine_no collate "C"`,
    values: [customerId],
  });
  return rows;
}

/** Prepaid electricity in USDT, mined output in any other coin. */
export async function balanceOf(database: Database, customerId: bigint, coin: Coin): Promise<bigint> {
  const account = customerAccount(customerId, coin === 'USDT' ? 'ELE_ACCOUNT' : 'OUTPUT_ACCOUNT', coin);
  return (await readBalances(database, [account])).get(account)?.posted ?? 0n;
}

/** `2020-03-01` and 3600 → an hour into that mining day. */
export function instant(date: string, second: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + second * 1000).toISOString();
}
