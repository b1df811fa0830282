import { type DbTx, many, statement } from '../../../platform/db/database.ts';
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

/** A month of a machine's hosting, as far as it is owed. */
export interface DueHosting {
  customerId: bigint;
  machineId: bigint;
  machineNo: string;
  month: string;
  amount: bigint;
}

/** What customers of a batch owe before the day is charged, hosting only when a month ends. */
export interface OlderDebts {
  electricity: DueElectricity[];
  hosting: DueHosting[];
}

/** What each customer of the batch can pay with, and how it chose to. It lives as long as the batch's transaction. */
const createTable = statement(
  'day-close.create-opening-purse',
  `create temporary table if not exists opening_purse (
     customer_id bigint not null,
     output_first boolean not null,
     promotion bigint not null,
     ele bigint not null,
     btc bigint not null,
     eth bigint not null,
     doge bigint not null
   ) on commit delete rows`,
);

/** What can pay, side by side: sums of an amount by the account that it stands in. */
export function pivot(amount: string, account: string): string {
  const sum = (code: number, name: string) =>
    `coalesce(sum_units(${amount}) filter (where ${account} % 100 = ${code}), 0) as ${name}`;
  return [sum(22, 'ele'), sum(11, 'btc'), sum(13, 'eth'), sum(14, 'doge')].join(', ');
}

const fillTable = statement(
  'day-close.fill-opening-purse',
  `insert into opening_purse
   select customer_id, coalesce(pay_mode = 'OUTPUT_FIRST', false), coalesce(promo_remaining, 0), ele, btc, eth, doge
   from (
     select account / 100 as customer_id, ${pivot('posted - held', 'account')}
     from ledger.balance where account between $1::bigint * 100 and $2::bigint * 100 + 99 group by account / 100
   ) purse
   left join electricity_account using (customer_id)`,
);

const owedElectricity = statement<DueElectricity>(
  'day-close.owed-before',
  `select customer_id as "customerId", machine_id as "machineId", machine_no as "machineNo", date, adjustment_id as "adjustmentId",
     coin, owed as amount, price_date as "priceDate"
   from owed_electricity where customer_id between $1 and $2`,
);

const owedHosting = statement<DueHosting>(
  'day-close.hosting-owed-before',
  `select hosting.customer_id as "customerId", machine_id as "machineId", machine_no as "machineNo", month, owed as amount
   from hosting_charge hosting join machine on machine.id = machine_id
   where hosting.customer_id between $1 and $2 and owed > 0`,
);

/** Notes how everybody stands before electricity is charged. The balances are locked by the caller. */
export async function noteOpening(
  dbTx: DbTx,
  { range, endsMonth }: { range: CustomerRange; endsMonth: boolean },
): Promise<OlderDebts> {
  const values = [range.first, range.last];
  await many(dbTx, createTable);
  await many(dbTx, fillTable, values);
  return {
    electricity: await many(dbTx, owedElectricity, values),
    hosting: endsMonth ? await many(dbTx, owedHosting, values) : [],
  };
}
