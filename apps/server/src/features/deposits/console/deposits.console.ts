import type { Database } from '../../../platform/db/database.ts';
import type { ConsolePart } from '../../../platform/http/console/console-context.ts';
import { readRecorder } from '../../../platform/http/console/staff-call.ts';
import { rowId } from '../../../platform/http/page.ts';
import { isRefusal, notFound } from '../../../platform/http/refusal.ts';
import type { StaffPorts } from '../../../platform/staff/authority.ts';
import { type DepositPageDeps, readDepositPage } from './deposit-page.ts';
import { type ListDeps, listDeposits } from './list-deposits.ts';

export interface DepositConsoleDeps extends ListDeps, DepositPageDeps, Pick<StaffPorts, 'recordAudit'> {
  database: Database;
}

/** Deposits as the staff sees them. What is clawed back of one is proposed by the commands' own declarations. */
export function depositsConsole(deps: DepositConsoleDeps): ConsolePart<'depositList' | 'deposit'> {
  const seen = readRecorder(deps);

  return {
    async depositList(context, input) {
      const answer = await listDeposits(deps, input);
      const { find, customer } = input;
      // Each part of a search, whatever it found.
      if (!isRefusal(answer) && (find !== undefined || customer !== undefined))
        await seen(context, 'deposit:search', 'deposits', { ...(find && { find }), ...(customer && { customer }) });
      return answer;
    },
    async deposit(context, { id: given }) {
      const id = rowId(given);
      const page = id === null ? null : await readDepositPage(deps, id, context.now);
      if (page === null) return notFound();
      await seen(context, 'deposit:show', `deposit ${given}`, { customer: page.customer.id });
      return page;
    },
  };
}
