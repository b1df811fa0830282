import { type Coin, formatAmount, isCoin } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import { type Command, UsageError, wanted } from '../../platform/commands/command.ts';
import { keyOf, readDate, readKey, readSignedAmount } from '../../platform/commands/readers.ts';
import type { Database } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import { moneyDeed, type StaffPorts } from '../../platform/staff/authority.ts';
import { staffCommand } from '../../platform/staff/staff-command.ts';
import { type Adjusted, adjustCharge } from './adjust-charge.ts';
import type { PayOwedPorts } from './pay-owed.ts';

const options = ['id', 'date', 'kind', 'coin', 'amount', 'key'] as const;

/**
 * `npm run ops -- charge:adjust --id MACHINE --date D --kind output|electricity [--coin C] --amount N --reason … --by
 * FINANCE --approved-by APPROVER`: corrects closed day D today. An amount above zero gives to the customer, one below
 * zero takes. The same correction on the same day is one; `--key` tells two equal ones apart.
 */
export function chargeAdjustCommand(database: Database, ports: PayOwedPorts & StaffPorts): Command {
  return staffCommand(ports, moneyDeed, options, async (values, deed) => {
    const id = wanted(values, 'id');
    const machineId = rowId(id);
    if (machineId === null) return { refused: `there is no machine ${id}` };
    const adjusted = readKind(wanted(values, 'kind'));
    const coin = readCoin(adjusted, values.coin);
    const amount = readSignedAmount(wanted(values, 'amount'), coin);
    if (adjusted === 'electricity' && amount < 0n && coin !== 'USDT') {
      throw new UsageError('electricity that was too little is charged in USDT');
    }
    const aboutDate = readDate(wanted(values, 'date'));
    const correction = { machineId, aboutDate, adjusted, coin, amount };
    const day = businessDate(deed.now);
    const key = values.key === undefined ? keyOf({ ...correction, reason: deed.reason, day }) : readKey(values.key);

    const result = await adjustCharge(database, ports, { key, ...correction, ...deed });
    const what = `${adjusted} of machine ${id} on ${aboutDate} by ${formatAmount(amount, coin)} ${coin}`;
    switch (result.outcome) {
      case 'adjusted':
        return {
          done: `adjusted: ${what}; ${formatAmount(result.becameCharge, 'USDT')} USDT became a charge, ${formatAmount(result.waived, 'USDT')} USDT less is owed, key ${key}`,
        };
      case 'already-adjusted':
        return { done: `already adjusted: ${what}, key ${key}` };
      case 'more-than-charged':
        return {
          refused: `only ${formatAmount(result.atMost, coin)} ${coin} of that day's electricity can be given back or taken off`,
        };
      case 'unknown-machine':
        return { refused: `there is no machine ${id}` };
      case 'day-not-closed':
        return { refused: `${aboutDate} is not closed: its close will take what is right` };
      case 'price-missing':
        return { refused: `the price of ${coin} of ${aboutDate} is missing: import it first` };
      case 'key-used-otherwise':
        return { refused: `the key ${key} was used for something else` };
    }
  });
}

function readKind(text: string): Adjusted {
  if (text === 'output' || text === 'electricity') return text;
  throw new UsageError('--kind is output or electricity');
}

function readCoin(adjusted: Adjusted, text: string | undefined): Coin {
  const coin = text ?? (adjusted === 'electricity' ? 'USDT' : 'BTC');
  if (!isCoin(coin) || (adjusted === 'output' && coin === 'USDT')) {
    throw new UsageError('--coin is BTC, ETH or DOGE; electricity knows USDT too');
  }
  return coin;
}
