import { formatAmount } from '@lode/money';
import { knownDaysRange } from '../../../platform/auto-approval-days.ts';
import { addDays, businessDate } from '../../../platform/clock/clock.ts';
import { type Command, defineCommand } from '../../../platform/commands/command.ts';
import { amount, choice, integer, optional } from '../../../platform/commands/option.ts';
import { readAmount } from '../../../platform/commands/readers.ts';
import {
  type NeededRoles,
  type ProposalPorts,
  type StaffPorts,
  settingRoles,
} from '../../../platform/staff/authority.ts';
import { proposableCommand } from '../../../platform/staff/proposable-command.ts';
import { staffCommand } from '../../../platform/staff/staff-command.ts';
import { type WithdrawCoin, withdrawCoins } from '../domain/coins.ts';
import { withdrawLimitsAt } from '../domain/limits.ts';
import { statusText } from '../request/spec-status.ts';
import { type AutoApprovalRow, autoApprovedOfDay, readAutoApprovals } from './auto-approval.repository.ts';
import type { AutoApprovalPolicy } from './auto-approval-policy.ts';
import { describeNewPolicy, describePolicy, type SetPolicyDeps, setPolicy } from './set-auto-approval-policy.ts';

/** One person is enough to stop: fewer automatic approvals are never dangerous. */
export const stopping: NeededRoles = { by: ['FINANCE', 'APPROVER', 'ADMIN'] };

const group = 'Withdrawals';
const coin = choice(withdrawCoins, 'the coin');

/** Shown at once. */
const most = 500;

export function autoApprovalCommands(deps: SetPolicyDeps & StaffPorts & ProposalPorts): Record<string, Command> {
  return {
    'withdrawal:rule': proposableCommand('withdrawal:rule', deps, settingRoles, {
      group,
      summary: 'Switches automatic approval of a coin on, or changes its bounds',
      options: {
        coin,
        'per-payment': amount('the most for one payment'),
        'per-customer-day': amount('the most for one customer in a day'),
        'per-day': amount('the most for all customers in a day'),
        'known-days': integer(knownDaysRange, 'for how many days the address must be known'),
      },
      example:
        '--coin BTC --per-payment 0.01 --per-customer-day 0.02 --per-day 0.1 --known-days 30 --by admin --approved-by approver --reason "small ones"',
      effects: 'changes',
      describe: (options, { database, clock }) =>
        describeNewPolicy(database, deps, { coin: options.coin, policy: policyOf(options) }, clock.now()),
      run: (options, input) =>
        setPolicy(deps, { coin: options.coin, policy: policyOf(options), action: 'withdrawal:rule', ...input }),
    }),
    'withdrawal:rule-off': staffCommand(deps, stopping, {
      group,
      summary: 'Switches automatic approval of a coin off, at once',
      options: { coin },
      example: '--coin BTC --by finance --reason "strange addresses"',
      effects: 'changes',
      run: (options, input) =>
        setPolicy(deps, { coin: options.coin, policy: null, action: 'withdrawal:rule-off', ...input }),
    }),
    'withdrawal:by-rule': listCommand(deps),
  };
}

interface PolicyOptions {
  coin: WithdrawCoin;
  'per-payment': string;
  'per-customer-day': string;
  'per-day': string;
  'known-days': number;
}

function policyOf(options: PolicyOptions): AutoApprovalPolicy {
  const bound = (name: 'per-payment' | 'per-customer-day' | 'per-day') => readAmount(options[name], options.coin, name);
  return {
    perPayment: bound('per-payment'),
    perCustomerDay: bound('per-customer-day'),
    perDay: bound('per-day'),
    knownDays: options['known-days'],
  };
}

/** The newest first; then each coin's policy and what it approved today. */
function listCommand(deps: SetPolicyDeps): Command {
  return defineCommand({
    group,
    summary: "Lists what was approved automatically, and each coin's policy",
    options: { days: optional(integer({ min: 1, max: 999 }, 'business days, today included'), '1') },
    example: '--days 7',
    effects: 'reads',
    fields: {
      id: 'of a withdrawal',
      customer: 'its customer',
      coin: 'of the withdrawal or of the policy',
      amount: 'of the withdrawal',
      approvedAt: 'when',
      precedent: 'the withdrawal that made the address known',
      state: 'how far it is',
      approvedToday: 'of the policy: the sum of today',
      isOn: 'of the policy',
    },
    async run(input, { database, clock, print }) {
      const now = clock.now();
      const today = businessDate(now);
      const rows = await readAutoApprovals(database, addDays(today, 1 - (input.days ?? 1)), most);
      for (const row of rows) {
        const approvedAt = row.at.toISOString();
        const [sum, state] = [formatAmount(row.amount, row.coin), stateOf(row)];
        const what = `withdrawal ${row.id} of customer ${row.customerId}: ${sum} ${row.coin}`;
        print(`${what}, ${approvedAt}, known by withdrawal ${row.precedent}: ${state}`, {
          id: `${row.id}`,
          customer: `${row.customerId}`,
          coin: row.coin,
          amount: sum,
          approvedAt,
          precedent: `${row.precedent}`,
          state,
        });
      }
      if (rows.length === most) print(`the newest ${most}; there may be more`);
      for (const name of withdrawCoins) {
        const approvedToday = formatAmount(await autoApprovedOfDay(database, name, today), name);
        const { autoApproval } = (await withdrawLimitsAt(database, deps, now))[name];
        const policy = autoApproval === null ? 'off' : `on: ${describePolicy(autoApproval)}`;
        const fields = { coin: name, approvedToday, isOn: autoApproval !== null };
        print(`${name} by rule today ${approvedToday}; the rule is ${policy}`, fields);
      }
      return 0;
    },
  });
}

function stateOf(row: AutoApprovalRow): string {
  if (row.revokedReason !== null) return `back to people: ${row.revokedReason}`;
  return row.phase === 'PAID' || row.phase === 'OFFSET' ? 'paid' : statusText(row.phase);
}
