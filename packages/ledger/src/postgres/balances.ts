import type { Queryable, Transaction } from './queryable.ts';

export interface Balance {
  /** Sum of the entries. */
  posted: bigint;
  /** The part that is set aside. */
  held: bigint;
  available: bigint;
}

interface BalanceRow {
  account: bigint | string;
  posted: bigint | string;
  held: bigint | string;
}

/**
 * Locks the balances until the caller's transaction ends and gives them by account. Lock all that a use case will read
 * or move at once, before it checks anything: the function sorts them, so that two callers never wait for each other.
 */
export async function lockBalances(dbTx: Transaction, accounts: readonly bigint[]): Promise<Map<bigint, Balance>> {
  const { rows } = await dbTx.query<BalanceRow>({
    name: 'ledger.lock-balances',
    text: 'select account, posted, held from ledger.lock_balances($1)',
    values: [accounts],
  });
  return byAccount(rows);
}

/** The balances as they stand, unlocked: for showing, never for deciding. Accounts that nothing happened to are absent. */
export async function readBalances(queryable: Queryable, accounts: readonly bigint[]): Promise<Map<bigint, Balance>> {
  const { rows } = await queryable.query<BalanceRow>({
    name: 'ledger.read-balances',
    text: 'select account, posted, held from ledger.balance where account = any ($1)',
    values: [accounts],
  });
  return byAccount(rows);
}

function byAccount(rows: readonly BalanceRow[]): Map<bigint, Balance> {
  return new Map(
    rows.map((row) => {
      const posted = BigInt(row.posted);
      const held = BigInt(row.held);
      return [BigInt(row.account), { posted, held, available: posted - held }];
    }),
  );
}
