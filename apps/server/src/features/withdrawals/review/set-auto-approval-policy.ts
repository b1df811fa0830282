import { formatAmount, parseAmount } from '@lode/money';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, DbTx } from '../../../platform/db/database.ts';
import type { StaffPorts } from '../../../platform/staff/authority.ts';
import type { Deed, DeedResult } from '../../../platform/staff/staff-command.ts';
import type { WithdrawCoin } from '../domain/coins.ts';
import { type TermsPorts, withdrawTermsAt } from '../domain/limits.ts';
import { lockRule } from './auto-approval.repository.ts';
import { type Bounds, flawOfBounds, type RuleKey, type StoredBounds } from './auto-approval-policy.ts';

export interface RulePorts {
  /** Writes a version of a setting; answers why not, or null. */
  changeSetting(
    dbTx: DbTx,
    key: RuleKey,
    version: { value: StoredBounds | null; effectiveFrom: Date; changedBy: string; reason: string },
    now: Date,
  ): Promise<string | null>;
}

export interface SetRuleDeps extends RulePorts, TermsPorts, Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  clock: Clock;
}

/** Switches the rule of a coin on with these bounds, or off: at once, with its line in the audit log. */
export function setRule(
  deps: SetRuleDeps,
  {
    coin,
    bounds,
    action,
    authority,
    reason,
  }: Omit<Deed, 'now'> & { coin: WithdrawCoin; bounds: Bounds | null; action: string },
): Promise<DeedResult> {
  return deps.database.transaction(async (dbTx): Promise<DeedResult> => {
    // Whoever judges by the rule now is done before it changes.
    await lockRule(dbTx, coin);
    const now = deps.clock.now();
    const terms = await withdrawTermsAt(dbTx, deps, coin, now);
    if (bounds === null && terms.rule === null) return { refused: `the rule of ${coin} is off` };
    const inUnits = (text: string) => parseAmount(text, coin);
    const limits = { min: inUnits(terms.min), max: inUnits(terms.max), perDay: inUnits(terms.perDay) };
    const flaw = bounds && flawOfBounds(bounds, limits);
    if (flaw) return { refused: flaw };
    const value = bounds && storedOf(bounds, coin);
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
    return { done: value === null ? `the rule of ${coin} is off` : `the rule of ${coin} is on: ${wordsOf(value)}` };
  });
}

function storedOf({ perPayment, perCustomerDay, perDay, knownDays }: Bounds, coin: WithdrawCoin): StoredBounds {
  const written = (amount: bigint) => formatAmount(amount, coin);
  return {
    perPayment: written(perPayment),
    perCustomerDay: written(perCustomerDay),
    perDay: written(perDay),
    knownDays,
  };
}

export const wordsOf = ({ perPayment, perCustomerDay, perDay, knownDays }: StoredBounds): string =>
  `${perPayment} a payment, ${perCustomerDay} a customer and day, ${perDay} a day; addresses known ${knownDays} days`;
