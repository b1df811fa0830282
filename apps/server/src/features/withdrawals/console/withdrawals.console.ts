import type { Queryable } from '../../../platform/db/database.ts';
import { answerOf } from '../../../platform/http/console/answer.ts';
import type { ConsolePart } from '../../../platform/http/console/console-context.ts';
import { inputOf, readRecorder } from '../../../platform/http/console/staff-call.ts';
import { rowId } from '../../../platform/http/page.ts';
import { isRefusal, notFound, type Refusal } from '../../../platform/http/refusal.ts';
import type { ConsoleResult } from '../../../platform/staff/staff-command.ts';
import { type ReviewDeps, reject } from '../review/review.ts';
import { noWithdrawal } from '../review/sentences.zh.ts';
import { findWithdrawal } from '../withdrawal.repository.ts';
import { type ListDeps, listWithdrawals } from './list-withdrawals.ts';
import { readProgress } from './review-facts.repository.ts';
import { type ReviewPageDeps, readReview } from './review-page.ts';
import { noteWithdrawal } from './withdrawal-note.ts';

type WithdrawalCall =
  | 'withdrawalList'
  | 'withdrawalReview'
  | 'withdrawalProgress'
  | 'noteWithdrawal'
  | 'rejectWithdrawal';

export interface WithdrawalConsoleDeps extends ListDeps, ReviewPageDeps, ReviewDeps {
  staffReads: Queryable;
}

/**
 * Withdrawals in the console: what they are decided on, and every decision that needs no signature. Proposals and approvals are given
 * on the signer's own page; this process never signs.
 */
export function withdrawalsConsole(deps: WithdrawalConsoleDeps): ConsolePart<WithdrawalCall> {
  const { staffReads } = deps;
  const record = readRecorder(deps);

  return {
    async withdrawalList(context, input) {
      const answer = await listWithdrawals(deps, input);
      const { find, customer } = input;
      // Each part of a search, whatever it found.
      if (!isRefusal(answer) && (find !== undefined || customer !== undefined))
        await record(context, 'withdrawal:search', 'withdrawals', {
          ...(find && { find }),
          ...(customer && { customer }),
        });
      return answer;
    },
    async withdrawalReview(context, { id: given }) {
      const id = rowId(given);
      const withdrawal = id === null ? null : await findWithdrawal(staffReads, id);
      if (withdrawal === null) return notFound();
      const { customerId } = withdrawal;
      const detail: Record<string, string> = customerId === null ? {} : { customer: String(customerId) };
      await record(context, 'withdrawal:show', `withdrawal ${given}`, detail);
      return readReview(deps, withdrawal, context);
    },
    async withdrawalProgress(_context, { id: given }) {
      const id = rowId(given);
      return (id === null ? null : await readProgress(staffReads, id)) ?? notFound();
    },
    noteWithdrawal: (context, { id, text }) =>
      withId(id, (withdrawalId) => noteWithdrawal(deps, { ...inputOf(context, text), id: withdrawalId })),
    rejectWithdrawal: (context, { id, reason, cause }) =>
      withId(id, (withdrawalId) =>
        reject(deps, { ...inputOf(context, reason), id: withdrawalId, ...(cause && { cause }) }),
      ),
  };
}

async function withId(given: string, act: (id: bigint) => Promise<ConsoleResult>): Promise<null | Refusal> {
  const id = rowId(given);
  return answerOf(id === null ? { refused: noWithdrawal(given) } : await act(id));
}
