import type { DbTx } from '../../../platform/db/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { moved, type WithdrawalEvent } from '../../withdrawals/domain/transitions.ts';
import { endUnpaid } from '../../withdrawals/lifecycle.ts';
import { readGuard } from '../../withdrawals/request/security-hold.repository.ts';
import { lockWithdrawal, moveWithdrawal, type Withdrawal } from '../../withdrawals/withdrawal.repository.ts';
import { screeningRemark } from '../customer-remarks.ts';
import { readAsking, readDenied } from '../payment.repository.ts';
import { NotYet, type PayoutDeps, type Screening, Waits } from '../payout-ports.ts';
import { NoScreening } from './screening-unavailable.ts';

export const signJob = 'withdrawal-sign';
export const broadcastJob = 'withdrawal-broadcast';

/** Asks whether the address may be paid. No answer means no payment: it is asked again. */
export async function screen(deps: PayoutDeps, id: bigint, now: Date): Promise<void> {
  const { database } = deps;
  const withdrawal = await database.transaction(async (dbTx) => {
    const found = await lockWithdrawal(dbTx, id);
    if (found?.thirdStatus === 'KYT_VERIFICATION') return found;
    if (found?.thirdStatus !== 'WAITING') return null;
    await refuseHeld(dbTx, found);
    await refuseAsked(dbTx, found);
    await go(dbTx, found, 'screen', now);
    deps.reach('screen:before-commit');
    return found;
  });
  if (withdrawal === null) return;
  deps.reach('screen:begun');
  const screening = await askAll(deps, withdrawal);
  deps.reach('screen:answered');
  await database.transaction(async (dbTx) => {
    const found = await lockWithdrawal(dbTx, id);
    if (found?.thirdStatus !== 'KYT_VERIFICATION') return;
    if (screening.isClear) {
      await go(dbTx, found, 'clear', now);
      await enqueue(dbTx, signJob, { id: String(id) });
    } else {
      await endUnpaid(dbTx, deps, found, { event: 'fail', end: 'returned', remark: screeningRemark, now });
    }
    deps.reach('screen:decided');
  });
  if (!screening.isClear) deps.alarm(`withdrawal ${id} was refused by the screening: ${screening.why}`);
}

async function askAll({ database, screenings }: PayoutDeps, withdrawal: Withdrawal): Promise<Screening> {
  for (const ask of screenings) {
    const answer = await ask(database, withdrawal).catch((error: unknown) => {
      if (!(error instanceof NoScreening)) throw error;
      const Wait = error.isByRule ? Waits : NotYet;
      throw new Wait(`withdrawal ${withdrawal.id} waits for its screening: ${error.message}`, { cause: error });
    });
    if (!answer.isClear) return answer;
  }
  return { isClear: true };
}

/** The built-in screening: the operator's own list. */
export async function byDenyList(dbTx: DbTx, { network, addressKey }: Withdrawal): Promise<Screening> {
  const note = await readDenied(dbTx, network, addressKey);
  return note === null ? { isClear: true } : { isClear: false, why: `the deny list has it: ${note}` };
}

/** A customer who is disabled or frozen is paid nothing that is not out yet. */
export async function isHeld(dbTx: DbTx, { customerId }: Withdrawal): Promise<boolean> {
  const { isActive, isFrozen } = await readGuard(dbTx, customerId);
  return !isActive || isFrozen;
}

export async function refuseHeld(dbTx: DbTx, withdrawal: Withdrawal): Promise<void> {
  if (await isHeld(dbTx, withdrawal))
    throw new Waits(`withdrawal ${withdrawal.id} waits: its customer is disabled or frozen`);
}

/** An address is asked about by one withdrawal at a time: the same question is not asked again while its answer is out. */
async function refuseAsked(dbTx: DbTx, { id, network, addressKey }: Withdrawal): Promise<void> {
  const asking = await readAsking(dbTx, network, addressKey);
  if (asking !== null) throw new Waits(`withdrawal ${id} waits for what ${asking} was asked: they go to one address`);
}

/** One move of a withdrawal that is locked and was judged. */
export async function go(dbTx: DbTx, withdrawal: Withdrawal, event: WithdrawalEvent, now: Date): Promise<void> {
  const move = moved(withdrawal, event);
  if (move === null) throw new Error(`withdrawal ${withdrawal.id} cannot ${event} where it is`);
  await moveWithdrawal(dbTx, withdrawal.id, { from: withdrawal, to: move.state, step: move.step, now });
}
