import type { Coin } from '@lode/money';
import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { TieOut } from '../close-kind.ts';
import type { MiningBatchResult } from './mining-batch-result.ts';

const posted = query(
  'day-close.tie-out-payments',
  `select case transfer_id when $1 then 'electricity' else 'hosting' end as what, ledger.coin_of(debit) as coin, sum_units(amount) as amount
   from ledger.posting where transfer_id in ($1, $2) group by transfer_id, ledger.coin_of(debit)`,
).as<{ what: string; coin: string; amount: bigint }>();

/** What was worked out beside what the ledger has, a sum for each account that paid. */
export async function tieOutPayments(
  db: Queryable,
  { electricityTransfer, hostingTransfer, payments }: MiningBatchResult,
): Promise<Omit<TieOut, 'digest'>> {
  const rows = await many(db, posted, [electricityTransfer, hostingTransfer]);
  const found = new Map(rows.map(({ what, coin, amount }) => [`${what} ${coin}`, amount]));
  const expected = new Map(payments.map(({ what, coin, amount }) => [`${what} ${coin}`, BigInt(amount)]));
  const lines = [...new Set([...expected.keys(), ...found.keys()])].map((key) => {
    const [what, coin] = key.split(' ') as [string, Coin];
    return { name: `${what} paid`, coin, expected: expected.get(key) ?? 0n, posted: found.get(key) ?? 0n };
  });
  return {
    lines,
    differences: lines
      .filter((line) => line.expected !== line.posted)
      .map((line) => `${line.name} in ${line.coin}: expected ${line.expected}, posted ${line.posted}`),
  };
}
