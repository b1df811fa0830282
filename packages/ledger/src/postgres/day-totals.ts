import type { Coin } from '@lode/money';
import {
  type CustomerAccount,
  customerAccountCoins,
  customerAccounts,
  type HouseAccount,
  houseAccounts,
} from '../core/accounts.ts';
import type { Queryable } from './queryable.ts';

/**
 * Adds the next transfers to the totals of their dates, some `lines` postings at once; true when more can be added now. Only
 * what can no longer be preceded by another transfer is added, so two calls may lie between a posting and its total.
 */
export async function addDayTotals(dbTx: Queryable, lines: number): Promise<boolean> {
  const { rows } = await dbTx.query<{ more: boolean }>({
    name: 'ledger.add-day-totals',
    text: 'select ledger.add_day_totals($1) as more',
    values: [lines],
  });
  return rows[0]?.more ?? false;
}

/** An account of the house, or all customers' accounts of one name. Amounts in minor units of the coin. */
export interface TrialBalanceLine {
  account: CustomerAccount | HouseAccount;
  /** Credits less debits of all dates before. */
  opening: bigint;
  debit: bigint;
  credit: bigint;
  closing: bigint;
}

/** Every account that can hold the coin, with what moved on it from one business date to another, both included. */
export async function readTrialBalance(
  queryable: Queryable,
  { coin, from, to }: { coin: Coin; from: string; to: string },
): Promise<TrialBalanceLine[]> {
  const { rows } = await queryable.query<{ account: string; opening: string; given: string; received: string }>({
    name: 'ledger.trial-balance',
    text: `select ledger.name_of(class) as account, opening::text, given::text, received::text
      from ledger.trial_balance($1, $2, $3)`,
    values: [coin, from, to],
  });
  const byAccount = new Map(rows.map((row) => [row.account, row]));
  return accountsOf(coin).map((account) => {
    const row = byAccount.get(account);
    const [opening, debit, credit] = [row?.opening, row?.given, row?.received].map((units = '0') => BigInt(units)) as [
      bigint,
      bigint,
      bigint,
    ];
    return { account, opening, debit, credit, closing: opening - debit + credit };
  });
}

/** Balance of one account of the house in each coin, all dates together. */
export async function readHouseBalances(
  queryable: Queryable,
  account: HouseAccount,
  coins: readonly Coin[],
): Promise<Map<Coin, bigint>> {
  const { rows } = await queryable.query<{ coin: Coin; balance: string }>({
    name: 'ledger.house-balances',
    text: `select coin, opening::text as balance from unnest($1::text[]) coin
      cross join lateral ledger.trial_balance(coin, 'infinity', 'infinity') where ledger.name_of(class) = $2`,
    values: [coins, account],
  });
  return new Map(rows.map(({ coin, balance }) => [coin, BigInt(balance)]));
}

export interface DayMovement {
  date: string;
  account: CustomerAccount | HouseAccount;
  debit: bigint;
  credit: bigint;
}

/** What moved on each account on each business date, both ends included; by date. */
export async function readDayMovements(
  queryable: Queryable,
  { coin, from, to }: { coin: Coin; from: string; to: string },
): Promise<DayMovement[]> {
  const { rows } = await queryable.query<{ date: string; account: string; given: string; received: string }>({
    name: 'ledger.day-movements',
    text: `select date::text, ledger.name_of(class) as account, given::text, received::text
      from ledger.moved_between($1, $2, $3)`,
    values: [coin, from, to],
  });
  const order = accountsOf(coin);
  return rows
    .map(({ date, account, given, received }) => ({
      date,
      account: account as DayMovement['account'],
      debit: BigInt(given),
      credit: BigInt(received),
    }))
    .toSorted((a, b) => a.date.localeCompare(b.date) || order.indexOf(a.account) - order.indexOf(b.account));
}

function accountsOf(coin: Coin): (CustomerAccount | HouseAccount)[] {
  return [...customerAccounts.filter((account) => customerAccountCoins[account].includes(coin)), ...houseAccounts];
}
