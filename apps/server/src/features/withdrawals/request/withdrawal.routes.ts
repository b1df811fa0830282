import type { Data } from '@lode/contract';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { callerNetwork } from '../../../platform/http/caller-network.ts';
import type { Handlers } from '../../../platform/http/context.ts';
import { encodeCursor, pageOf, pageRequest, rowId } from '../../../platform/http/page.ts';
import { isRefusal } from '../../../platform/http/refusal.ts';
import type { GroupedUseCase } from '../../../platform/money-call/group.ts';
import { grouped, type RunMoneyCall } from '../../../platform/money-call/money-call.ts';
import { withdrawCodeSubject } from '../../../platform/money-call/withdraw-code.ts';
import { readWithdrawal, readWithdrawals, type WithdrawalName, type WithdrawalRow } from '../withdrawal.repository.ts';
import { addToBook, type BookPorts, checkAddress, listAddresses, removeFromBook } from './address-book.ts';
import { type CancelDeps, cancel } from './cancel.ts';
import { readPayoutDuration } from './payout-duration.ts';
import { type QuotePorts, withdrawalQuote } from './quote.ts';
import { readSecurityHoldFacts } from './security-hold.repository.ts';
import { securityHoldOf } from './security-hold.ts';
import { phasesShownAs } from './spec-status.ts';
import {
  type AcceptedSubmission,
  decideSubmissions,
  keepSubmissions,
  readDestination,
  type Submission,
  type SubmissionDestination,
  type SubmitPorts,
} from './submit.ts';
import { type ResponseFacts, submittedRow, withdrawalResponse } from './withdrawal-response.ts';

export interface WithdrawalRouteDeps
  extends BookPorts,
    SubmitPorts,
    QuotePorts,
    Pick<CancelDeps, 'finishCancellation'> {
  database: Database;
  runMoneyCall: RunMoneyCall;
}

export function withdrawalRoutes(deps: WithdrawalRouteDeps) {
  const { database } = deps;

  async function responseFacts(db: Queryable): Promise<ResponseFacts> {
    const { needed, addressOf } = deps;
    const payoutDuration = await readPayoutDuration(db, deps);
    return { addressOf, needed: { BTC: needed('BITCOIN'), USDT: needed('ERC20') }, payoutDuration };
  }

  async function responseOf(db: Queryable, customerId: bigint, id: bigint): Promise<Data<'withdrawApply'>> {
    const row = await readWithdrawal(db, customerId, id);
    if (row === null) throw new Error(`withdrawal ${id} was written in this transaction and is missing`);
    return withdrawalResponse(row, await responseFacts(db));
  }

  type Accepted = AcceptedSubmission & { facts: ResponseFacts };
  const submissions: GroupedUseCase<Submission, Accepted, Data<'withdrawApply'>> = {
    async decide(dbTx, items) {
      const [decided, facts] = await Promise.all([decideSubmissions(dbTx, deps, items), responseFacts(dbTx)]);
      return decided.map((one) => (isRefusal(one) ? one : { ...one, facts }));
    },
    async carryOut(dbTx, accepted, keep) {
      let answers: Data<'withdrawApply'>[] = [];
      await keepSubmissions(dbTx, deps, accepted, (names) => {
        answers = accepted.map(({ withdrawal, facts }, i) =>
          withdrawalResponse(submittedRow(withdrawal, names[i] as WithdrawalName), facts),
        );
        return keep(answers);
      });
      return answers;
    },
  };

  return {
    withdrawTerms: (context, input) => withdrawalQuote(deps, context, input),
    withdrawCheckAddress: (context, input) => checkAddress(deps, context, input),

    async withdrawCheckDevice({ session: { customerId }, deviceId, now }) {
      const facts = await readSecurityHoldFacts(database, { customerId, deviceId, now });
      const hold = securityHoldOf(facts, { hours: deps.holdHours, now });
      if (hold === null) return { allowed: true, reason: null, until: null };
      return { allowed: false, reason: hold.reason, until: hold.until?.toISOString() ?? null };
    },

    withdrawApply: (context, { coin, network, address, amount, code, confirm = false, ...input }) =>
      deps.runMoneyCall(context, {
        call: 'withdrawApply',
        purpose: 'WITHDRAW',
        secret: { password: input.password, passwordToken: input.passwordToken },
        oneTimeCode: { scene: 'WITHDRAW', code, madeFor: withdrawCodeSubject({ coin, network, address, amount }) },
        secondFactor: { given: input.secondFactor },
        business: { coin, network, address, amount },
        prepare: () => readDestination(deps, { coin, network, address }),
        ...grouped(submissions, (key: string, destination: SubmissionDestination) => {
          const { now, deviceId, session } = context;
          const { customerId } = session;
          return { customerId, deviceId, destination, amount, confirm, key, now, callerNetwork: callerNetwork() };
        }),
      }),

    async withdrawPage({ session: { customerId } }, input) {
      const range = pageRequest(input, ['integer']);
      if (isRefusal(range)) return range;
      const { size, current, limit, offset, after } = range;
      const rows = await rowsOf(customerId, input.id, {
        coin: input.coin,
        phases: phasesShownAs(input),
        before: after?.[0] ?? null,
        limit,
        offset,
      });
      const page = pageOf(rows, size, current, ({ id }) => encodeCursor([id]));
      const facts = await responseFacts(database);
      return { ...page, records: page.records.map((row) => withdrawalResponse(row, facts)) };
    },

    withdrawCancel: (context, { id }) => cancel({ ...deps, responseOf }, context, id),
    withdrawAddressList: (context) => listAddresses(deps, context),
    withdrawAddressAdd: (context, input) => addToBook(deps, context, input),
    withdrawAddressRemove: (context, input) => removeFromBook(deps, context, input),
  } satisfies Handlers;

  /** All that match, or the one of an id; none for another customer's id. */
  async function rowsOf(
    customerId: bigint,
    id: string | undefined,
    place: Parameters<typeof readWithdrawals>[2],
  ): Promise<WithdrawalRow[]> {
    if (id === undefined) return readWithdrawals(database, customerId, place);
    const row = rowId(id);
    const found = row === null ? null : await readWithdrawal(database, customerId, row);
    const fits =
      found !== null && (place.coin === undefined || found.coin === place.coin) && place.phases.includes(found.phase);
    return fits ? [found] : [];
  }
}
