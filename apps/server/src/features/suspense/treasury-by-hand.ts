import { houseAccount, lockBalances, postTransfer } from '@lode/ledger';
import { type Coin, formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import { type Database, execute, maybeOne, type Transaction } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { lockedHouseBalance } from '../../platform/house-account/house-balance.ts';
import type { Sentence } from '../../platform/sentence.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import { keyUsedOtherwise, ofTreasury } from '../../platform/staff/refusals.zh.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import * as say from './sentences.zh.ts';

export interface ByHandDeps extends Pick<StaffPorts, 'recordAudit'> {
  database: Database;
}

/** Money of the operator's own, put in (CASH → TREASURY) or taken out (TREASURY → CASH) by hand. */
export interface ByHandInput {
  direction: 'IN' | 'OUT';
  coin: Coin;
  /** Minor units, above zero. */
  amount: bigint;
  key: string;
}

const known = query(
  'suspense.treasury-by-hand',
  `select (direction, coin, amount) = ($2, $3, $4) as "isSame" from treasury_by_hand where key = $1`,
).as<{ isSame: boolean }>();

/** What would be moved, with both accounts locked; or why not. */
export async function planByHand(
  dbTx: Transaction,
  { direction, coin, amount, key }: ByHandInput,
): Promise<{ summary: Sentence } | ConsoleResult> {
  const textOf = (units: bigint) => `${formatAmount(units, coin)} ${coin}`;
  const summary = say.byHand(direction, textOf(amount));
  const cash = await lockedHouseBalance(dbTx, houseAccount('CASH', coin));
  const before = await maybeOne(dbTx, known, [key, direction, coin, amount]);
  if (before !== null) return before.isSame ? { done: say.already(summary, key) } : { refused: keyUsedOtherwise(key) };
  if (direction === 'IN') return { summary };
  const treasury = houseAccount('TREASURY', coin);
  const left = (await lockBalances(dbTx, [treasury])).get(treasury)?.available ?? 0n;
  if (left < amount) return { refused: ofTreasury(textOf(left), textOf(amount)) };
  // CASH runs below zero by what the house holds by hand: no more can be handed out.
  return -cash < amount ? { refused: say.onlyInCash(textOf(-cash), textOf(amount)) } : { summary };
}

const insert = query(
  'suspense.insert-treasury-by-hand',
  'insert into treasury_by_hand (key, direction, coin, amount, transfer_id, moved_at) values ($1, $2, $3, $4, $5, $6)',
);

/** Moves the operator's own money in or out by hand, once for a key. */
export function moveByHand(
  deps: ByHandDeps,
  input: ByHandInput,
  { authority, reason, now }: StaffInput,
): Promise<ConsoleResult> {
  return deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const plan = await planByHand(dbTx, input);
    if (!('summary' in plan)) return plan;
    const { direction, coin, amount, key } = input;
    const [cash, treasury] = [houseAccount('CASH', coin), houseAccount('TREASURY', coin)];
    const [from, to] = direction === 'IN' ? [cash, treasury] : [treasury, cash];
    const date = businessDate(now);
    const { transferId } = await postTransfer(dbTx, {
      key: `treasury-by-hand:${key}`,
      input: { direction, coin, amount },
      kind: 'treasury-by-hand',
      businessDate: date,
      postedAt: now,
      postings: [{ from, to, type: 'TREASURY_MOVE', amount, date }],
    });
    await execute(dbTx, insert, [key, direction, coin, amount, transferId, now]);
    const action = direction === 'IN' ? 'treasury:pay-in' : 'treasury:take-out';
    const detail = { amount: String(amount), key, transferId: String(transferId) };
    await deps.recordAudit(dbTx, { at: now, authority, action, subject: `TREASURY ${coin}`, reason, detail });
    return { done: say.withKey(plan.summary, key) };
  });
}
