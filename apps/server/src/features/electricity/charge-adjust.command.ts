import { type Coin, coins, formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Command } from '../../platform/commands/command.ts';
import { amount, choice, date, id, key, optional, UsageError } from '../../platform/commands/option.ts';
import { keyOf, readSignedAmount } from '../../platform/commands/readers.ts';
import type { Database } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import { moneyRoles, type StaffPorts } from '../../platform/staff/authority.ts';
import { staffCommand } from '../../platform/staff/staff-command.ts';
import { type Adjusted, adjustCharge } from './adjust-charge.ts';
import type { PayOwedPorts } from './pay-owed.ts';

/** The same correction on the same day is one; `--key` tells two equal ones apart. */
export function chargeAdjustCommand(database: Database, ports: PayOwedPorts & StaffPorts): Command {
  return staffCommand(ports, moneyRoles, {
    group: 'Money',
    summary: 'Corrects the output or the electricity of a closed day, today',
    options: {
      id: id('the machine'),
      date: date('the closed day'),
      kind: choice(['output', 'electricity'], 'what was wrong'),
      coin: optional(choice(coins, 'the coin'), 'BTC for output, USDT for electricity'),
      amount: amount('above zero credits the customer, below zero debits'),
      key: key(),
    },
    example:
      '--id 7 --date 2026-11-20 --kind output --amount 0.00001 --by finance --approved-by approver --reason "was down"',
    effects: 'irreversible',
    async run(options, input) {
      const machineId = rowId(options.id);
      if (machineId === null) return { refused: `there is no machine ${options.id}` };
      const coin = coinOf(options.kind, options.coin);
      const units = readSignedAmount(options.amount, coin);
      if (options.kind === 'electricity' && units < 0n && coin !== 'USDT') {
        throw new UsageError('electricity that was too little is charged in USDT');
      }
      const correction = { machineId, aboutDate: options.date, adjusted: options.kind, coin, amount: units };
      const adjustmentKey = options.key ?? keyOf({ ...correction, reason: input.reason, day: businessDate(input.now) });

      const result = await adjustCharge(database, ports, { key: adjustmentKey, ...correction, ...input });
      const what = `${options.kind} of machine ${options.id} on ${options.date} by ${formatAmount(units, coin)} ${coin}`;
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
        case 'more-than-revenue':
          return {
            refused: `ELECTRICITY_REVENUE has only ${formatAmount(result.left, coin)} ${coin}: the rest was paid out of it, give back when it has more`,
          };
        case 'unknown-machine':
          return { refused: `there is no machine ${options.id}` };
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

function coinOf(adjusted: Adjusted, given: Coin | undefined): Coin {
  const coin = given ?? (adjusted === 'electricity' ? 'USDT' : 'BTC');
  if (adjusted === 'output' && coin === 'USDT') {
    throw new UsageError('--coin is BTC, ETH or DOGE; electricity may be USDT too');
  }
  return coin;
}
