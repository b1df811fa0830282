import type { Queryable } from '../../../platform/db/database.ts';
import { type Credit, readCredits, readTaken } from './balance-origin.repository.ts';

export type OriginKind = 'OUTPUT' | 'DEPOSIT' | 'COIN_UP' | 'INTEREST' | 'RETURN' | 'ADJUSTMENT' | 'OTHER';

/** Credits of one kind that a withdrawal spends; a deposit stands alone. */
export interface OriginPart {
  kind: OriginKind;
  count: number;
  amount: bigint;
  from: Date;
  to: Date;
}

export interface Origin {
  /** The largest first. */
  parts: OriginPart[];
  /** What came in before the credits that were read. */
  older: bigint;
}

const kinds: Record<string, OriginKind> = {
  MINING_OUTPUT: 'OUTPUT',
  RECHARGE_BTC: 'DEPOSIT',
  ELE_RECHARGE: 'DEPOSIT',
  COIN_UP_OUT_BTC: 'COIN_UP',
  COIN_UP_OUT_USDT: 'COIN_UP',
  INCOME_IN_BTC: 'INTEREST',
  INCOME_IN_USDT: 'INTEREST',
  WITHDRAW_RETURN: 'RETURN',
  WITHDRAW_OFFSET: 'RETURN',
  ADJUST_OUTPUT: 'ADJUSTMENT',
  ADJUST_ELE: 'ADJUSTMENT',
  DAILY_PROFIT_FEEDBACK: 'ADJUSTMENT',
  ELE_INIT: 'ADJUSTMENT',
};

/** How many deposits are shown one by one; smaller ones are added up. */
const depositsAlone = 5;

/**
 * First in, first out: of all that ever came in, what is left is the newest, so a withdrawal spends the oldest part of the last
 * `held` units. `credits` are those before it, the newest first; `held` is what the account held before it.
 */
export function traceOrigin(credits: readonly Credit[], { held, amount }: { held: bigint; amount: bigint }): Origin {
  const spent: Credit[] = [];
  // Of the last `held` units, counted back from the newest, these are spent: [keeps, held).
  const keeps = held - amount;
  let counted = 0n;
  for (const credit of credits) {
    if (counted >= held) break;
    const from = counted > keeps ? counted : keeps;
    const end = counted + credit.amount;
    const to = end < held ? end : held;
    if (to > from) spent.push({ ...credit, amount: to - from });
    counted = end;
  }
  const traced = spent.reduce((sum, one) => sum + one.amount, 0n);
  return { parts: partsOf(spent), older: amount - traced };
}

function partsOf(spent: readonly Credit[]): OriginPart[] {
  const byAmount = (one: { amount: bigint }, other: { amount: bigint }) =>
    other.amount > one.amount ? 1 : other.amount < one.amount ? -1 : 0;
  const kindOf = ({ type }: Credit) => kinds[type] ?? 'OTHER';
  const alone = spent
    .filter((credit) => kindOf(credit) === 'DEPOSIT')
    .toSorted(byAmount)
    .slice(0, depositsAlone);
  const groups = new Map<string, Credit[]>();
  for (const [index, credit] of spent.entries()) {
    const key = alone.includes(credit) ? `${index}` : kindOf(credit);
    groups.set(key, [...(groups.get(key) ?? []), credit]);
  }
  return [...groups.values()]
    .map((credits) => ({
      kind: kindOf(credits[0] as Credit),
      count: credits.length,
      amount: credits.reduce((sum, one) => sum + one.amount, 0n),
      // The newest came first.
      from: (credits.at(-1) as Credit).at,
      to: (credits[0] as Credit).at,
    }))
    .toSorted(byAmount);
}

/** Most withdrawals spend what came in of late; an old balance is looked for further back, and no further. */
const monthsBack = [2, 24];
const creditsAtMost = 3000;

/** Where the amount of a withdrawal came from, by the ledger; null of a payment out of TREASURY. */
export async function readOrigin(
  db: Queryable,
  { id, amount }: { id: bigint; amount: bigint },
): Promise<Origin | null> {
  const taken = await readTaken(db, id);
  if (taken === null) return null;
  const held = taken.left + amount;
  let origin: Origin = { parts: [], older: amount };
  for (const months of monthsBack) {
    const found = await readCredits(db, { withdrawalId: id, account: taken.account, months, limit: creditsAtMost });
    origin = traceOrigin(found, { held, amount });
    if (origin.older === 0n) break;
  }
  return origin;
}
