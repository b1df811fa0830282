import { type Coin, coins, formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Command } from '../../platform/commands/command.ts';
import { amount, choice, date, id, key, optional, text, UsageError } from '../../platform/commands/option.ts';
import { keyOf, readSignedAmount } from '../../platform/commands/readers.ts';
import type { Database } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import { moneyRoles, type StaffPorts } from '../../platform/staff/authority.ts';
import { staffCommand } from '../../platform/staff/staff-command.ts';
import { type Adjusted, adjustCharge } from './adjust-charge.ts';
import { type AdjustHostingResult, adjustHosting } from './adjust-hosting.ts';
import type { NoticePort } from './notify-owed.ts';
import type { PayOwedPorts } from './pay-owed.ts';

/** The same correction on the same day is one; `--key` tells two equal ones apart. */
export function chargeAdjustCommand(database: Database, ports: PayOwedPorts & NoticePort & StaffPorts): Command {
  return staffCommand(ports, moneyRoles, {
    group: 'Money',
    summary: 'Corrects output or electricity of a closed day, or hosting of a month, today',
    options: {
      id: id('the machine'),
      kind: choice(['output', 'electricity', 'hosting'], 'what was wrong'),
      date: optional(date('the closed day of an output or of electricity')),
      month: optional(
        text({
          placeholder: 'YYYY-MM',
          summary: 'the month of hosting',
          longest: 7,
          pattern: /^\d{4}-(0[1-9]|1[0-2])$/,
          expected: 'a month',
        }),
      ),
      customer: optional(id('whose hosting, when the machine changed hands in the month')),
      coin: optional(choice(coins, 'the coin'), 'BTC for output, else USDT'),
      amount: amount('above zero credits the customer, below zero debits'),
      key: key(),
    },
    example:
      '--id 7 --date 2026-11-20 --kind output --amount 0.00001 --by finance --approved-by approver --reason "was down"',
    effects: 'irreversible',
    async run({ kind, ...options }, input) {
      const machineId = rowId(options.id);
      if (machineId === null) return { refused: `there is no machine ${options.id}` };
      const coin = coinOf(kind, options.coin);
      const units = readSignedAmount(options.amount, coin);
      if (kind !== 'output' && units < 0n && coin !== 'USDT') {
        throw new UsageError('electricity and hosting that were too little are charged in USDT');
      }
      if (kind === 'hosting') {
        if (options.month === undefined) throw new UsageError('--month is missing');
        const customerId = options.customer === undefined ? null : rowId(options.customer);
        const correction = { machineId, month: `${options.month}-01`, customerId, coin, amount: units };
        const hostingKey = options.key ?? keyOf({ ...correction, reason: input.reason, day: businessDate(input.now) });
        return hostingOutcome(await adjustHosting(database, ports, { key: hostingKey, ...correction, ...input }), {
          what: `hosting of machine ${options.id} in ${options.month} by ${formatAmount(units, coin)} ${coin}`,
          coin,
          key: hostingKey,
        });
      }
      if (options.date === undefined) throw new UsageError('--date is missing');
      const correction = { machineId, aboutDate: options.date, adjusted: kind, coin, amount: units };
      const adjustmentKey = options.key ?? keyOf({ ...correction, reason: input.reason, day: businessDate(input.now) });

      const result = await adjustCharge(database, ports, { key: adjustmentKey, ...correction, ...input });
      const what = `${kind} of machine ${options.id} on ${options.date} by ${formatAmount(units, coin)} ${coin}`;
      switch (result.outcome) {
        case 'adjusted':
          return {
            done: `adjusted: ${what}; ${formatAmount(result.becameCharge, 'USDT')} USDT became a charge, ${formatAmount(result.waived, 'USDT')} USDT less is owed, key ${adjustmentKey}`,
          };
        case 'already-adjusted':
          return { done: `already adjusted: ${what}, key ${adjustmentKey}` };
        case 'more-than-charged':
          return {
            refused: `only ${formatAmount(result.atMost, coin)} ${coin} of that day's electricity can be given back or taken off`,
          };
        case 'more-than-mined':
          return {
            refused: `machine ${options.id} mined only ${formatAmount(result.atMost, coin)} ${coin} on ${options.date}, corrections included`,
          };
        case 'more-than-revenue':
          return {
            refused: `ELECTRICITY_REVENUE has only ${formatAmount(result.left, coin)} ${coin}: the rest was paid out of it, give back when it has more`,
          };
        case 'unknown-machine':
          return { refused: `there is no machine ${options.id}` };
        case 'customer-left':
          return { refused: customerLeft };
        case 'day-not-closed':
          return { refused: `${options.date} is not closed: its close will take what is right` };
        case 'price-missing':
          return { refused: `the price of ${coin} of ${options.date} is missing: import it first` };
        case 'key-used-otherwise':
          return { refused: `the key ${adjustmentKey} was used for something else` };
      }
    },
  });
}

const customerLeft = 'the customer has left, with everything settled: nothing of it is corrected any more';

function hostingOutcome(
  result: AdjustHostingResult,
  { what, coin, key }: { what: string; coin: Coin; key: string },
): { done: string } | { refused: string } {
  switch (result.outcome) {
    case 'adjusted':
      return {
        done: `adjusted: ${what}; ${formatAmount(result.becameCharge, 'USDT')} USDT became a charge, ${formatAmount(result.waived, 'USDT')} USDT less is owed, key ${key}`,
      };
    case 'already-adjusted':
      return { done: `already adjusted: ${what}, key ${key}` };
    case 'customer-left':
      return { refused: customerLeft };
    case 'not-charged':
      return { refused: 'no hosting of the machine is charged for that month' };
    case 'several-customers':
      return { refused: `the machine changed hands in the month: give --customer ${result.customers.join(' or ')}` };
    case 'more-than-charged':
      return {
        refused: `only ${formatAmount(result.atMost, coin)} ${coin} of that month's hosting can be given back or taken off`,
      };
    case 'more-than-revenue':
      return {
        refused: `HOSTING_REVENUE has only ${formatAmount(result.left, coin)} ${coin}: give back when it has more`,
      };
    case 'key-used-otherwise':
      return { refused: `the key ${key} was used for something else` };
  }
}

function coinOf(adjusted: Adjusted | 'hosting', given: Coin | undefined): Coin {
  const coin = given ?? (adjusted === 'output' ? 'BTC' : 'USDT');
  if (adjusted === 'output' && coin === 'USDT') {
    throw new UsageError('--coin is BTC, ETH or DOGE; electricity may be USDT too');
  }
  return coin;
}
