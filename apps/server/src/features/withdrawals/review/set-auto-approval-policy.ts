import { formatAmount, parseAmount } from '@lode/money';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import type { StaffPorts } from '../../../platform/staff/authority.ts';
import type { ConsoleResult, StaffInput } from '../../../platform/staff/staff-command.ts';
import type { WithdrawCoin } from '../domain/coins.ts';
import { type LimitsPorts, type WithdrawLimits, withdrawLimitsAt } from '../domain/limits.ts';
import { lockAutoApproval } from './auto-approval.repository.ts';
import { type AutoApprovalPolicy, type PolicyKey, type StoredPolicy, validatePolicy } from './auto-approval-policy.ts';
import * as say from './sentences.zh.ts';

export interface PolicyPorts {
  /** Writes a version of a setting; answers the refusal, or null. */
  readonly changeSetting: (
    db: Queryable,
    key: PolicyKey,
    version: { value: StoredPolicy | null; effectiveFrom: Date; changedBy: string; reason: string },
    now: Date,
  ) => Promise<Sentence | null>;
}

export interface SetPolicyDeps extends PolicyPorts, LimitsPorts, Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  clock: Clock;
}

/** Sets a coin's policy, or switches auto-approval off (null): at once, with an audit line. */
export function setPolicy(
  deps: SetPolicyDeps,
  {
    coin,
    policy,
    action,
    authority,
    reason,
    bound,
  }: Omit<StaffInput, 'now'> & { coin: WithdrawCoin; policy: AutoApprovalPolicy | null; action: string },
): Promise<ConsoleResult> {
  return deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
    // A check under way finishes with the old policy before it changes.
    await lockAutoApproval(dbTx, coin);
    const now = deps.clock.now();
    const limits = (await withdrawLimitsAt(dbTx, deps, now))[coin];
    if (bound !== undefined && bound.before !== JSON.stringify(limits.autoApproval))
      return { refused: say.otherPolicy(coin) };
    if (policy === null && limits.autoApproval === null) return { refused: say.policyIsOff(coin) };
    const invalid = policy && validatePolicy(policy, inUnits(limits, coin));
    if (invalid) return { refused: invalid };
    const value = policy && storedPolicy(policy, coin);
    const version = { value, effectiveFrom: now, changedBy: `staff:${authority.by.name}`, reason };
    const refused = await deps.changeSetting(dbTx, `withdraw.rule.${coin}`, version, now);
    if (refused !== null) return { refused };
    const subject = `setting withdraw.rule.${coin}`;
    await deps.recordAudit(dbTx, {
      at: now,
      authority,
      action,
      subject,
      reason,
      detail: { before: JSON.stringify(limits.autoApproval), value: JSON.stringify(value) },
    });
    return { done: value === null ? say.policyIsOff(coin) : say.policyIsOn(coin, value) };
  });
}

/** What a new policy would change, or why it would be refused now. Changes nothing. */
export async function describeNewPolicy(
  db: Queryable,
  deps: LimitsPorts,
  { coin, policy }: { coin: WithdrawCoin; policy: AutoApprovalPolicy },
  now: Date,
): Promise<{ summary: Sentence; bound: { before: string } } | { refused: Sentence }> {
  const limits = (await withdrawLimitsAt(db, deps, now))[coin];
  const invalid = validatePolicy(policy, inUnits(limits, coin));
  if (invalid) return { refused: invalid };
  return {
    summary: say.ruleWouldBe(coin, limits.autoApproval, storedPolicy(policy, coin)),
    bound: { before: JSON.stringify(limits.autoApproval) },
  };
}

const inUnits = ({ min, max, perDay }: WithdrawLimits, coin: WithdrawCoin) => ({
  min: parseAmount(min, coin),
  max: parseAmount(max, coin),
  perDay: parseAmount(perDay, coin),
});

function storedPolicy(
  { perPayment, perCustomerDay, perDay, knownDays }: AutoApprovalPolicy,
  coin: WithdrawCoin,
): StoredPolicy {
  const written = (amount: bigint) => formatAmount(amount, coin);
  return {
    perPayment: written(perPayment),
    perCustomerDay: written(perCustomerDay),
    perDay: written(perDay),
    knownDays,
  };
}

export const describePolicy = ({ perPayment, perCustomerDay, perDay, knownDays }: StoredPolicy): string =>
  `${perPayment} a payment, ${perCustomerDay} a customer and day, ${perDay} a day; addresses known ${knownDays} days`;
