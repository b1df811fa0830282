/** The product's figures as its tables hold them, by the names of the simulation. */

import { customerAccount, customerAccountCoins, customerAccounts, houseAccount, houseAccounts } from '@lode/ledger';
import { coins } from '@lode/money';
import type { Database } from '../../../apps/server/src/platform/db/database.ts';
import type { Company } from './company.ts';

export type Cell = string | number | bigint | boolean | Date | null | undefined;
export type Row = Record<string, Cell>;

/** `M-1 2028-02-29`. */
export const dayKey = (machine: Cell, date: Cell): string => `${String(machine)} ${String(date)}`;

const paidColumns = `amount, paid_prepaid as prepaid, paid_btc as btc, paid_eth as eth, paid_doge as doge,
  paid_output_usdt as covered, waived, owed`;
const chargeColumns = `machine_id, date::text as date, customer_id, machine_no as name, coin, running_seconds as seconds,
  power_watts as "powerWatts", trim_scale(price)::text as price, paid_promotion as promotion, charged_at as "postedAt", ${paidColumns}`;

export function figuresOf({ app, customers, machineIds, listOutages }: Company) {
  const { database } = app;
  const machineNames = new Map<bigint, string>();
  const customerNames = new Map<bigint, string>();
  const accountNames = new Map<bigint, string>();
  for (const account of houseAccounts)
    for (const coin of coins) accountNames.set(houseAccount(account, coin), `house/${account}/${coin}`);
  let lastTransfer = 0n;
  let lastCorrection = 0n;

  /** Customers and machines that came since. */
  function learnNames(): void {
    for (const [no, id] of machineIds) machineNames.set(id, no);
    for (const [account, { id }] of customers) {
      if (customerNames.has(id)) continue;
      customerNames.set(id, account);
      for (const name of customerAccounts)
        for (const coin of customerAccountCoins[name])
          accountNames.set(customerAccount(id, name, coin), `${account}/${name}/${coin}`);
    }
  }

  const accountName = (id: bigint): string => accountNames.get(id) ?? `account ${id}`;

  /** Rows with names in the place of ids. */
  async function named(text: string, values: unknown[] = []): Promise<Row[]> {
    const { rows } = await database.query<Row>({ text, values });
    return rows.map(({ machine_id, customer_id, ...row }) => ({
      ...(machine_id !== undefined && { machine: machineNames.get(machine_id as bigint) ?? machine_id }),
      ...(customer_id !== undefined && { customer: customerNames.get(customer_id as bigint) ?? customer_id }),
      ...row,
    }));
  }
  const idsOf = (machines: readonly string[]) => machines.map((no) => machineIds.get(no));

  return {
    learnNames,

    /** Lines that were posted since the last call. */
    async freshLines(): Promise<
      { from: string; to: string; type: string; amount: bigint; date: string; machine?: string }[]
    > {
      const { rows } = await database.query<{
        id: bigint;
        debit: bigint;
        credit: bigint;
        type: string;
        amount: bigint;
        date: string;
        source: bigint | null;
      }>({
        text: `select transfer_id as id, debit::bigint as debit, credit::bigint as credit, type::text as type, amount::bigint as amount, date::text as date,
                 source_id as source from ledger.posting where transfer_id > $1`,
        values: [lastTransfer],
      });
      return rows.map(({ id, debit, credit, type, amount, date, source }) => {
        if (id > lastTransfer) lastTransfer = id;
        const machine = source === null ? {} : { machine: machineNames.get(source) ?? String(source) };
        return { from: accountName(debit), to: accountName(credit), type, amount, date, ...machine };
      });
    },

    async balances(): Promise<Map<string, { posted: bigint; held: bigint }>> {
      const { rows } = await database.query<{ account: bigint; posted: bigint; held: bigint }>({
        text: 'select account::bigint as account, posted::bigint as posted, held::bigint as held from ledger.balance',
      });
      return new Map(rows.map(({ account, posted, held }) => [accountName(account), { posted, held }]));
    },

    /** All that was ever posted, by account. */
    async sums(): Promise<Map<string, bigint>> {
      return sumsOf(database, accountName);
    },

    outputs: (date: string) =>
      named(
        `select machine_id, customer_id, coin, trim_scale(hashrate)::text as hashrate, running_seconds as seconds, gross, pool_fee as fee, net
         from machine_output where date = $1`,
        [date],
      ),

    /** Of a day, all that is owed, and those of given machines on given days. */
    charges: (date: string | null, touched: readonly { machine: string; date: string }[]) =>
      named(
        `select ${chargeColumns} from electricity_charge where date = $1
         union select ${chargeColumns} from electricity_charge where owed > 0
         union select ${chargeColumns} from electricity_charge
           where (machine_id, date) in (select * from unnest($2::bigint[], $3::date[]))`,
        [date, idsOf(touched.map(({ machine }) => machine)), touched.map((one) => one.date)],
      ),

    /** All of the days of machines of which one is new since the last call, is still owed, or is asked for; in their order. */
    async corrections(asked: readonly { machine: string; aboutDate: string }[]): Promise<Row[]> {
      const rows = await named(
        `with day as (
           select machine_id, about_date from charge_adjustment where id > $1
           union select machine_id, about_date from charge_adjustment where owed > 0
           union select * from unnest($2::bigint[], $3::date[])
         )
         select id, machine_id, customer_id, about_date::text as "aboutDate", date::text as date, adjusted as what, adjusted_coin as coin,
           adjusted_amount as adjusted, moved, moved_promotion as "movedPromotion", paid_promotion as promotion, ${paidColumns}
         from charge_adjustment join day using (machine_id, about_date) order by id`,
        [lastCorrection, idsOf(asked.map(({ machine }) => machine)), asked.map(({ aboutDate }) => aboutDate)],
      );
      return rows.map(({ id, ...row }) => {
        if ((id as bigint) > lastCorrection) lastCorrection = id as bigint;
        return row;
      });
    },

    /** The status log of machines. */
    periods: (machines: readonly string[]) =>
      named(
        `select machine_id, started_at as from, ended_at as to, status from machine_status_period
         where machine_id = any($1::bigint[]) order by machine_id, seq`,
        [idsOf(machines)],
      ),

    /** The newest first, as `outage:list` says them, without their numbers, times and people. */
    outages: async () =>
      (await listOutages()).map((line) => line.replace(/^\d+ \S+ /, '').replace(/, staff:operations and .*$/, '')),

    hosting: (machines: readonly string[]) =>
      named(
        `select machine_id, customer_id, month::text as month, date::text as date, first_day::text as "firstDay", last_day::text as "lastDay",
           days, monthly_fee as "monthlyFee", ${paidColumns}
         from hosting_charge where owed > 0 or machine_id = any($1::bigint[])`,
        [idsOf(machines)],
      ),

    machines: () =>
      named(
        `select id as machine_id, customer_id, status, status_since as since, wanted_status as wanted, contract_ended as "contractEnded"
         from machine`,
      ),

    customers: () =>
      named(
        `select id as customer_id, coalesce(promo_remaining, 0) as promotion,
           coalesce((select sum(net) from output_total total where total.customer_id = customer.id and coin = 'BTC'), 0)::bigint as "BTC",
           coalesce((select sum(net) from output_total total where total.customer_id = customer.id and coin = 'ETH'), 0)::bigint as "ETH",
           coalesce((select sum(net) from output_total total where total.customer_id = customer.id and coin = 'DOGE'), 0)::bigint as "DOGE"
         from customer left join electricity_account on customer_id = customer.id`,
      ),

    interest: (dates: readonly string[]) =>
      named(
        `select customer_id, date::text as date, coin, principal, amount, carry from coin_up_interest where date = any($1::date[])`,
        [dates],
      ),

    interestDays: () =>
      named(
        `select coin, date::text as date, amount as total, was_owed as "wasOwed", paid_at is not null as "isPaid" from coin_up_interest_day`,
      ),

    poolPayments: () =>
      named(`select coin, from_date::text as from, to_date::text as to, paid, expected from pool_payment order by id`),

    /** What each customer was ever charged and paid, for electricity. */
    totals: () =>
      named(
        `select customer_id, count(*)::int as charges, sum(amount)::bigint as amount, sum(paid_prepaid)::bigint as prepaid,
           sum(paid_promotion)::bigint as promotion, sum(paid_btc)::bigint as btc, sum(paid_eth)::bigint as eth, sum(paid_doge)::bigint as doge,
           sum(paid_output_usdt)::bigint as covered, sum(waived)::bigint as waived, sum(owed)::bigint as owed
         from electricity_charge group by customer_id`,
      ),
  };
}

export type Figures = ReturnType<typeof figuresOf>;

async function sumsOf(database: Database, accountName: (id: bigint) => string): Promise<Map<string, bigint>> {
  const { rows } = await database.query<{ account: bigint; sum: bigint }>({
    text: `select account::bigint as account, sum(amount)::bigint as sum from (
             select debit as account, -sum(amount) as amount from ledger.posting group by debit
             union all select credit, sum(amount) from ledger.posting group by credit) side
           group by account`,
  });
  return new Map(rows.map(({ account, sum }) => [accountName(account), sum]));
}
