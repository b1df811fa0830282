import type { Data } from '@lode/contract';
import type { Database, Queryable, Transaction } from '../../../platform/db/database.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { rowId } from '../../../platform/http/page.ts';
import { notFound, type Refusal, refuse } from '../../../platform/http/refusal.ts';
import { runOnce } from '../../../platform/money-call/money-call.ts';
import { endUnpaid } from '../lifecycle.ts';
import { lockWithdrawal } from '../withdrawal.repository.ts';
import type { AmountReturnPorts } from '../withdrawal-ports.ts';

type Response = Data<'withdrawCancel'>;

export interface CancelDeps extends AmountReturnPorts {
  database: Database;
  readonly responseOf: (db: Queryable, customerId: bigint, id: bigint) => Promise<Response>;
}

/** The customer cancels an unapproved withdrawal. The same `requestId` again gets the same response. */
export async function cancel(deps: CancelDeps, context: RequestContext, idText: string): Promise<Response | Refusal> {
  const id = rowId(idText);
  const { customerId } = context.session;
  return runOnce(deps.database, context, {
    call: 'withdrawCancel',
    business: { id: id ?? idText },
    async act(dbTx) {
      if (id === null) return notFound();
      const refusal = await cancelOwn(dbTx, deps, { customerId, id, now: context.now });
      return refusal ?? deps.responseOf(dbTx, customerId, id);
    },
  });
}

/** Returns the amount of the customer's own, unapproved withdrawal. In the caller's transaction. */
export async function cancelOwn(
  dbTx: Transaction,
  ports: AmountReturnPorts,
  { customerId, id, now }: { customerId: bigint; id: bigint; now: Date },
): Promise<Refusal | null> {
  const withdrawal = await lockWithdrawal(dbTx, id);
  if (withdrawal === null || withdrawal.customerId !== customerId) return notFound();
  const isEnded = await endUnpaid(dbTx, ports, withdrawal, { event: 'cancel', end: 'returned', now });
  return isEnded ? null : refuse('notOperable');
}
