import { type DbTx, many, one, statement } from '../../../platform/db/database.ts';
import type { CustomerRange } from '../close-kind.ts';
import type { PaymentSum } from './mining-settled.ts';
import type { DueElectricity, DueHosting, OlderDebts } from './opening-purses.ts';
import { type Payment, type Purse, payElectricity, payHosting, priceKey } from './work-out-payments.ts';

/**
 * Who has prepaid enough for all of the day, wants it so and owes nothing older pays everything from there, in whatever
 * order: one comparison tells. All others are worked out charge by charge. $4 is the transfer of electricity, $5 who
 * has older debts or hosting to pay.
 */
const payers = statement<{ paidAtOnce: bigint; toWorkOut: bigint[]; strange: bigint[] }>(
  'day-close.payers',
  `with asked as (
     select customer_id, sum_units(amount) as amount, count(*) filter (where amount > 0) as lines
     from electricity_charge where customer_id between $1 and $2 and date = $3 group by customer_id
   ), line as (
     select customer as customer_id, count(*) as lines, sum_units(amount) as amount,
       bool_and(debit = ledger.account_id(customer, 'ELE_ACCOUNT', 'USDT') and date = $3) as is_prepaid
     from ledger.posting where transfer_id = $4 group by customer
   ), judged as (
     select customer_id, coalesce(asked.amount, 0) as asked, not coalesce(output_first, false)
         and coalesce(asked.amount, 0) <= coalesce(ele, 0) and customer_id <> all ($5::bigint[]) as has_enough,
       coalesce(line.amount, 0) = coalesce(asked.amount, 0) and coalesce(line.lines, 0) = coalesce(asked.lines, 0)
         and is_prepaid is not false as is_right
     from asked full join line using (customer_id) left join opening_purse using (customer_id)
   )
   select sum_units(asked) filter (where has_enough) as "paidAtOnce",
     coalesce(array_agg(customer_id) filter (where not has_enough), '{}') as "toWorkOut",
     coalesce((array_agg(customer_id order by customer_id) filter (where has_enough and not is_right))[:20], '{}') as strange
   from judged`,
);

/** An account that has not what it had less what was posted from it. */
const strayBalances = statement<{ customerId: bigint; name: string; coin: string }>(
  'day-close.stray-balances',
  `with line as (
     select debit as account, sum_units(amount) as amount from ledger.posting where transfer_id = any ($1::bigint[]) group by debit
   )
   select customer_id as "customerId", ledger.name_of(account) as name, ledger.coin_of(account) as coin
   from opening_purse
   cross join lateral (values (11, btc), (13, eth), (14, doge), (22, ele)) had (code, available)
   join ledger.balance on account = customer_id * 100 + code
   left join line using (account)
   where posted - held <> available - coalesce(line.amount, 0) order by account limit 20`,
);

interface PurseRow extends Omit<Purse, 'output'> {
  customerId: bigint;
  btc: bigint;
  eth: bigint;
  doge: bigint;
}

const purses = statement<PurseRow>(
  'day-close.purses',
  `select customer_id as "customerId", output_first as "outputFirst", promotion, ele, btc, eth, doge
   from opening_purse where customer_id = any ($1::bigint[])`,
);

const charges = statement<DueElectricity>(
  'day-close.charges-to-work-out',
  `select customer_id as "customerId", machine_id as "machineId", machine_no as "machineNo", date, null::bigint as "adjustmentId",
     coin, amount, date as "priceDate"
   from electricity_charge where customer_id = any ($1::bigint[]) and date = $2`,
);

const hostingCharges = statement<DueHosting>(
  'day-close.hosting-to-work-out',
  `select hosting.customer_id as "customerId", machine_id as "machineId", machine_no as "machineNo", month, amount
   from hosting_charge hosting join machine on machine.id = machine_id
   where hosting.customer_id between $1 and $2 and month = $3`,
);

const pricesOf = statement<{ coin: string; date: string; usdt: bigint }>(
  'day-close.prices-to-work-out',
  'select coin, date, usdt from reference_price where date = any ($1::date[])',
);

const lines = statement<Omit<Payment, 'machineNo'>>(
  'day-close.payment-lines',
  `select customer as "customerId", source_id as "machineId", date, ledger.coin_of(debit) as coin, ledger.name_of(debit) as from,
     ledger.name_of(credit) as to, type, amount
   from ledger.posting where transfer_id = any ($1::bigint[]) and customer = any ($2::bigint[])`,
);

export interface PaymentsToCheck {
  date: string;
  range: CustomerRange;
  /** The first day of the month that ends with the date, null on other days. */
  month: string | null;
  before: OlderDebts;
  electricityTransfer: bigint | null;
  hostingTransfer: bigint | null;
}

/**
 * Who paid what, from which account, worked out again from how everybody stood before, in the transaction that posted:
 * only there balances, holds and choices are still those that it was computed from. Should a customer choose otherwise
 * between the two, the batch differs, is undone, and comes right at the next try.
 */
export async function checkPayments(
  dbTx: DbTx,
  batch: PaymentsToCheck,
): Promise<{ sums: PaymentSum[]; differences: string[] }> {
  const { date, range, month, before, electricityTransfer, hostingTransfer } = batch;
  const transferIds = [electricityTransfer, hostingTransfer].filter((id) => id !== null);
  const newHosting = month === null ? [] : await many(dbTx, hostingCharges, [range.first, range.last, month]);
  // Without a new month of hosting nothing of it is asked for: older months wait for the next credit.
  const hosting = newHosting.length === 0 ? [] : [...before.hosting, ...newHosting];
  const owing = [...new Set([...before.electricity, ...hosting].map(({ customerId }) => customerId))];
  const values = [range.first, range.last, date, electricityTransfer, owing];
  const { paidAtOnce, toWorkOut, strange } = await one(dbTx, payers, values);
  const customers = [...new Set([...toWorkOut, ...owing])];
  const due = [...before.electricity, ...(await many(dbTx, charges, [customers, date]))];
  const expected = workOut({
    purses: await many(dbTx, purses, [customers]),
    electricity: byCustomer(due),
    hosting: byCustomer(hosting),
    prices: await pricesFor(dbTx, due),
  });
  const posted = await many(dbTx, lines, [transferIds, customers]);
  const strays = await many(dbTx, strayBalances, [transferIds]);
  return {
    sums: addUp(expected, paidAtOnce),
    differences: [
      ...differencesOf(expected, posted),
      ...strange.map(
        (id) => `electricity of customer ${id} on ${date}: it is not paid from the money that it has prepaid`,
      ),
      ...strays.map(
        ({ customerId, name, coin }) =>
          `${name} ${coin} of customer ${customerId} has not what it had less its payments`,
      ),
    ],
  };
}

async function pricesFor(dbTx: DbTx, due: readonly DueElectricity[]): Promise<Map<string, bigint>> {
  const dates = [...new Set(due.map(({ priceDate }) => priceDate))];
  const rows = await many(dbTx, pricesOf, [dates]);
  return new Map(rows.map(({ coin, date, usdt }) => [priceKey(coin, date), usdt]));
}

function byCustomer<T extends { customerId: bigint }>(rows: readonly T[]): Map<bigint, T[]> {
  const groups = new Map<bigint, T[]>();
  for (const row of rows) {
    const group = groups.get(row.customerId);
    if (group) group.push(row);
    else groups.set(row.customerId, [row]);
  }
  return groups;
}

interface ToWorkOut {
  purses: readonly PurseRow[];
  electricity: ReadonlyMap<bigint, DueElectricity[]>;
  hosting: ReadonlyMap<bigint, DueHosting[]>;
  prices: ReadonlyMap<string, bigint>;
}

function workOut({ purses: rows, electricity, hosting, prices }: ToWorkOut): Payment[] {
  return rows.flatMap(({ customerId, btc, eth, doge, ...row }) => {
    const output = new Map([
      ['BTC', btc],
      ['ETH', eth],
      ['DOGE', doge],
    ]);
    const purse = { ...row, output };
    const paid = [
      ...payElectricity(purse, electricity.get(customerId) ?? [], prices),
      ...payHosting(purse, hosting.get(customerId) ?? []),
    ];
    return paid.filter(({ amount }) => amount > 0n);
  });
}

function addUp(expected: readonly Payment[], paidAtOnce: bigint): PaymentSum[] {
  const sums = new Map<string, bigint>([['electricity USDT', paidAtOnce]]);
  for (const { to, coin, amount } of expected) {
    const key = `${to === 'HOSTING_REVENUE' ? 'hosting' : 'electricity'} ${coin}`;
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  }
  return [...sums].map(([key, amount]) => {
    const [what, coin] = key.split(' ') as [PaymentSum['what'], string];
    return { what, coin, amount: String(amount) };
  });
}

/** Line by line; two corrections of one machine on one day stand in two lines of one key. */
function differencesOf(expected: readonly Payment[], posted: readonly Omit<Payment, 'machineNo'>[]): string[] {
  const open = new Map<string, { name: string; expected: bigint; posted: bigint }>();
  const add = (line: Omit<Payment, 'machineNo'>, name: string, sums: { expected: bigint; posted: bigint }) => {
    const { customerId, machineId, date, coin, from, to, type } = line;
    const key = [customerId, machineId, date, coin, from, to, type].join(' ');
    const known = open.get(key) ?? {
      name: `${type} of ${name} on ${date} from ${from} ${coin}`,
      expected: 0n,
      posted: 0n,
    };
    open.set(key, { ...known, expected: known.expected + sums.expected, posted: known.posted + sums.posted });
  };
  for (const line of expected) add(line, `machine ${line.machineNo}`, { expected: line.amount, posted: 0n });
  for (const line of posted) add(line, `machine id ${line.machineId}`, { expected: 0n, posted: line.amount });
  return [...open.values()]
    .filter((line) => line.expected !== line.posted)
    .slice(0, 20)
    .map((line) => `${line.name}: expected ${line.expected}, posted ${line.posted}`);
}
