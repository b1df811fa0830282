import { DecimalError, formatAmount, parseAmount } from '@lode/money';
import { addDays, businessDate } from '../../../platform/clock/clock.ts';
import { type Command, readArguments, UsageError, wanted } from '../../../platform/commands/command.ts';
import { type NeededRoles, type StaffPorts, settingDeed } from '../../../platform/staff/authority.ts';
import { staffCommand } from '../../../platform/staff/staff-command.ts';
import { type WithdrawCoin, withdrawCoins } from '../domain/coins.ts';
import { withdrawTermsAt } from '../domain/limits.ts';
import { displayOf } from '../domain/transitions.ts';
import { type RuleApprovalRow, readRuleApprovals, takenByRule } from './auto-approval.repository.ts';
import type { Bounds } from './auto-approval-policy.ts';
import { type SetRuleDeps, setRule, wordsOf } from './set-auto-approval-policy.ts';

/** Less is never dangerous: whoever sees something wrong ends it alone. */
const stopping: NeededRoles = { by: ['FINANCE', 'APPROVER', 'ADMIN'] };

/** Shown at once. */
const most = 500;

/**
 * `withdrawal:rule --coin C --per-payment N --per-customer-day N --per-day N --known-days D` by ADMIN with APPROVER switches
 * approval by rule on, or changes its bounds; `withdrawal:rule-off --coin C` by one of FINANCE, APPROVER, ADMIN ends it;
 * `withdrawal:by-rule [--days N]` lists what it has approved.
 */
export function ruleCommands(deps: SetRuleDeps & StaffPorts): Record<string, Command> {
  return {
    'withdrawal:rule': staffCommand(
      deps,
      settingDeed,
      ['coin', 'per-payment', 'per-customer-day', 'per-day', 'known-days'],
      (options, deed) => {
        const coin = readCoin(wanted(options, 'coin'));
        const amount = (name: string) => readAmount(name, wanted(options, name), coin);
        const bounds: Bounds = {
          perPayment: amount('per-payment'),
          perCustomerDay: amount('per-customer-day'),
          perDay: amount('per-day'),
          knownDays: readDays('known-days', wanted(options, 'known-days')),
        };
        return setRule(deps, { coin, bounds, action: 'withdrawal:rule', ...deed });
      },
    ),
    'withdrawal:rule-off': staffCommand(deps, stopping, ['coin'], (options, deed) =>
      setRule(deps, {
        coin: readCoin(wanted(options, 'coin')),
        bounds: null,
        action: 'withdrawal:rule-off',
        ...deed,
      }),
    ),
    'withdrawal:by-rule': listCommand(deps),
  };
}

/** What the rule has approved in so many business days, the newest first; then each coin's rule and what it took today. */
function listCommand(deps: SetRuleDeps): Command {
  return async ({ database, clock, print }, args) => {
    const { values } = readArguments(args, { days: { type: 'string' } });
    const days = values.days === undefined ? 1 : readDays('days', values.days);
    const now = clock.now();
    const today = businessDate(now);
    const rows = await readRuleApprovals(database, addDays(today, 1 - days), most);
    for (const row of rows) {
      const { id, customerId, coin, amount, at, precedent } = row;
      const what = `withdrawal ${id} of customer ${customerId}: ${formatAmount(amount, coin)} ${coin}`;
      print(`${what}, ${at.toISOString()}, known by withdrawal ${precedent}: ${stateOf(row)}`);
    }
    if (rows.length === most) print(`the newest ${most}; there may be more`);
    for (const coin of withdrawCoins) {
      const taken = formatAmount(await takenByRule(database, coin, today), coin);
      const { rule } = await withdrawTermsAt(database, deps, coin, now);
      print(`${coin} by rule today ${taken}; the rule is ${rule === null ? 'off' : `on: ${wordsOf(rule)}`}`);
    }
    return 0;
  };
}

function stateOf(row: RuleApprovalRow): string {
  if (row.takenBackWhy !== null) return `back to people: ${row.takenBackWhy}`;
  const { status, thirdStatus } = row;
  return displayOf(row) === 'SUCCESS' ? 'paid' : [status, thirdStatus].filter((part) => part !== null).join(' ');
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
