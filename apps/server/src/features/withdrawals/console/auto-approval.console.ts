import { maskAccount } from '@lode/contract';
import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import { formatAmount } from '@lode/money';
import { knownDaysRange } from '../../../platform/auto-approval-days.ts';
import { addDays, businessDate } from '../../../platform/clock/clock.ts';
import { UsageError } from '../../../platform/commands/option.ts';
import { readAmount } from '../../../platform/commands/readers.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { answerOf, refusedWith } from '../../../platform/http/console/answer.ts';
import type { ConsolePart } from '../../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../../platform/http/console/records.ts';
import { inputOf, readRecorder } from '../../../platform/http/console/staff-call.ts';
import { isRefusal, type Refusal } from '../../../platform/http/refusal.ts';
import { type WithdrawCoin, withdrawCoins } from '../domain/coins.ts';
import { withdrawLimitsAt } from '../domain/limits.ts';
import { autoApprovedOfDay, type ListedApproval, readListedApprovals } from '../review/auto-approval.repository.ts';
import type { AutoApprovalPolicy } from '../review/auto-approval-policy.ts';
import { type ReplayRow, readPastWithdrawals } from '../review/auto-approval-replay.repository.ts';
import { newestDays, replayPolicy } from '../review/replay-auto-approval.ts';
import { describeNewPolicy, type SetPolicyDeps, setPolicy } from '../review/set-auto-approval-policy.ts';

type AutoApprovalCall = 'autoApproval' | 'autoApprovalList' | 'replayAutoApproval' | 'stopAutoApproval';
type Replay = ConsoleData<'replayAutoApproval'>;

export interface AutoApprovalConsoleDeps extends SetPolicyDeps {
  staffReads: Queryable;
}

const replayedDays = 90;
/** Requests that a replay judges, the newest; more are a question for another tool. */
const mostReplayed = 50_000;
const mostShown = 100;

/** Automatic approval in the console: its bounds, what they would have approved, what they did approve, and the switch off. */
export function autoApprovalConsole(deps: AutoApprovalConsoleDeps): ConsolePart<AutoApprovalCall> {
  const { staffReads } = deps;
  const record = readRecorder(deps);
  return {
    async autoApproval({ now }) {
      const limits = await withdrawLimitsAt(staffReads, deps, now);
      const today = businessDate(now);
      const approved = await Promise.all(withdrawCoins.map((coin) => autoApprovedOfDay(staffReads, coin, today)));
      return {
        coins: withdrawCoins.map((coin, n) => ({
          coin,
          bounds: limits[coin].autoApproval,
          smallest: limits[coin].min,
          largest: limits[coin].max,
          largestDay: limits[coin].perDay,
          approvedToday: formatAmount(approved[n] ?? 0n, coin),
        })),
        leastKnownDays: knownDaysRange.min,
        mostKnownDays: knownDaysRange.max,
      };
    },
    async autoApprovalList(_context, input) {
      const request = recordsRequest(input, ['integer']);
      if (isRefusal(request)) return request;
      const rows = await readListedApprovals(staffReads, request);
      return recordsOf(rows, ({ id }) => [id], approvalView);
    },
    async replayAutoApproval(context, input) {
      const policy = policyOf(input);
      if (isRefusal(policy)) return policy;
      const { coin } = input;
      const described = await describeNewPolicy(staffReads, deps, { coin, policy }, context.now);
      if ('refused' in described) return refusedWith(described.refused);
      const since = addDays(businessDate(context.now), -replayedDays);
      const { knownDays, perPayment, perCustomerDay, perDay } = input;
      // It names customers, though masked.
      const detail = { perPayment, perCustomerDay, perDay, knownDays: String(knownDays) };
      await record(context, 'withdrawal:rule-replay', `auto-approval ${coin}`, detail);
      const past = await readPastWithdrawals(staffReads, { coin, since, knownDays, limit: mostReplayed + 1 });
      const { replayed, isWhole } = newestDays(past, mostReplayed);
      const [oldest] = replayed;
      return replayView(coin, isWhole || oldest === undefined ? since : oldest.date, replayed, { policy, isWhole });
    },
    async stopAutoApproval(context, { coin, reason }) {
      const { now: _, ...input } = inputOf(context, reason);
      return answerOf(await setPolicy(deps, { ...input, coin, policy: null, action: 'withdrawal:rule-off' }));
    },
  };
}

function policyOf(input: ConsoleInput<'replayAutoApproval'>): AutoApprovalPolicy | Refusal {
  const { coin, perPayment, perCustomerDay, perDay, knownDays } = input;
  try {
    return {
      perPayment: readAmount(perPayment, coin, 'per-payment'),
      perCustomerDay: readAmount(perCustomerDay, coin, 'per-customer-day'),
      perDay: readAmount(perDay, coin, 'per-day'),
      knownDays,
    };
  } catch (error) {
    if (error instanceof UsageError) return refusedWith(error.sentence);
    throw error;
  }
}

const isRefused = ({ phase }: ReplayRow) => phase === 'REJECTED' || phase === 'FAILED' || phase === 'CANCELLED';

function replayView(
  coin: WithdrawCoin,
  since: string,
  past: readonly ReplayRow[],
  { policy, isWhole }: { policy: AutoApprovalPolicy; isWhole: boolean },
): Replay {
  const { approved, denied, days } = replayPolicy(policy, past);
  const total = approved.reduce((sum, { amount }) => sum + amount, 0n);
  const [largest] = [...days].toSorted(([, a], [, b]) => largerFirst(a, b));
  const byInterest = approved.toSorted(
    (a, b) => Number(isRefused(b)) - Number(isRefused(a)) || largerFirst(a.amount, b.amount),
  );
  return {
    since,
    replayed: past.length,
    isWhole,
    approved: approved.length,
    approvedAmount: formatAmount(total, coin),
    customers: new Set(approved.map(({ customerId }) => customerId)).size,
    largestDay: largest ? { date: largest[0], amount: formatAmount(largest[1], coin) } : null,
    notPaid: approved.filter(isRefused).length,
    denied,
    records: byInterest.slice(0, mostShown).map((row) => ({
      id: String(row.id),
      number: row.number,
      customerId: String(row.customerId),
      account: maskAccount(row.account),
      amount: formatAmount(row.amount, coin),
      appliedAt: row.appliedAt.toISOString(),
      phase: row.phase,
      wasByRule: row.wasByRule,
    })),
  };
}

const largerFirst = (a: bigint, b: bigint) => (a < b ? 1 : a > b ? -1 : 0);

function approvalView(row: ListedApproval): ConsoleData<'autoApprovalList'>['records'][number] {
  const { id, number, customerId, coin, phase, precedent, revokedReason } = row;
  return {
    id: String(id),
    number,
    customerId: String(customerId),
    account: maskAccount(row.account),
    coin,
    amount: formatAmount(row.amount, coin),
    at: row.at.toISOString(),
    phase,
    precedent: String(precedent),
    revokedReason,
  };
}
