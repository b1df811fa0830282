import { customerAccount, houseAccount, type Posting, postTransfer } from '@lode/ledger';
import { parseAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import { type CustomerName, noSuchCustomer } from '../../platform/commands/customer-options.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import { inClauses, type Sentence } from '../../platform/sentence.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import {
  insertDeparture,
  type Leaver,
  lockLeaver,
  type Rest,
  readLeaver,
  readOutstanding,
  readPromotion,
} from './leaving.store.ts';
import { type Minimums, type Split, splitRests } from './rests.ts';
import * as say from './sentences.zh.ts';
import { departureNotice } from './texts.zh.ts';

export interface LeavingPorts extends Pick<StaffPorts, 'recordAudit'> {
  /** Null where there is no such customer. */
  readonly findNamedCustomer: (db: Queryable, name: CustomerName) => Promise<{ id: bigint } | null>;
  /** Locks the accounts that a rest is taken from. */
  readonly lockPayingAccounts: (dbTx: Transaction, customerIds: readonly bigint[]) => Promise<void>;
  /** For promotional credit that ends with its account: nothing of it remains. */
  readonly endPromotion: (db: Queryable, customerId: bigint) => Promise<void>;
  readonly settingsAt: (
    db: Queryable,
    wanted: ('withdraw.min.BTC' | 'withdraw.min.USDT')[],
    at: Date,
  ) => Promise<Record<'withdraw.min.BTC' | 'withdraw.min.USDT', string>>;
  readonly queueNotices: (db: Queryable, notices: readonly { to: string; text: string }[]) => Promise<void>;
}

export interface LeavingDeps extends LeavingPorts {
  database: Database;
  /** Named places at which a test ends the process. */
  readonly failpoint?: (point: string) => void;
}

export interface LeaveInput {
  customer: CustomerName;
  /** How the own rest was paid outside the books. */
  receipt: string | null;
}

export interface Standing extends Split {
  leaver: Leaver;
}

/** All that stands of a customer, and what of it a leaving settles itself; or that there is no such customer. */
export async function readStanding(
  db: Queryable,
  ports: LeavingPorts,
  name: CustomerName,
  now: Date,
): Promise<Standing | { refused: Sentence }> {
  const found = await ports.findNamedCustomer(db, name);
  if (found === null) return { refused: noSuchCustomer(name) };
  const leaver = await readLeaver(db, found.id);
  if (leaver.isClosed) return { refused: say.leftAlready(leaver.id) };
  const { id } = leaver;
  const minimums = await readMinimums(db, ports, now);
  return { leaver, ...splitRests(await readOutstanding(db, id), await readPromotion(db, id), minimums) };
}

async function readMinimums(db: Queryable, { settingsAt }: LeavingPorts, at: Date): Promise<Minimums> {
  const stored = await settingsAt(db, ['withdraw.min.BTC', 'withdraw.min.USDT'], at);
  return {
    BTC: parseAmount(stored['withdraw.min.BTC'], 'BTC'),
    USDT: parseAmount(stored['withdraw.min.USDT'], 'USDT'),
  };
}

/** Lines that a refusal names; `customer:standing` lists them all. */
const namedAtMost = 10;

/** What the second person reads; or what has to be settled before. */
export function planLeaving(
  { leaver, rests, remaining }: Standing,
  receipt: string | null,
): { summary: Sentence } | { refused: Sentence } {
  if (remaining.length > 0) {
    const named = remaining.slice(0, namedAtMost);
    return { refused: say.cannotLeaveYet(leaver, named, remaining.length - named.length) };
  }
  const own = rests.filter(({ kind }) => kind === 'OWN');
  if (own.length > 0 && receipt === null) return { refused: say.receiptMissing(leaver, own) };
  if (own.length === 0 && receipt !== null) return { refused: say.receiptNeedless(leaver) };
  return { summary: say.leavesForGood(leaver, rests, receipt) };
}

/** Settles the rest, closes the account for good and ends all sessions, in one transaction. */
export async function leave(
  deps: LeavingDeps,
  { customer: name, receipt }: LeaveInput,
  { authority, reason, now }: StaffInput,
): Promise<ConsoleResult> {
  const { failpoint = () => undefined } = deps;
  const result = await deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const found = await deps.findNamedCustomer(dbTx, name);
    if (found === null) return { refused: noSuchCustomer(name) };
    const customerId = found.id;
    await lockLeaver(dbTx, customerId);
    await deps.lockPayingAccounts(dbTx, [customerId]);
    const standing = await readStanding(dbTx, deps, { id: String(customerId) }, now);
    if ('refused' in standing) return standing;
    const plan = planLeaving(standing, receipt);
    if ('refused' in plan) return plan;
    const { leaver, rests } = standing;
    const transferId = await postRests(dbTx, customerId, rests, now);
    failpoint('leave:rests-posted');
    await deps.endPromotion(dbTx, customerId);
    const { by, approver } = authority;
    if (approver === null) throw new Error('a leaving has two people');
    const departure = { customerId, contact: leaver.account, at: now, staffId: by.id, approvedBy: approver.id };
    await insertDeparture(dbTx, { ...departure, transferId, receipt, rests });
    failpoint('leave:closed');
    await deps.queueNotices(dbTx, [{ to: leaver.account, text: departureNotice }]);
    const detail = {
      contact: leaver.account,
      transferId: transferId === null ? null : String(transferId),
      receipt,
      rests: inClauses(rests.map(say.rest)).en,
    };
    const subject = `customer ${customerId}`;
    await deps.recordAudit(dbTx, { at: now, authority, action: 'customer:leave', subject, reason, detail });
    failpoint('leave:before-commit');
    return { done: plan.summary };
  });
  failpoint('leave:committed');
  return result;
}

/** Own coins become the operator's, who has paid for them; promotional credit goes back to where it came from. */
async function postRests(
  dbTx: Transaction,
  customerId: bigint,
  rests: readonly Rest[],
  now: Date,
): Promise<bigint | null> {
  if (rests.length === 0) return null;
  const date = businessDate(now);
  const postings = rests.map(
    ({ account, coin, kind, amount }): Posting => ({
      from: customerAccount(customerId, account, coin),
      to: houseAccount(kind === 'OWN' ? 'TREASURY' : 'PROMOTION_EXPENSE', coin),
      type: 'LEAVING',
      amount,
      date,
    }),
  );
  const { transferId } = await postTransfer(dbTx, {
    key: `customer-left:${customerId}`,
    input: { customerId, rests: rests.map((rest) => ({ ...rest })) },
    kind: 'customer-left',
    businessDate: date,
    postedAt: now,
    postings,
  });
  return transferId;
}
