import { coinOfAccount } from '@lode/ledger';
import type { Coin } from '@lode/money';
import type { Database } from '../../../platform/db/database.ts';
import { openSnapshot, type Snapshot } from '../../../platform/db/open-snapshot.ts';
import {
  type AccountSum,
  fetchNextRows,
  openRows,
  readAccountSums,
  type StatementRange,
  type StatementRow,
} from './statement.store.ts';

export interface AccountTotals {
  account: bigint;
  coin: Coin;
  opening: bigint;
  taken: bigint;
  given: bigint;
  closing: bigint;
  lines: number;
}

/** A movement with the balance after it. */
export interface StatementLine {
  row: StatementRow;
  balance: bigint;
}

/** A statement whose figures are known and whose rows are waiting. */
export interface OpenStatement {
  range: StatementRange;
  accounts: AccountTotals[];
  lines: number;
  /** Every movement with the balance after it, a bounded number at a time. Throws unless they add up to the closing. */
  readonly rows: () => AsyncGenerator<StatementLine[]>;
  /** Gives the connection back, whether all was read or not. */
  readonly close: () => void;
  /** It has been given back. */
  closed: Promise<void>;
}

/** Everything is read from one snapshot: what is posted meanwhile is in no figure of it. */
export async function openStatement(
  database: Database,
  range: StatementRange,
  signal?: AbortSignal,
): Promise<OpenStatement> {
  const snapshot = await openSnapshot(database);
  signal?.addEventListener('abort', snapshot.close, { once: true });
  if (signal?.aborted) snapshot.close();
  try {
    const accounts = (await readAccountSums(snapshot.dbTx, range)).map(totals).filter(isReported);
    await openRows(snapshot.dbTx, range);
    return {
      range,
      accounts,
      lines: accounts.reduce((sum, { lines }) => sum + lines, 0),
      rows: () => addUp(snapshot, accounts),
      close: snapshot.close,
      closed: snapshot.closed,
    };
  } catch (error) {
    snapshot.close();
    await snapshot.closed;
    throw error;
  }
}

export function totals({ account, opening, taken, given, lines, later, posted }: AccountSum): AccountTotals {
  const closing = opening - taken + given;
  if (closing + later !== posted)
    throw new Error(`the movements of account ${account} add up to ${closing + later}, its balance is ${posted}`);
  return { account, coin: coinOfAccount(account), opening, taken, given, closing, lines };
}

/** An account that had nothing, moved nothing and has nothing is not worth a line. */
export function isReported({ opening, lines }: AccountTotals): boolean {
  return opening !== 0n || lines > 0;
}

async function* addUp(snapshot: Snapshot, accounts: readonly AccountTotals[]): AsyncGenerator<StatementLine[]> {
  const balances = new Map(accounts.map(({ account, opening }) => [account, opening]));
  for (;;) {
    const rows = await fetchNextRows(snapshot.dbTx);
    if (rows.length === 0) break;
    yield rows.map((row) => {
      const balance = (balances.get(row.account) ?? 0n) + row.amount;
      balances.set(row.account, balance);
      return { row, balance };
    });
  }
  for (const { account, closing } of accounts) {
    if (balances.get(account) !== closing)
      throw new Error(`the rows of account ${account} add up to ${balances.get(account)} instead of ${closing}`);
  }
  // Nothing more is read: when the last chunk is out, the next statement can start.
  snapshot.close();
  await snapshot.closed;
}
