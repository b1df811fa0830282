import type { Data } from '@lode/contract';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { callerNetwork } from '../../../platform/http/caller-network.ts';
import type { Handlers } from '../../../platform/http/context.ts';
import { isRefusal } from '../../../platform/http/refusal.ts';
import type { GroupedUseCase } from '../../../platform/money-call/group.ts';
import { grouped, type RunMoneyCall } from '../../../platform/money-call/money-call.ts';
import { withdrawCodeSubject } from '../../../platform/money-call/withdraw-code.ts';
import { readWithdrawal, type WithdrawalName } from '../withdrawal.repository.ts';
import { addToBook, type BookPorts, checkAddress, listAddresses, removeFromBook } from './address-book.ts';
import { type CancelDeps, cancel } from './cancel.ts';
import { type QuotePorts, withdrawalQuote } from './quote.ts';
import { readSecurityHoldFacts } from './security-hold.repository.ts';
import { securityHoldOf } from './security-hold.ts';
import {
  type AcceptedSubmission,
  decideSubmissions,
  keepSubmissions,
  readDestination,
  type Submission,
  type SubmissionDestination,
  type SubmitPorts,
} from './submit.ts';
import { responseFacts, withdrawalPage } from './withdrawal-page.ts';
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

  async function responseOf(db: Queryable, customerId: bigint, id: bigint): Promise<Data<'withdrawApply'>> {
    const row = await readWithdrawal(db, customerId, id);
    if (row === null) throw new Error(`withdrawal ${id} was written in this transaction and is missing`);
    return withdrawalResponse(row, await responseFacts(db, deps));
  }

  type Accepted = AcceptedSubmission & { facts: ResponseFacts };
  const submissions: GroupedUseCase<Submission, Accepted, Data<'withdrawApply'>> = {
    async decide(dbTx, items) {
      const [decided, facts] = await Promise.all([decideSubmissions(dbTx, deps, items), responseFacts(dbTx, deps)]);
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

    withdrawPage: ({ session: { customerId } }, input) => withdrawalPage(database, deps, customerId, input),

    withdrawCancel: (context, { id }) => cancel({ ...deps, responseOf }, context, id),
    withdrawAddressList: (context) => listAddresses(deps, context),
    withdrawAddressAdd: (context, input) => addToBook(deps, context, input),
    withdrawAddressRemove: (context, input) => removeFromBook(deps, context, input),
  } satisfies Handlers;
}
