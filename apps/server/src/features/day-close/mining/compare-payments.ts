import { many, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { CustomerRange } from '../close-kind.ts';
import type { PaymentSum } from './mining-batch-result.ts';
import { type DueElectricity, type DueHosting, type OlderDebts, pivot } from './opening-balances.ts';
import {
  type AvailableBalance,
  type ChargePayment,
  payElectricity,
  payHosting,
  priceKey,
} from './reference-calculation.ts';

/** Postings that pay no charge of the date $3; the tie-out compares the others with their charges. */
const isOtherLine = `(date <> $3 or type in ('ADJUST_ELE', 'HOSTING_FEE'))`;

/**
 * Customers who pay prepaid first, have prepaid enough for the whole date and owe nothing older are checked by one comparison of
 * sums. All others are recalculated charge by charge. No balance may fall by more than was posted.
 * $4 and $5 are the transfers of electricity and hosting, $6 the customers with older debts or hosting to pay.
 */
const payers = query(
  'day-close.payers',
  `with asked as (
     select customer_id, sum_units(amount) as asked, count(*) filter (where amount > 0) as charges, sum_units(paid_promotion) as promoted
     from electricity_charge where customer_id between $1 and $2 and date = $3 group by customer_id
   ), line as (
     select customer as customer_id, count(*) filter (where transfer_id = $4) as lines,
       bool_and(debit = ledger.account_id(customer, 'ELE_ACCOUNT', 'USDT') and date = $3) filter (where transfer_id = $4) as is_prepaid,
       sum_units(amount) filter (where transfer_id = $4) as paid, bool_or(${isOtherLine}) as has_others, ${pivot('amount', 'debit')}
     from ledger.posting where transfer_id in ($4, $5) group by customer
   ), rest as (
     select customer as customer_id, ${pivot('available', 'account_id')}
     from locked_account join ledger.customer_balance on account_id = locked_account.account
     where customer between $1 and $2 group by customer
   ), compared as (
     select customer_id, coalesce(asked, 0) as asked, not coalesce(output_first, false)
         and coalesce(asked, 0) <= coalesce(opening.ele, 0) and customer_id <> all ($6::bigint[]) as has_enough,
       coalesce(paid, 0) = coalesce(asked, 0) and coalesce(lines, 0) = coalesce(charges, 0) and is_prepaid is not false
         and coalesce(promoted, 0) = least(coalesce(asked, 0), coalesce(promotion, 0))
         and coalesce(promo_remaining, 0) = coalesce(promotion, 0) - coalesce(promoted, 0) as is_right,
       has_others,
       (opening.ele - coalesce(line.ele, 0), opening.btc - coalesce(line.btc, 0), opening.eth - coalesce(line.eth, 0), opening.doge - coalesce(line.doge, 0))
         is distinct from (rest.ele, rest.btc, rest.eth, rest.doge) as is_mismatch
     from opening_balance opening
     full join asked using (customer_id) full join line using (customer_id) full join rest using (customer_id)
     left join (select * from electricity_account where customer_id between $1 and $2) account using (customer_id)
   )
   select sum_units(asked) filter (where has_enough) as "paidAtOnce",
     coalesce(array_agg(customer_id) filter (where not has_enough and (asked > 0 or not is_right)), '{}') as "toRecalculate",
     coalesce(array_agg(customer_id) filter (where has_others), '{}') as "withOtherLines",
     coalesce((array_agg(customer_id order by customer_id) filter (where has_enough and not is_right))[:20], '{}') as "paidOtherwise",
     coalesce((array_agg(customer_id order by customer_id) filter (where is_mismatch))[:20], '{}') as "balanceMismatches"
   from compared`,
).as<{
  paidAtOnce: bigint;
  toRecalculate: bigint[];
  withOtherLines: bigint[];
  paidOtherwise: bigint[];
  balanceMismatches: bigint[];
}>();

interface OpeningBalanceRow extends Omit<AvailableBalance, 'output'> {
  customerId: bigint;
  /** What is left of it now. */
  promotionLeft: bigint;
  btc: bigint;
  eth: bigint;
  doge: bigint;
}

const openingBalances = query(
  'day-close.opening-balances',
  `select customer_id as "customerId", output_first as "outputFirst", promotion, coalesce(promo_remaining, 0) as "promotionLeft",
     ele, btc, eth, doge
   from opening_balance
   left join (select * from electricity_account where customer_id = any ($1::bigint[])) account using (customer_id)
   where customer_id = any ($1::bigint[])`,
).as<OpeningBalanceRow>();

interface Charge extends DueElectricity {
  paidPrepaid: bigint;
  paidPromotion: bigint;
  paidBtc: bigint;
  paidEth: bigint;
  paidDoge: bigint;
}

const charges = query(
  'day-close.charges-to-recalculate',
  `select customer_id as "customerId", machine_id as "machineId", machine_no as "machineNo", date, null::bigint as "adjustmentId",
     coin, amount, date as "priceDate", paid_prepaid as "paidPrepaid", paid_promotion as "paidPromotion", paid_btc as "paidBtc", paid_eth as "paidEth",
     paid_doge as "paidDoge"
   from electricity_charge where customer_id = any ($1::bigint[]) and date = $2`,
).as<Charge>();

const hostingCharges = query(
  'day-close.hosting-to-recalculate',
  `select hosting.customer_id as "customerId", machine_id as "machineId", machine_no as "machineNo", hosting.id, date, coin, amount
   from hosting_charge hosting join machine on machine.id = machine_id
   where hosting.customer_id between $1 and $2 and date = $3 and adjustment_id is null`,
).as<DueHosting>();

const pricesOf = query(
  'day-close.prices-to-recalculate',
  'select coin, date, usdt from reference_price where date = any ($1::date[])',
).as<{ coin: string; date: string; usdt: bigint }>();

/** A posting of electricity or hosting. */
interface PostedLine extends Omit<ChargePayment, 'customerId' | 'machineId' | 'machineNo' | 'promotion'> {
  customerId: bigint | null;
  machineId: bigint | null;
}

const otherLines = query(
  'day-close.payment-lines',
  `select customer as "customerId", source_id as "machineId", date, ledger.coin_of(debit) as coin, ledger.name_of(debit) as from,
     ledger.name_of(credit) as to, type, amount
   from ledger.posting where transfer_id = any ($1::bigint[]) and customer = any ($2::bigint[])
     and ${isOtherLine}`,
).as<PostedLine>();

export interface PaymentsToCompare {
  date: string;
  range: CustomerRange;
  before: OlderDebts;
  electricityTransfer: bigint | null;
  hostingTransfer: bigint | null;
}

/**
 * Recalculates every payment and its account from the opening balances, in the transaction that posted them, where balances
 * and holds cannot have changed. A customer who changes the pay mode in between makes the batch differ: it is rolled back and
 * posted again.
 */
export async function comparePayments(
  db: Queryable,
  batch: PaymentsToCompare,
): Promise<{ sums: PaymentSum[]; differences: string[] }> {
  const { date, range, before, electricityTransfer, hostingTransfer } = batch;
  const transferIds = [electricityTransfer, hostingTransfer].filter((id) => id !== null);
  const hosting = [...before.hosting, ...(await many(db, hostingCharges, [range.first, range.last, date]))];
  const owing = [...new Set([...before.electricity, ...hosting].map(({ customerId }) => customerId))];
  const values = [range.first, range.last, date, electricityTransfer, hostingTransfer, owing];
  const { paidAtOnce, toRecalculate, withOtherLines, paidOtherwise, balanceMismatches } = await one(db, payers, values);
  const customers = [...new Set([...toRecalculate, ...owing, ...withOtherLines])];
  const charged = await many(db, charges, [customers, date]);
  const due = [...before.electricity, ...charged];
  const { payments: expected, differences: promotionDifferences } = referencePayments({
    balances: await many(db, openingBalances, [customers]),
    electricity: byCustomer(due),
    hosting: byCustomer(hosting),
    prices: await pricesFor(db, [...due.map(({ priceDate }) => priceDate), ...hosting.map((charge) => charge.date)]),
  });
  const others = withOtherLines.length === 0 ? [] : await many(db, otherLines, [transferIds, withOtherLines, date]);
  const posted = function* (): Generator<PostedLine> {
    for (const charge of charged) yield* paymentsOf(charge);
    yield* others;
  };
  return {
    sums: addUp(expected, paidAtOnce),
    differences: [
      ...differencesOf(expected, posted()),
      ...promotionDifferences,
      ...promotionOfCharges(expected, charged, date),
      ...paidOtherwise.map(
        (id) => `electricity of customer ${id} on ${date}: it is not paid from prepaid money, promotional credit first`,
      ),
      ...balanceMismatches.map(
        (id) => `available balance of customer ${id} is not the opening balance less what was posted`,
      ),
    ],
  };
}

async function pricesFor(db: Queryable, dates: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await many(db, pricesOf, [[...new Set(dates)]]);
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

interface ReferenceInput {
  balances: readonly OpeningBalanceRow[];
  electricity: ReadonlyMap<bigint, DueElectricity[]>;
  hosting: ReadonlyMap<bigint, DueHosting[]>;
  prices: ReadonlyMap<string, bigint>;
}

function referencePayments({ balances: rows, electricity, hosting, prices }: ReferenceInput): {
  payments: ChargePayment[];
  differences: string[];
} {
  const differences: string[] = [];
  const payments = rows.flatMap(({ customerId, promotionLeft, btc, eth, doge, ...row }) => {
    const output = new Map([
      ['BTC', btc],
      ['ETH', eth],
      ['DOGE', doge],
    ]);
    const balance = { ...row, output };
    const paid = [
      ...payElectricity(balance, electricity.get(customerId) ?? [], prices),
      ...payHosting(balance, hosting.get(customerId) ?? [], prices),
    ];
    if (balance.promotion !== promotionLeft) {
      const found = `expected ${balance.promotion}, found ${promotionLeft}`;
      differences.push(`promotional credit of customer ${customerId} after the charges: ${found}`);
    }
    return paid.filter(({ amount }) => amount > 0n);
  });
  return { payments, differences };
}

/** The date's own charges: how much of each was paid from promotional credit. */
function promotionOfCharges(
  expected: readonly ChargePayment[],
  charged: readonly Charge[],
  closedDate: string,
): string[] {
  const promotions = new Map<bigint, bigint>();
  for (const { machineId, date, type, promotion } of expected) {
    if (promotion > 0n && date === closedDate && type === 'ELE_CONSUME_USDT') promotions.set(machineId, promotion);
  }
  return charged.flatMap(({ machineId, machineNo, date, paidPromotion }) => {
    const promotion = promotions.get(machineId) ?? 0n;
    if (promotion === paidPromotion) return [];
    return [`promotional credit for machine ${machineNo} on ${date}: expected ${promotion}, kept ${paidPromotion}`];
  });
}

function* paymentsOf({ paidPrepaid, paidBtc, paidEth, paidDoge, ...charge }: Charge): Generator<PostedLine> {
  if (paidPrepaid > 0n) yield paymentOf(charge, 'USDT', paidPrepaid);
  if (paidBtc > 0n) yield paymentOf(charge, 'BTC', paidBtc);
  if (paidEth > 0n) yield paymentOf(charge, 'ETH', paidEth);
  if (paidDoge > 0n) yield paymentOf(charge, 'DOGE', paidDoge);
}

function paymentOf(
  { customerId, machineId, date }: Pick<Charge, 'customerId' | 'machineId' | 'date'>,
  coin: string,
  amount: bigint,
): PostedLine {
  const from = coin === 'USDT' ? 'ELE_ACCOUNT' : 'OUTPUT_ACCOUNT';
  return { customerId, machineId, date, coin, from, to: 'ELECTRICITY_REVENUE', type: `ELE_CONSUME_${coin}`, amount };
}

function addUp(expected: readonly ChargePayment[], paidAtOnce: bigint): PaymentSum[] {
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

interface Compared {
  line: PostedLine;
  name: string;
  expected: bigint;
  posted: bigint;
}

/**
 * Line by line; two corrections of one machine on one day stand in two lines of one key. A machine has few lines: those are compared one
 * by one, which costs less than a text for each of thousands.
 */
function differencesOf(expected: readonly ChargePayment[], posted: Iterable<PostedLine>): string[] {
  const ofMachines = new Map<bigint | null, Compared[]>();
  const find = (line: PostedLine, name: string): Compared => {
    const lines = ofMachines.get(line.machineId);
    const known = lines?.find((other) => isSameKey(other.line, line));
    if (known) return known;
    const added = { line, name, expected: 0n, posted: 0n };
    if (lines) lines.push(added);
    else ofMachines.set(line.machineId, [added]);
    return added;
  };
  for (const line of expected) find(line, line.machineNo).expected += line.amount;
  for (const line of posted) find(line, `id ${line.machineId}`).posted += line.amount;
  return [...ofMachines.values()]
    .flat()
    .filter((compared) => compared.expected !== compared.posted)
    .slice(0, 20)
    .map(({ line: { type, date, from, coin }, ...compared }) => {
      const sums = `expected ${compared.expected}, posted ${compared.posted}`;
      return `${type} of machine ${compared.name} on ${date} from ${from} ${coin}: ${sums}`;
    });
}

function isSameKey(a: PostedLine, b: PostedLine): boolean {
  return (
    a.customerId === b.customerId &&
    a.date === b.date &&
    a.type === b.type &&
    a.coin === b.coin &&
    a.from === b.from &&
    a.to === b.to
  );
}
