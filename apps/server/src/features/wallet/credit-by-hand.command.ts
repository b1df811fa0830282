import { normaliseAccount } from '@lode/contract';
import { formatAmount } from '@lode/money';
import { type Command, UsageError, wanted } from '../../platform/commands/command.ts';
import { readAmount, readKey } from '../../platform/commands/readers.ts';
import type { Database } from '../../platform/db/database.ts';
import { moneyDeed, type StaffPorts } from '../../platform/staff/authority.ts';
import { type Deed, type DeedResult, staffCommand } from '../../platform/staff/staff-command.ts';
import { type CreditByHandPorts, creditByHand, type HandCredit, handCredits } from './credit-by-hand.ts';

type Ports = CreditByHandPorts & StaffPorts;
type Options = Partial<Record<'account' | 'amount' | 'key', string>>;

/**
 * `npm run deposit:manual -- --account A --coin USDT|BTC --amount N --reason … --by FINANCE --approved-by APPROVER`:
 * cash that was taken. The same deposit on the same day is one; `--key` tells two equal ones apart.
 */
export function depositManualCommand(database: Database, ports: Ports): Command {
  return staffCommand(ports, moneyDeed, ['account', 'coin', 'amount', 'key'], ({ coin, ...options }, deed) => {
    const kinds: Record<string, HandCredit> = { USDT: 'deposit-usdt', BTC: 'deposit-btc' };
    const kind = kinds[wanted({ coin }, 'coin')];
    if (!kind) throw new UsageError('--coin is USDT or BTC');
    return credit(database, ports, { kind, action: 'deposit:manual', options, deed });
  });
}

/** `npm run ops -- credit --kind init|feedback --account A --amount N …`: electricity that the house gives. */
export function creditCommand(database: Database, ports: Ports): Command {
  return staffCommand(ports, moneyDeed, ['kind', 'account', 'amount', 'key'], ({ kind, ...options }, deed) => {
    if (kind !== 'init' && kind !== 'feedback') throw new UsageError('--kind is init or feedback');
    return credit(database, ports, { kind, action: 'credit', options, deed });
  });
}

async function credit(
  database: Database,
  ports: Ports,
  { kind, action, options, deed }: { kind: HandCredit; action: string; options: Options; deed: Deed },
): Promise<DeedResult> {
  const { coin } = handCredits[kind];
  const typed = wanted(options, 'account');
  const account = normaliseAccount(typed);
  if (account === null) return { refused: `${typed} is neither a phone number nor an e-mail address` };
  const amount = readAmount(wanted(options, 'amount'), coin);
  const key = options.key === undefined ? null : readKey(options.key);

  const result = await creditByHand(database, ports, { kind, account, amount, key, action, ...deed });
  const what = `${formatAmount(amount, coin)} ${coin} for ${account}`;
  switch (result.outcome) {
    case 'recorded':
      return { done: `recorded: ${what}, key ${result.key}` };
    case 'already-recorded':
      return { done: `already recorded: ${what}, key ${result.key}` };
    case 'unknown-account':
      return { refused: `nobody has the account ${account}` };
    case 'key-used-otherwise':
      return { refused: `the key ${result.key} was used for something else` };
  }
}
