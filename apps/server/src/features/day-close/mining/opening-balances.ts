import type { CustomerAccount } from '@lode/ledger';
import type { Coin } from '@lode/money';
import { execute, many, type Transaction } from '../../../platform/db/database.ts';
import { lockingQuery, query } from '../../../platform/db/query.ts';
import type { CustomerRange } from '../close-kind.ts';

/** Electricity that is due: a charge of the day, one that is still owed, or what a correction became. */
export interface DueElectricity {
  customerId: bigint;
  machineId: bigint;
  machineNo: string;
  date: string;
  adjustmentId: bigint | null;
  coin: string;
  amount: bigint;
  priceDate: string;
}

/** A machine's hosting, as far as it is owed. `date` is the mining day whose price counts. */
export interface DueHosting {
  customerId: bigint;
  machineId: bigint;
  machineNo: string;
  id: bigint;
  date: string;
  coin: string;
  amount: bigint;
}

/** What customers of a batch owe before the day is charged. */
export interface OlderDebts {
  electricity: DueElectricity[];
  hosting: DueHosting[];
}

/** Accounts that the batch has locked. The temporary tables here are emptied when its transaction ends. */
const createLocked = lockingQuery(
  'day-close.create-locked-account',
  'create temporary table if not exists locked_account (account bigint not null) on commit delete rows',
);

/** What each customer of the batch can pay with, and how it chose to. */
const createOpeningBalances = lockingQuery(
  'day-close.create-opening-balance',
  `create temporary table if not exists opening_balance (
     customer_id bigint not null,
     output_first boolean not null,
     promotion bigint not null,
     ele bigint not null,
     btc bigint not null,
     eth bigint not null,
     doge bigint not null
   ) on commit delete rows`,
);

/**
 * Every account that the batch may move, at once and in order. Of a machine that runs: customer and coin first, so that
 * an account is named once and not once per machine. A coin that pays beside the mined one is locked where it has a
 * balance: the first credit of a coin waits for ELE, which is always locked. $4 tells whether a month ends: hosting is charged
 * then, and with the last day of a contract. The range is named for the balances too: else each batch reads those of all customers.
 */
const lockAll = lockingQuery(
  'day-close.lock-accounts',
  `with owner as materialized (select customer_id, coin from running_machine group by customer_id, coin),
   payer as materialized (
     select customer_id from owner
     union select customer_id from owed_electricity where customer_id between $2 and $3
     union select customer_id from hosting_charge where owed > 0 and customer_id between $2 and $3
     union select customer_id from machine_terms terms
       where customer_id between $2 and $3 and hosting_fee_monthly > 0 and ($4 or exists (
         select from machine_terms standing where standing.machine_id = terms.machine_id
           and (standing.end_time - interval '1 microsecond') at time zone 'UTC' >= $1::date
           and (standing.end_time - interval '1 microsecond') at time zone 'UTC' < $1::date + 1))
   )
   insert into locked_account
   select account from ledger.lock_balances(array(
     select ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', coin) from owner
     union all
     select ledger.account_id(customer_id, 'ELE_ACCOUNT', 'USDT') from payer
     union all
     select account_id from payer
       join ledger.customer_balance on customer = customer_id and account = 'OUTPUT_ACCOUNT' and coin in ('BTC', 'ETH', 'DOGE')
       where customer between $2 and $3
     union all
     select distinct ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', report.coin)
       from pool_report report
       join machine_terms terms on terms.machine_id = report.machine_id and effective_from <= $1 and effective_to > $1
       where report.date = $1 and customer_id between $2 and $3))`,
);

export async function lockAccounts(
  dbTx: Transaction,
  { date, range, endsMonth }: { date: string; range: CustomerRange; endsMonth: boolean },
): Promise<void> {
  await execute(dbTx, createLocked);
  await execute(dbTx, lockAll, [date, range.first, range.last, endsMonth]);
}

/** The accounts that electricity is paid from, as columns: sums of an amount by account id. */
export function pivot(amount: string, accountId: string): string {
  const sum = (account: CustomerAccount, coin: Coin, name: string) =>
    `coalesce(sum_units(${amount}) filter (where ledger.is_customer_account(${accountId}, '${account}', '${coin}')), 0) as ${name}`;
  return [
    sum('ELE_ACCOUNT', 'USDT', 'ele'),
    sum('OUTPUT_ACCOUNT', 'BTC', 'btc'),
    sum('OUTPUT_ACCOUNT', 'ETH', 'eth'),
    sum('OUTPUT_ACCOUNT', 'DOGE', 'doge'),
  ].join(', ');
}

const fillOpeningBalances = query(
  'day-close.fill-opening-balance',
  `insert into opening_balance
   select customer_id, coalesce(pay_mode = 'OUTPUT_FIRST', false), coalesce(promo_remaining, 0), ele, btc, eth, doge
   from (
     select customer as customer_id, ${pivot('available', 'account_id')}
     from locked_account join ledger.customer_balance on account_id = locked_account.account
     where customer between $1 and $2 group by customer
   ) balance
   left join (select * from electricity_account where customer_id between $1 and $2) account using (customer_id)`,
);

const owedElectricity = query(
  'day-close.owed-before',
  `select customer_id as "customerId", machine_id as "machineId", machine_no as "machineNo", date, adjustment_id as "adjustmentId",
     coin, owed as amount, price_date as "priceDate"
   from owed_electricity where customer_id between $1 and $2`,
).as<DueElectricity>();

const owedHosting = query(
  'day-close.hosting-owed-before',
  `select hosting.customer_id as "customerId", machine_id as "machineId", machine_no as "machineNo", hosting.id, date, coin,
     owed as amount
   from hosting_charge hosting join machine on machine.id = machine_id
   where hosting.customer_id between $1 and $2 and owed > 0`,
).as<DueHosting>();

/** Stores the opening balances before electricity is charged. The caller has locked the balances. */
export async function noteOpening(dbTx: Transaction, range: CustomerRange): Promise<OlderDebts> {
  const values = [range.first, range.last];
  await execute(dbTx, createOpeningBalances);
  await execute(dbTx, fillOpeningBalances, values);
  return {
    electricity: await many(dbTx, owedElectricity, values),
    hosting: await many(dbTx, owedHosting, values),
  };
}
