import { houseAccount, lockBalances, postTransfer } from '@lode/ledger';
import { type Coin, formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { keyUsedOtherwise } from '../../platform/staff/refusals.zh.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import { type ClawBackDeps, lacksNothing, lockRemoved, ownMoney } from './claw-back-deposit.ts';
import type { RemovedDeposit } from './claw-backs.store.ts';
import { liftFreeze } from './customer-freeze.store.ts';
import { removedAlert, writeOffPosting, writeOffReversalPosting } from './deposit-state.ts';
import type { DepositRow } from './deposits.store.ts';
import * as say from './sentences.zh.ts';
import { writtenOffNotice } from './texts.zh.ts';
import {
  accountOfCustomer,
  nextWriteOffPart,
  readHoldings,
  readInTransit,
  readWriteOffs,
  readWrittenOff,
  writeReversed,
  writeWriteOff,
} from './write-offs.store.ts';

export interface WriteOffDeps extends ClawBackDeps {
  /** Puts notices to customers into the outbox of the caller's transaction. */
  readonly queueNotices: (db: Queryable, notices: readonly { to: string; text: string }[]) => Promise<void>;
  /** Named places at which a test ends the process. */
  readonly failpoint?: (point: string) => void;
}

export interface WriteOffRequest {
  id: bigint;
  /** Minor units, of the deposit's coin; null: all that is lacking. */
  readonly amountIn: (coin: Coin) => bigint | null;
  /** The same command on the same deposit has the same key. */
  readonly keyFor: (amount: bigint) => string;
}

export interface WriteOffPlan {
  deposit: RemovedDeposit;
  amount: bigint;
  key: string;
  summary: Sentence;
}

/**
 * What would be written off, with everything locked that it depends on; or why not. Only what the customer cannot pay: money in the
 * account that was credited is taken back first, and TREASURY never pays more than it has.
 */
export async function planWriteOff(
  dbTx: Transaction,
  deps: WriteOffDeps,
  { id, amountIn, keyFor }: WriteOffRequest,
): Promise<WriteOffPlan | ConsoleResult> {
  const locked = await lockRemoved(dbTx, deps, id);
  if ('refused' in locked) return locked;
  const deposit = locked;
  const { customerId, coin, lacking } = deposit;
  const textOf = (units: bigint) => `${formatAmount(units, coin)} ${coin}`;
  // `--all` of a removal of which nothing is lacking any more may be what wrote off a part of it.
  const unitsOf = (part: { amount: bigint }) => amountIn(coin) ?? (lacking === 0n ? part.amount : lacking);
  const same = (await readWriteOffs(dbTx, deposit)).find((part) => part.key === keyFor(unitsOf(part)));
  if (same !== undefined)
    return unitsOf(same) === same.amount
      ? { done: say.writtenOffAlready(textOf(same.amount), id, same.key) }
      : { refused: keyUsedOtherwise(same.key) };
  if (lacking === 0n) return lacksNothing(id);
  const amount = amountIn(coin) ?? lacking;
  const key = keyFor(amount);
  if (amount > lacking) return { refused: say.lacksOnly(id, textOf(lacking)) };
  const own = await ownMoney(dbTx, deps, deposit);
  if (own > 0n) return { refused: say.hasToTake(customerId, textOf(own), id) };
  // Under the lock of the accounts: a withdrawal that ends meanwhile waits, and gives back only to those.
  const transit = await readInTransit(dbTx, customerId, coin);
  if (transit.length > 0) {
    const named = transit.map(({ what, id: of, amount: units }) => say.inTransit(textOf(units), what, String(of)));
    return { refused: say.hasInTransit(customerId, named) };
  }
  const treasury = houseAccount('TREASURY', coin);
  const left = (await lockBalances(dbTx, [treasury])).get(treasury)?.available ?? 0n;
  if (left < amount) return { refused: say.treasuryShort(textOf(left), textOf(amount)) };
  const held = (await readHoldings(dbTx, customerId)).map((one) =>
    say.held(`${formatAmount(one.available, one.coin)} ${one.coin}`, one.account),
  );
  const rest = lacking === amount ? null : textOf(lacking - amount);
  const figures = { id, customerId, amount: textOf(amount), lacking: textOf(lacking), rest };
  const summary = say.writeOff(figures, held);
  return { deposit, amount, key, summary };
}

/** Writes off what a customer can never pay back, from the operator's own money; with the last of it the freeze ends. */
export async function writeOffDeposit(
  deps: WriteOffDeps,
  request: WriteOffRequest,
  { authority, reason, now }: StaffInput,
): Promise<ConsoleResult> {
  const { failpoint = () => undefined } = deps;
  const result = await deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const plan = await planWriteOff(dbTx, deps, request);
    if (!('deposit' in plan)) return plan;
    const { deposit, amount, key, summary } = plan;
    const { id, customerId, coin, removals, lacking } = deposit;
    const date = businessDate(now);
    const part = await nextWriteOffPart(dbTx, deposit);
    const { transferId } = await postTransfer(dbTx, {
      key: `deposit:${id}:written-off:${removals}:${part}`,
      input: { id, amount },
      kind: 'deposit-written-off',
      businessDate: date,
      postedAt: now,
      postings: [writeOffPosting(coin, amount, date)],
      corrects: deposit.transferId,
    });
    failpoint('write-off:posted');
    await writeWriteOff(dbTx, deposit, { part, key, amount, transferId, at: now });
    const isOver = amount === lacking;
    let isFrozen = true;
    if (isOver) {
      await deps.resolveAlert(dbTx, removedAlert, `deposit ${id}`, now);
      ({ isFrozen } = await liftFreeze(dbTx, { customerId, depositId: id }, now));
    }
    failpoint('write-off:stored');
    const to = await accountOfCustomer(dbTx, customerId);
    await deps.queueNotices(dbTx, [{ to, text: writtenOffNotice({ amount, coin, isOver, isFrozen }) }]);
    const detail = { customer: String(customerId), coin, amount: String(amount), key, transferId: String(transferId) };
    const subject = `deposit ${id}`;
    await deps.recordAudit(dbTx, { at: now, authority, action: 'deposit:write-off', subject, reason, detail });
    failpoint('write-off:before-commit');
    return { done: isOver && isFrozen ? say.otherFreeze(summary) : summary };
  });
  failpoint('write-off:committed');
  return result;
}

/** Returns to TREASURY what was written off of deposits that are mined again, each part once. The customer has the credit already. */
export async function reverseWriteOffs(dbTx: Transaction, restored: readonly DepositRow[], now: Date): Promise<void> {
  const deposits = new Map(restored.map((deposit) => [deposit.id, deposit]));
  const date = businessDate(now);
  for (const open of await readWrittenOff(dbTx, [...deposits.keys()])) {
    const { depositId: id, removal, part, amount } = open;
    const { coin } = deposits.get(id) as DepositRow;
    const { transferId } = await postTransfer(dbTx, {
      key: `deposit:${id}:write-off-reversed:${removal}:${part}`,
      input: { id, amount },
      kind: 'deposit-write-off-reversed',
      businessDate: date,
      postedAt: now,
      postings: [writeOffReversalPosting(coin, amount, date)],
      corrects: open.transferId,
    });
    await writeReversed(dbTx, open, transferId, now);
  }
}
