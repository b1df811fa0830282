import { formatAmount, parseAmount } from '@lode/money';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import type { StaffPorts } from '../../../platform/staff/authority.ts';
import type { StaffInput, StaffResult } from '../../../platform/staff/staff-command.ts';
import type { WithdrawCoin } from '../domain/coins.ts';
import { type LimitsPorts, withdrawLimitsAt } from '../domain/limits.ts';
import { lockAutoApproval } from './auto-approval.repository.ts';
import { type AutoApprovalPolicy, type PolicyKey, type StoredPolicy, validatePolicy } from './auto-approval-policy.ts';

export interface PolicyPorts {
  /** Writes a version of a setting; answers the refusal, or null. */
  readonly changeSetting: (
    db: Queryable,
    key: PolicyKey,
    version: { value: StoredPolicy | null; effectiveFrom: Date; changedBy: string; reason: string },
    now: Date,
  ) => Promise<string | null>;
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
  }: Omit<StaffInput, 'now'> & { coin: WithdrawCoin; policy: AutoApprovalPolicy | null; action: string },
): Promise<StaffResult> {
  return deps.database.transaction(async (dbTx): Promise<StaffResult> => {
    // A check under way finishes with the old policy before it changes.
    await lockAutoApproval(dbTx, coin);
    const now = deps.clock.now();
    const limits = (await withdrawLimitsAt(dbTx, deps, now))[coin];
    if (policy === null && limits.autoApproval === null) return { refused: `the rule of ${coin} is off` };
    const inUnits = (text: string) => parseAmount(text, coin);
    const productLimits = { min: inUnits(limits.min), max: inUnits(limits.max), perDay: inUnits(limits.perDay) };
    const invalid = policy && validatePolicy(policy, productLimits);
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
      detail: { value: JSON.stringify(value) },
    });
    return {
      done: value === null ? `the rule of ${coin} is off` : `the rule of ${coin} is on: ${describePolicy(value)}`,
    };
  });
}

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
