import { DecimalError, formatAmount, parseAmount } from '@lode/money';
import { addDays, businessDate } from '../../../platform/clock/clock.ts';
import { type Command, readArguments, UsageError, wanted } from '../../../platform/commands/command.ts';
import { type NeededRoles, type StaffPorts, settingDeed } from '../../../platform/staff/authority.ts';
import { staffCommand } from '../../../platform/staff/staff-command.ts';
import { type WithdrawCoin, withdrawCoins } from '../domain/coins.ts';
import { withdrawLimitsAt } from '../domain/limits.ts';
import { statusText } from '../request/spec-status.ts';
import { type AutoApprovalRow, autoApprovedOfDay, readAutoApprovals } from './auto-approval.repository.ts';
import type { AutoApprovalPolicy } from './auto-approval-policy.ts';
import { describePolicy, type SetPolicyDeps, setPolicy } from './set-auto-approval-policy.ts';

/** Switching off is never dangerous: one person suffices. */
const stopping: NeededRoles = { by: ['FINANCE', 'APPROVER', 'ADMIN'] };

const most = 500;

/**
 * `withdrawal:rule --coin C --per-payment N --per-customer-day N --per-day N --known-days D` by ADMIN with APPROVER switches
 * auto-approval on, or changes its policy; `withdrawal:rule-off --coin C` by one of FINANCE, APPROVER, ADMIN ends it;
 * `withdrawal:by-rule [--days N]` lists what it has approved.
 */
export function autoApprovalCommands(deps: SetPolicyDeps & StaffPorts): Record<string, Command> {
  return {
    'withdrawal:rule': staffCommand(
      deps,
      settingDeed,
      ['coin', 'per-payment', 'per-customer-day', 'per-day', 'known-days'],
      (options, deed) => {
        const coin = readCoin(wanted(options, 'coin'));
        const amount = (name: string) => readAmount(name, wanted(options, name), coin);
        const policy: AutoApprovalPolicy = {
          perPayment: amount('per-payment'),
          perCustomerDay: amount('per-customer-day'),
          perDay: amount('per-day'),
          knownDays: readDays('known-days', wanted(options, 'known-days')),
        };
        return setPolicy(deps, { coin, policy, action: 'withdrawal:rule', ...deed });
      },
    ),
    'withdrawal:rule-off': staffCommand(deps, stopping, ['coin'], (options, deed) =>
      setPolicy(deps, {
        coin: readCoin(wanted(options, 'coin')),
        policy: null,
        action: 'withdrawal:rule-off',
        ...deed,
      }),
    ),
    'withdrawal:by-rule': listCommand(deps),
  };
}

/** The auto-approvals of some business days, the newest first; then each coin's policy and its total of today. */
function listCommand(deps: SetPolicyDeps): Command {
  return async ({ database, clock, print }, args) => {
    const { values } = readArguments(args, { days: { type: 'string' } });
    const days = values.days === undefined ? 1 : readDays('days', values.days);
    const now = clock.now();
    const today = businessDate(now);
    const rows = await readAutoApprovals(database, addDays(today, 1 - days), most);
    for (const row of rows) {
      const { id, customerId, coin, amount, at, precedent } = row;
      const what = `withdrawal ${id} of customer ${customerId}: ${formatAmount(amount, coin)} ${coin}`;
      print(`${what}, ${at.toISOString()}, known by withdrawal ${precedent}: ${stateOf(row)}`);
    }
    if (rows.length === most) print(`the newest ${most}; there may be more`);
    for (const coin of withdrawCoins) {
      const taken = formatAmount(await autoApprovedOfDay(database, coin, today), coin);
      const { autoApproval } = await withdrawLimitsAt(database, deps, coin, now);
      print(
        `${coin} by rule today ${taken}; the rule is ${autoApproval === null ? 'off' : `on: ${describePolicy(autoApproval)}`}`,
      );
    }
    return 0;
  };
}

function stateOf(row: AutoApprovalRow): string {
  if (row.revokedReason !== null) return `back to people: ${row.revokedReason}`;
  return row.phase === 'PAID' || row.phase === 'OFFSET' ? 'paid' : statusText(row.phase);
}

function readCoin(text: string): WithdrawCoin {
  const coin = withdrawCoins.find((name) => name === text);
  if (!coin) throw new UsageError(`--coin is ${withdrawCoins.join(' or ')}`);
  return coin;
}

function readAmount(name: string, text: string, coin: WithdrawCoin): bigint {
  try {
    const amount = parseAmount(text, coin);
    if (amount > 0n) return amount;
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error;
  }
  throw new UsageError(`--${name} "${text}" is no amount of ${coin} above 0`);
}

function readDays(name: string, text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new UsageError(`--${name} is a whole number from 1 to 999`);
  return Number(text);
}
