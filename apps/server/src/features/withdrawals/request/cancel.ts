import type { Data } from '@lode/contract';
import type { Database, DbTx } from '../../../platform/db/database.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { rowId } from '../../../platform/http/page.ts';
import { notFound, type Refusal, refuse } from '../../../platform/http/refusal.ts';
import { runOnce } from '../../../platform/money-call/money-call.ts';
import { endUnpaid } from '../lifecycle.ts';
import { lockWithdrawal } from '../withdrawal.repository.ts';
import type { CreditPorts } from '../withdrawal-ports.ts';

type Answer = Data<'withdrawCancel'>;

export interface CancelDeps extends CreditPorts {
  database: Database;
  answerOf(dbTx: DbTx, customerId: bigint, id: bigint): Promise<Answer>;
}

/** The customer takes back what nobody has approved. With a `requestId` the same request again is told the same. */
export async function cancel(deps: CancelDeps, context: RequestContext, id: string): Promise<Answer | Refusal> {
  const row = rowId(id);
  if (row === null) return notFound();
  return runOnce(deps.database, context, {
    call: 'withdrawCancel',
    business: { id: row },
    act: (dbTx) => cancelNow(deps, dbTx, context, row),
  });
}

async function cancelNow(
  deps: CancelDeps,
  dbTx: DbTx,
  { session: { customerId }, now }: RequestContext,
  id: bigint,
): Promise<Answer | Refusal> {
  const refusal = await cancelOwn(dbTx, deps, { customerId, id, now });
  return refusal ?? deps.answerOf(dbTx, customerId, id);
}

/** The customer's own that nobody has approved returns. In the caller's transaction. */
export async function cancelOwn(
  dbTx: DbTx,
  ports: CreditPorts,
  { customerId, id, now }: { customerId: bigint; id: bigint; now: Date },
): Promise<Refusal | null> {
  const withdrawal = await lockWithdrawal(dbTx, id);
  if (withdrawal === null || withdrawal.customerId !== customerId) return notFound();
  const isEnded = await endUnpaid(dbTx, ports, withdrawal, { event: 'cancel', end: 'returned', now });
  return isEnded ? null : refuse('notOperable');
}
