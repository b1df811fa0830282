import { randomBytes } from 'node:crypto';
import { electricityFee, fppsOutput } from '@lode/mining';
import { many, type Queryable } from '../../../platform/db/database.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import type { TieOut } from '../close-kind.ts';
import type { NetworkDay } from './fpps-terms.ts';
import { expectedMachines } from './machine-evidence.ts';

/** How many rows have the same figures, and the sum of a mark of each of them: sets of rows that are equal have equal sums. */
interface Sum {
  what: 'expected' | 'kept' | 'posted' | 'charged' | 'paid';
  coin: string | null;
  hashrate: string | null;
  poolFeeRate: string | null;
  epochSeconds: number[] | null;
  powerWatts: number | null;
  seconds: number | null;
  price: string | null;
  gross: bigint | null;
  amount: bigint | null;
  rows: number;
  marks: string | null;
  /** Of charges, what they say was paid; of the transfer of electricity, what was: how many payments, and their marks. */
  payments: number | null;
  paymentMarks: string | null;
  /** Rows that no sum can excuse: lines of other accounts, coins that are worth more or less than what they covered. */
  wrong: number;
}

/** The key ($9) is drawn after everything was posted, so that no row can be made to have the mark of another. */
const mark = (...values: readonly string[]) =>
  values.reduce((key, value) => `hashint8extended(${value}, ${key})`, '$9::bigint');
const ofMachine = mark('machine_id', 'customer_id');

/** Who pays, with a number of its own in a mark. */
const payers = { USDT: 'paid_prepaid', BTC: 'paid_btc', ETH: 'paid_eth', DOGE: 'paid_doge' } as const;
const swapped = ['BTC', 'ETH', 'DOGE'] as const;
const each = <T extends string>(coins: readonly T[], text: (coin: T, n: number) => string, between: string) =>
  coins.map(text).join(between);
const allPayers = Object.keys(payers) as (keyof typeof payers)[];

const unused = {
  coin: 'null::text',
  hashrate: 'null::text',
  fee: 'null::text',
  epochs: 'null::int[]',
  watts: 'null::int',
  seconds: 'null::int',
  price: 'null::text',
  gross: 'null::bigint',
  amount: 'null::bigint',
  payments: 'null::int',
  paymentMarks: 'null::text',
  wrong: '0',
};
const columns = (used: Partial<typeof unused>) => {
  const set = { ...unused, ...used };
  return `${set.coin} as coin, ${set.hashrate} as hashrate, ${set.fee} as "poolFeeRate", ${set.epochs} as "epochSeconds",
    ${set.watts} as "powerWatts", ${set.seconds} as seconds, ${set.price} as price, ${set.gross} as gross, ${set.amount} as amount,
    count(*)::int as rows, sum(${ofMachine})::text as marks, ${set.payments} as payments, ${set.paymentMarks} as "paymentMarks", ${set.wrong} as wrong`;
};

/** What OUTPUT paid is worth what it covered, but for the rounding of each coin in the customer's favour. */
const isFair = `paid_output_usdt * 100000000::numeric
      - (${each(swapped, (coin) => `case when ${payers[coin]} > 0 then ${payers[coin]} * price.${coin}::numeric else 0 end`, ' + ')})
      between 0 and ${each(swapped, (coin) => `case when ${payers[coin]} > 0 then greatest(price.${coin}, 100000000) else 0 end`, ' + ')}`;

const accountOf = (coin: keyof typeof payers) => `'${coin === 'USDT' ? 'ELE_ACCOUNT' : 'OUTPUT_ACCOUNT'}', '${coin}'`;

/**
 * Parameters as of `machineEvidence`, and $9. Of the transfer of electricity the lines of the day are read: those that pay a charge of it.
 */
const sumsText = (epochs: number) => `${expectedMachines(epochs)}
  select 'expected' as what, ${columns({
    coin: 'coin',
    hashrate: 'trim_scale(hashrate)::text',
    fee: 'trim_scale(pool_fee_rate)::text',
    epochs: 'epoch_seconds',
    watts: 'power_watts',
    price: 'trim_scale(price)::text',
  })}
  from expected group by coin, hashrate, pool_fee_rate, epoch_seconds, power_watts, price
  union all
  select 'kept', ${columns({
    hashrate: 'trim_scale(hashrate)::text',
    fee: 'trim_scale(pool_fee_rate)::text',
    epochs: 'epoch_seconds',
    gross: 'gross',
    amount: 'net',
  })}
  from machine_output where customer_id between $1 and $2 and date = $3 and coin = 'BTC'
  group by hashrate, pool_fee_rate, epoch_seconds, gross, net
  union all
  select 'posted', ${columns({
    amount: 'amount',
    wrong: `count(*) filter (where (debit = ledger.house_id('MINING_RECEIVABLE', 'BTC') and type = 'MINING_OUTPUT' and date = $3
      and credit = ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'BTC')) is not true)::int`,
  })}
  from (
    select source_id as machine_id, customer as customer_id, amount::bigint as amount, debit, credit, type, date
    from ledger.posting where transfer_id = $7 and ledger.is_in_coin(debit, 'BTC')
  ) line group by amount
  union all
  select 'charged', ${columns({
    coin: 'coin',
    watts: 'power_watts',
    seconds: 'running_seconds',
    price: 'trim_scale(charge.price)::text',
    amount: 'amount',
    payments: `(${each(allPayers, (coin) => `count(*) filter (where ${payers[coin]} > 0)`, ' + ')})::int`,
    paymentMarks: `(${each(allPayers, (coin, n) => `coalesce(sum(${mark('machine_id', 'customer_id', String(n), payers[coin])}) filter (where ${payers[coin]} > 0), 0)`, ' + ')})::text`,
    wrong: `count(*) filter (where paid_btc + paid_eth + paid_doge > 0 and (${isFair}) is not true)::int`,
  })}
  from electricity_charge charge
  cross join (select ${each(swapped, (coin) => `max(usdt) filter (where coin = '${coin}') as ${coin}`, ', ')} from reference_price where date = $3) price
  where customer_id between $1 and $2 and date = $3
  group by coin, power_watts, running_seconds, charge.price, amount
  union all
  select 'paid', ${columns({
    payments: 'count(payer)::int',
    paymentMarks: `sum(${mark('machine_id', 'customer_id', 'payer', 'amount')}) filter (where payer is not null)::text`,
    wrong: `count(*) filter (where (case payer
      ${each(allPayers, (coin, n) => `when ${n} then debit = ledger.account_id(customer_id, ${accountOf(coin)}) and credit = ledger.house_id('ELECTRICITY_REVENUE', '${coin}')`, '\n      ')}
      else true end) is not true)::int`,
  })}
  from (
    select source_id as machine_id, customer as customer_id, amount, debit, credit,
      case type ${each(allPayers, (coin, n) => `when 'ELE_CONSUME_${coin}' then ${n}`, ' ')} end as payer
    from ledger.posting where transfer_id = $8 and date = $3
  ) line`;

const statements = new Map<number, Query<Sum>>();

/** A day has as many epochs as difficulties; each number of them has its own statement. */
function statementFor(epochs: number): Query<Sum> {
  const known = statements.get(epochs) ?? query(`day-close.tie-out-sums.${epochs}`, sumsText(epochs)).as<Sum>();
  statements.set(epochs, known);
  return known;
}

// Declared when the module loads, for the type of its rows.
statementFor(1);

/**
 * BTC outputs and charges of the range, as sets: what the inputs give, computed with the formulas of the mining package, beside what is kept,
 * posted, charged and paid. Null when anything differs: then the rows themselves have to be looked at.
 */
export async function tieOutSums(
  db: Queryable,
  network: NetworkDay,
  values: readonly unknown[],
): Promise<TieOut['lines'] | null> {
  const key = randomBytes(8).readBigInt64BE();
  const found = await many(db, statementFor(network.epochs.length), [...values, key]);
  const of = (what: Sum['what']) => found.filter((sum) => sum.what === what);
  const due = { kept: new Sums(), posted: new Sums(), charged: new Sums() };
  const totals = { output: 0n, electricity: 0n };
  for (const group of of('expected')) {
    const { coin, hashrate, poolFeeRate, epochSeconds, powerWatts, price, rows } = group;
    if (hashrate === null || poolFeeRate === null || epochSeconds === null || powerWatts === null || price === null)
      return null;
    const seconds = epochSeconds.reduce((sum, part) => sum + part, 0);
    const fee = electricityFee(powerWatts, seconds, price);
    totals.electricity += fee * BigInt(rows);
    due.charged.add([coin, powerWatts, seconds, price, fee], group);
    if (coin !== 'BTC') continue;
    const epochs = network.epochs.map(({ difficulty }, i) => ({ difficulty, seconds: epochSeconds[i] ?? 0 }));
    const { gross, net } = fppsOutput({ ...network, hashrate, poolFeeRate, epochs });
    totals.output += net * BigInt(rows);
    due.kept.add([hashrate, poolFeeRate, epochSeconds, gross, net], group);
    if (net > 0n) due.posted.add([net], group);
  }
  const kept = new Sums();
  for (const sum of of('kept')) kept.add([sum.hashrate, sum.poolFeeRate, sum.epochSeconds, sum.gross, sum.amount], sum);
  const posted = new Sums();
  for (const sum of of('posted')) posted.add([sum.amount], sum);
  const charged = new Sums();
  for (const sum of of('charged')) charged.add([sum.coin, sum.powerWatts, sum.seconds, sum.price, sum.amount], sum);
  const payments = (what: 'charged' | 'paid') => {
    const sums = new Sums();
    for (const sum of of(what)) sums.add([], { rows: sum.payments ?? 0, marks: sum.paymentMarks });
    return sums;
  };
  const isEqual =
    found.every(({ wrong }) => wrong === 0) &&
    kept.equals(due.kept) &&
    posted.equals(due.posted) &&
    charged.equals(due.charged) &&
    payments('charged').equals(payments('paid'));
  if (!isEqual) return null;
  return [
    { name: 'outputs', coin: 'BTC', expected: totals.output, posted: totals.output },
    { name: 'electricity charges', coin: 'USDT', expected: totals.electricity, posted: totals.electricity },
  ];
}

/** Rows and marks by figures; figures that were computed to the same are one. */
class Sums {
  readonly #sums = new Map<string, { rows: number; marks: bigint }>();

  add(figures: readonly unknown[], { rows, marks }: Pick<Sum, 'rows' | 'marks'>): void {
    const key = figures.map(String).join(' ');
    const known = this.#sums.get(key) ?? { rows: 0, marks: 0n };
    this.#sums.set(key, { rows: known.rows + rows, marks: known.marks + BigInt(marks ?? 0) });
  }

  equals(other: Sums): boolean {
    return (
      this.#sums.size === other.#sums.size &&
      [...this.#sums].every(([key, { rows, marks }]) => {
        const found = other.#sums.get(key);
        return found?.rows === rows && found.marks === marks;
      })
    );
  }
}
