import { formatAmount } from '@lode/money';
import { addDays, businessDate } from '../../../platform/clock/clock.ts';
import { type Command, defineCommand } from '../../../platform/commands/command.ts';
import { amount, choice, integer, optional } from '../../../platform/commands/option.ts';
import { readAmount } from '../../../platform/commands/readers.ts';
import { type NeededRoles, type StaffPorts, settingRoles } from '../../../platform/staff/authority.ts';
import { staffCommand } from '../../../platform/staff/staff-command.ts';
import { withdrawTermsAt } from '../terms.ts';
import { withdrawCoins } from '../withdrawal-coins.ts';
import { displayOf } from '../withdrawal-state.ts';
import { type RuleApprovalRow, readRuleApprovals, takenByRule } from './rule.store.ts';
import type { Bounds } from './rule.ts';
import { type SetRuleDeps, setRule, wordsOf } from './set-rule.ts';

/** One person is enough to stop: fewer automatic approvals are never dangerous. */
const stopping: NeededRoles = { by: ['FINANCE', 'APPROVER', 'ADMIN'] };

const group = 'Withdrawals';
const coin = choice(withdrawCoins, 'the coin');
const days = { min: 1, max: 999 };

/** Shown at once. */
const most = 500;

export function ruleCommands(deps: SetRuleDeps & StaffPorts): Record<string, Command> {
  return {
    'withdrawal:rule': staffCommand(deps, settingRoles, {
      group,
      summary: 'Switches automatic approval of a coin on, or changes its bounds',
      options: {
        coin,
        'per-payment': amount('the most for one payment'),
        'per-customer-day': amount('the most for one customer in a day'),
        'per-day': amount('the most for all customers in a day'),
        'known-days': integer(days, 'for how many days the address must be known'),
      },
      example:
        '--coin BTC --per-payment 0.01 --per-customer-day 0.02 --per-day 0.1 --known-days 30 --by admin --approved-by approver --reason "small ones"',
      effects: 'changes',
      async run(options, input) {
        const bound = (name: 'per-payment' | 'per-customer-day' | 'per-day') =>
          readAmount(options[name], options.coin, name);
        const bounds: Bounds = {
          perPayment: bound('per-payment'),
          perCustomerDay: bound('per-customer-day'),
          perDay: bound('per-day'),
          knownDays: options['known-days'],
        };
        return setRule(deps, { coin: options.coin, bounds, action: 'withdrawal:rule', ...input });
      },
    }),
    'withdrawal:rule-off': staffCommand(deps, stopping, {
      group,
      summary: 'Switches automatic approval of a coin off, at once',
      options: { coin },
      example: '--coin BTC --by finance --reason "strange addresses"',
      effects: 'changes',
      run: (options, input) =>
        setRule(deps, { coin: options.coin, bounds: null, action: 'withdrawal:rule-off', ...input }),
    }),
    'withdrawal:by-rule': listCommand(deps),
  };
}

/** The newest first; then each coin's policy and what it approved today. */
function listCommand(deps: SetRuleDeps): Command {
  return defineCommand({
    group,
    summary: "Lists what was approved automatically, and each coin's policy",
    options: { days: optional(integer(days, 'business days, today included'), '1') },
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
      const rows = await readRuleApprovals(database, addDays(today, 1 - (input.days ?? 1)), most);
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
        const approvedToday = formatAmount(await takenByRule(database, name, today), name);
        const { rule } = await withdrawTermsAt(database, deps, name, now);
        const policy = rule === null ? 'off' : `on: ${wordsOf(rule)}`;
        const fields = { coin: name, approvedToday, isOn: rule !== null };
        print(`${name} by rule today ${approvedToday}; the rule is ${policy}`, fields);
      }
      return 0;
    },
  });
}

function stateOf(row: RuleApprovalRow): string {
  if (row.takenBackWhy !== null) return `back to people: ${row.takenBackWhy}`;
  const { status, thirdStatus } = row;
  return displayOf(row) === 'SUCCESS' ? 'paid' : [status, thirdStatus].filter((part) => part !== null).join(' ');
}
