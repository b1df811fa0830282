import { ChainUnavailable, WrongChain } from '@lode/chain';
import { SignerUnavailable } from '@lode/signing';
import type { Clock } from '../../platform/clock/clock.ts';
import type { DbTx } from '../../platform/db/database.ts';
import { enqueue, type Job } from '../../platform/jobs/jobs.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import type { Deed } from '../../platform/staff/staff-command.ts';
import { type WithdrawCoin, withdrawCoins } from '../withdrawals/domain/coins.ts';
import { lockWithdrawal } from '../withdrawals/withdrawal.repository.ts';
import { follow } from './confirm/confirm-payment.ts';
import { readUnderWay } from './payment.repository.ts';
import { NotYet, type PayoutDeps, Short, Waits } from './payout-ports.ts';
import { type FailPorts, failPayment } from './recovery/fail-payment.ts';
import { lookAgain } from './recovery/recheck-after-reorg.ts';
import { freeInputs } from './recovery/release-inputs.ts';
import { readUnsteady, type UnsteadyRow } from './recovery/reorged-payment.repository.ts';
import { broadcastJob, screen, signJob } from './screening/screen-payout.ts';
import { broadcast, sign } from './sign/sign-payment.ts';

const screenJob = 'withdrawal-screen';

export type Ending = Deed & { id: bigint; althoughGone?: string };

type StepOf = (deps: PayoutDeps, id: bigint, now: Date) => Promise<void>;

/** Every step is a job, written in the transaction of the step before it; a job that is done twice does nothing twice. */
export function payout(deps: PayoutDeps, clock: Clock) {
  const job =
    (step: StepOf): Job =>
    async (payload) => {
      const { id } = payload as { id: string };
      await step(deps, BigInt(id), clock.now()).catch(wait);
    };
  // What waits is taken up by the look at all: the queue need not try it again.
  const wait = (error: unknown) => {
    if (!isWaiting(error)) throw error;
    tellOf(deps, error);
  };
  return {
    /** In the transaction of the approval. */
    startPayment: (dbTx: DbTx, id: bigint) => enqueue(dbTx, screenJob, { id: String(id) }),
    jobs: { [screenJob]: job(screen), [signJob]: job(sign), [broadcastJob]: job(broadcast) },
    /** Two people end what can never be paid. */
    failPayment: (ports: FailPorts, wish: Ending) => failPayment(deps, ports, wish),
    /** What a payment that failed had not used up is for others again. */
    freeInputs: (ports: FailPorts, wish: Ending) => freeInputs(deps, ports, wish),
    /** Follows what is out, and takes up what waited: for a node, a signer, or somebody who was frozen. */
    tick: ((now) => lookAtAll(deps, now)) satisfies Tick,
  };
}

const stepOf: Record<string, StepOf> = {
  WAITING: screen,
  KYT_VERIFICATION: screen,
  APPROVAL_TO_BE_SIGNED: sign,
  IN_PAYMENT: follow,
};

/** What it needs is not there: a chain's node, the signer, a customer who is let go on. */
function isWaiting(error: unknown): error is Error {
  return (
    error instanceof NotYet ||
    error instanceof ChainUnavailable ||
    error instanceof WrongChain ||
    error instanceof SignerUnavailable
  );
}

function tellOf({ alarm, tell = alarm }: PayoutDeps, error: Error): void {
  if (error instanceof Waits) tell(error.message);
  else alarm(error.message);
}

async function lookAtAll(deps: PayoutDeps, now: Date): Promise<void> {
  const { database } = deps;
  const failures: unknown[] = [];
  const short = new Map<WithdrawCoin, string>();
  let after = 0n;
  for (;;) {
    const ids = await readUnderWay(database, after);
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
    for (const id of ids) {
      const state = await database.transaction((dbTx) => lockWithdrawal(dbTx, id));
      const step = stepOf[state?.thirdStatus ?? ''];
      // One that cannot go on holds up no other.
      await step?.(deps, id, now).catch((error: unknown) => {
        if (!isWaiting(error)) failures.push(error);
        else if (error instanceof Short) short.set(error.coin, error.message);
        else tellOf(deps, error);
      });
    }
  }
  failures.push(...(await lookAtUnsteady(deps, now)));
  for (const coin of withdrawCoins) await deps.reportShortage(coin, short.get(coin) ?? null, now);
  if (failures.length > 0) throw new AggregateError(failures, 'withdrawals could not be looked at');
}

/** What the books have as over, and a reorganisation took out of its block: one query, while there is none. */
async function lookAtUnsteady(deps: PayoutDeps, now: Date): Promise<unknown[]> {
  const failures: unknown[] = [];
  let after: Pick<UnsteadyRow, 'withdrawalId' | 'attempt'> = { withdrawalId: 0n, attempt: 0 };
  for (;;) {
    const rows = await readUnsteady(deps.database, after);
    const last = rows.at(-1);
    if (last === undefined) return failures;
    after = last;
    for (const row of rows)
      await lookAgain(deps, row, now).catch((error: unknown) => {
        if (isWaiting(error)) tellOf(deps, error);
        else failures.push(error);
      });
  }
}
