import { setTimeout as pause } from 'node:timers/promises';
import type { Data } from '@lode/contract';
import { SignerUnavailable } from '@lode/signing';
import type { Database, Queryable, Transaction } from '../../../platform/db/database.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { rowId } from '../../../platform/http/page.ts';
import { notFound, type Refusal, refuse } from '../../../platform/http/refusal.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { runOnce } from '../../../platform/money-call/money-call.ts';
import { transitionOf } from '../domain/transitions.ts';
import { endUnpaid } from '../lifecycle.ts';
import { findWithdrawal, lockWithdrawal } from '../withdrawal.repository.ts';
import type { AmountReturnPorts } from '../withdrawal-ports.ts';
import { findCancellation, insertCancellation } from './cancellation.repository.ts';
import { cancelJob } from './finish-cancellation.ts';

type Response = Data<'withdrawCancel'>;

export interface CancelDeps {
  database: Database;
  /** Has the signer end the payment and returns the amount; null in a process that serves customers only: the worker does it. */
  readonly finishCancellation: ((id: bigint) => Promise<void>) | null;
  readonly responseOf: (db: Queryable, customerId: bigint, id: bigint) => Promise<Response>;
}

/** How long a call waits for the worker; afterwards the withdrawal is shown as being cancelled. */
const waitMs = 8_000;
const pollMs = 50;

/**
 * The customer cancels an unapproved withdrawal: the signer ends its payment first. While that is not known it is being cancelled,
 * nothing approves it, and the same request later gets the end. The same `requestId` again gets the same response.
 */
export async function cancel(deps: CancelDeps, context: RequestContext, idText: string): Promise<Response | Refusal> {
  const id = rowId(idText);
  const { customerId } = context.session;
  return runOnce(deps.database, context, {
    call: 'withdrawCancel',
    business: { id: id ?? idText },
    prepare: () => (id === null ? Promise.resolve(notFound()) : cancelOwn(deps, context, id)),
    act: (dbTx) => (id === null ? Promise.resolve(notFound()) : deps.responseOf(dbTx, customerId, id)),
  });
}

/** Null when the withdrawal is cancelled by this request; while the signer does not answer, the record as it is. */
async function cancelOwn(
  deps: CancelDeps,
  { requestId, session: { customerId }, now }: RequestContext,
  id: bigint,
): Promise<Response | Refusal | null> {
  const { database } = deps;
  const found = await findWithdrawal(database, id);
  if (found === null || found.customerId !== customerId) return notFound();
  const isAsked =
    transitionOf(found.phase, 'cancel') !== null &&
    (await database.transaction(async (dbTx) => {
      if (!(await insertCancellation(dbTx, { id, requestId, now }))) return false;
      await enqueue(dbTx, cancelJob, { id: String(id) });
      return true;
    }));
  if (transitionOf(found.phase, 'cancel') !== null) await finish(deps, id);
  const [cancellation, after] = [await findCancellation(database, id), await findWithdrawal(database, id)];
  if (cancellation !== null && after?.phase === 'AWAITING_APPROVAL') return deps.responseOf(database, customerId, id);
  const isRepeated = requestId !== null && cancellation?.requestId === requestId;
  return after?.phase === 'CANCELLED' && (isAsked || isRepeated) ? null : refuse('notOperable');
}

async function finish({ database, finishCancellation }: CancelDeps, id: bigint): Promise<void> {
  if (finishCancellation !== null) {
    await finishCancellation(id).catch((error: unknown) => {
      // The worker's rounds go on with it.
      if (!(error instanceof SignerUnavailable)) throw error;
    });
    return;
  }
  const end = performance.now() + waitMs;
  while (performance.now() < end) {
    if ((await findWithdrawal(database, id))?.phase !== 'AWAITING_APPROVAL') return;
    if ((await findCancellation(database, id)) === null) return;
    await pause(pollMs);
  }
}

/** Returns the amount of a withdrawal of the demo's history: its payment was never shown to approvers. */
export async function cancelUnshown(
  dbTx: Transaction,
  ports: AmountReturnPorts,
  { customerId, id, now }: { customerId: bigint; id: bigint; now: Date },
): Promise<Refusal | null> {
  const withdrawal = await lockWithdrawal(dbTx, id);
  if (withdrawal === null || withdrawal.customerId !== customerId) return notFound();
  const isEnded = await endUnpaid(dbTx, ports, withdrawal, { event: 'cancel', end: 'returned', now });
  return isEnded ? null : refuse('notOperable');
}
