import { houseAccount, lockBalances, type Posting, postTransfer } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { StaffInput, StaffResult } from '../../platform/staff/staff-command.ts';
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
): Promise<(Reopenable & { summary: string }) | { refused: string }> {
  const arrival = await lockReopenable(dbTx, arrivalId);
  if (arrival === null) return { refused: `there is no arrival ${arrivalId}` };
  const { coin, isPosted, stands, units, holder } = arrival;
  const text = `${formatAmount(units, coin)} ${coin}`;
  if (!isPosted || units === 0n) return { refused: `the books have nothing of arrival ${arrivalId}` };
  if (stands !== 0n)
    return { refused: `arrival ${arrivalId} stands in SUSPENSE already: suspense:settle says what it is` };
  if (holder === 'POOL') return { refused: `arrival ${arrivalId} is a pool’s payment: pool:undo takes it back` };
  if (holder !== 'TREASURY') return { refused: `arrival ${arrivalId} is not treasury’s` };
  const treasury = houseAccount('TREASURY', coin);
  const left = (await lockBalances(dbTx, [treasury])).get(treasury)?.available ?? 0n;
  if (left < units) return { refused: `treasury has only ${formatAmount(left, coin)} ${coin} of ${text}` };
  return { ...arrival, summary: `${text} of arrival ${arrivalId} from treasury back to SUSPENSE` };
}

/** TREASURY → SUSPENSE: coins that became the operator's by their address or by mistake wait again for two people to say what they are. */
export function reopenArrival(
  deps: ReopenDeps,
  arrivalId: bigint,
  { authority, reason, now }: StaffInput,
): Promise<StaffResult> {
  return deps.database.transaction(async (dbTx): Promise<StaffResult> => {
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
