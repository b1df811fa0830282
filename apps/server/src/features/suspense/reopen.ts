import { houseAccount, lockBalances, type Posting, postTransfer } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { Sentence } from '../../platform/sentence.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import { ofTreasury } from '../../platform/staff/refusals.zh.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import * as say from './sentences.zh.ts';
import type { Reopenable, SuspensePorts } from './suspense-ports.ts';

export interface ReopenDeps
  extends Pick<SuspensePorts, 'lockReopenable' | 'writeReopened'>,
    Pick<StaffPorts, 'recordAudit'> {
  database: Database;
}

/** What would be put back, with the arrival and TREASURY locked; or why not. */
export async function planReopening(
  dbTx: Transaction,
  { lockReopenable }: ReopenDeps,
  arrivalId: bigint,
): Promise<(Reopenable & { summary: Sentence }) | { refused: Sentence }> {
  const arrival = await lockReopenable(dbTx, arrivalId);
  if (arrival === null) return { refused: say.noArrival(arrivalId) };
  const { coin, isPosted, stands, units, holder } = arrival;
  const text = `${formatAmount(units, coin)} ${coin}`;
  if (!isPosted || units === 0n) return { refused: say.notInBooks(arrivalId) };
  if (stands !== 0n) return { refused: say.inSuspenseAlready(arrivalId) };
  if (holder === 'POOL') return { refused: say.isPoolPayment(arrivalId) };
  if (holder !== 'TREASURY') return { refused: say.notOfTreasury(arrivalId) };
  const treasury = houseAccount('TREASURY', coin);
  const left = (await lockBalances(dbTx, [treasury])).get(treasury)?.available ?? 0n;
  if (left < units) return { refused: ofTreasury(`${formatAmount(left, coin)} ${coin}`, text) };
  return { ...arrival, summary: say.reopened(text, arrivalId) };
}

/** TREASURY → SUSPENSE: coins that became the operator's by their address or by mistake wait again for two people to say what they are. */
export function reopenArrival(
  deps: ReopenDeps,
  arrivalId: bigint,
  { authority, reason, now }: StaffInput,
): Promise<ConsoleResult> {
  return deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const plan = await planReopening(dbTx, deps, arrivalId);
    if ('refused' in plan) return plan;
    const { coin, units, timesReopened, summary } = plan;
    const date = businessDate(now);
    const posting: Posting = {
      from: houseAccount('TREASURY', coin),
      to: houseAccount('SUSPENSE', coin),
      type: 'TREASURY_MOVE',
      amount: units,
      date,
    };
    const { transferId } = await postTransfer(dbTx, {
      key: `arrival:${arrivalId}:reopened:${timesReopened + 1}`,
      input: { arrivalId, amount: units },
      kind: 'arrival-reopened',
      businessDate: date,
      postedAt: now,
      postings: [posting],
    });
    await deps.writeReopened(dbTx, { arrivalId, amount: units, from: 'TREASURY', transferId, at: now });
    const detail = { coin, amount: String(units), transferId: String(transferId) };
    const subject = `arrival ${arrivalId}`;
    await deps.recordAudit(dbTx, { at: now, authority, action: 'suspense:reopen', subject, reason, detail });
    return { done: summary };
  });
}
