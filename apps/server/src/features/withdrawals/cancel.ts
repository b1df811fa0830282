import type { Data } from '@lode/contract';
import { inputHash } from '@lode/ledger';
import type { Database, DbTx } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/context.ts';
import { rowId } from '../../platform/http/page.ts';
import { isRefusal, notFound, type Refusal, refuse } from '../../platform/http/refusal.ts';
import { claimRequest, findRequest, keepAnswer } from '../../platform/money-call/money-request.store.ts';
import { endUnpaid } from './end-withdrawal.ts';
import type { CreditPorts } from './ports.ts';
import { lockWithdrawal } from './withdrawals.store.ts';

type Answer = Data<'withdrawCancel'>;

export interface CancelDeps extends CreditPorts {
  database: Database;
  answerOf(dbTx: DbTx, customerId: bigint, id: bigint): Promise<Answer>;
}

/** Ends the transaction of a request that is refused after its id was claimed: a refusal frees the id. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super('refused');
    this.refusal = refusal;
  }
}

/** The customer takes back what nobody has approved. With a `requestId` the same request again is told the same. */
export async function cancel(deps: CancelDeps, context: RequestContext, id: string): Promise<Answer | Refusal> {
  const { database } = deps;
  const { session, requestId, now } = context;
  const row = rowId(id);
  if (row === null) return notFound();
  if (requestId === null) return database.transaction((dbTx) => cancelNow(deps, dbTx, context, row));

  const key = { customerId: session.customerId, call: 'withdrawCancel', requestId };
  const hash = inputHash({ id: row });
  const replay = async (): Promise<Answer | Refusal | null> => {
    const done = await findRequest(database, key);
    if (done === null) return null;
    return done.inputHash.equals(hash) ? (done.answer as Answer) : refuse('keyReused');
  };
  const earlier = await replay();
  if (earlier !== null) return earlier;
  const answer = await unlessRefused(() =>
    database.transaction(async (dbTx) => {
      if (!(await claimRequest(dbTx, key, hash, now))) throw new Refused(refuse('keyReused'));
      const done = await cancelNow(deps, dbTx, context, row);
      if (isRefusal(done)) throw new Refused(done);
      await keepAnswer(dbTx, key, done);
      return done;
    }),
  );
  // Another process may have carried it out meanwhile.
  return isRefusal(answer) ? ((await replay()) ?? answer) : answer;
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

async function unlessRefused<T>(work: () => Promise<T | Refusal>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}
