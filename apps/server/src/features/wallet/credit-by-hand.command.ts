import { normaliseAccount } from '@lode/contract';
import { formatAmount } from '@lode/money';
import type { Command } from '../../platform/commands/command.ts';
import { account, amount, choice, key } from '../../platform/commands/option.ts';
import { readAmount } from '../../platform/commands/readers.ts';
import type { Database } from '../../platform/db/database.ts';
import { moneyRoles, type StaffPorts } from '../../platform/staff/authority.ts';
import { type StaffInput, type StaffResult, staffCommand } from '../../platform/staff/staff-command.ts';
import { type CreditByHandPorts, creditByHand, type HandCredit, handCredits } from './credit-by-hand.ts';

type Ports = CreditByHandPorts & StaffPorts;

const group = 'Money';
const shared = { account: account('the customer'), amount: amount('how much'), key: key() };

/** The same deposit on the same day is one; `--key` tells two equal ones apart. */
export function depositManualCommand(database: Database, ports: Ports): Command {
  const kinds = { USDT: 'deposit-usdt', BTC: 'deposit-btc' } as const;
  return staffCommand(ports, moneyRoles, {
    group,
    summary: 'Credits cash that was taken by hand, as a recharge',
    options: { ...shared, coin: choice(['USDT', 'BTC'], 'the coin') },
    example:
      '--account 13800000001 --coin USDT --amount 100 --by finance --approved-by approver --reason "cash, receipt 17"',
    effects: 'irreversible',
    run: ({ coin, ...options }, input) =>
      credit(database, ports, { kind: kinds[coin], action: 'deposit:manual', options, input }),
  });
}

export function creditCommand(database: Database, ports: Ports): Command {
  return staffCommand(ports, moneyRoles, {
    group,
    summary: 'Credits electricity at the cost of the operator',
    options: { kind: choice(['init', 'feedback'], 'what it is given for'), ...shared },
    example:
      '--kind feedback --account 13800000001 --amount 50 --by finance --approved-by approver --reason "for the outage"',
    effects: 'irreversible',
    run: ({ kind, ...options }, input) => credit(database, ports, { kind, action: 'credit', options, input }),
  });
}

interface Credit {
  kind: HandCredit;
  action: string;
  options: { account: string; amount: string; key?: string | undefined };
  input: StaffInput;
}

async function credit(
  database: Database,
  ports: Ports,
  { kind, action, options, input }: Credit,
): Promise<StaffResult> {
  const { coin } = handCredits[kind];
  const customer = normaliseAccount(options.account);
  if (customer === null) return { refused: `${options.account} is neither a phone number nor an e-mail address` };
  const units = readAmount(options.amount, coin);
  const given = { kind, account: customer, amount: units, key: options.key ?? null, action, ...input };

  const result = await creditByHand(database, ports, given);
  const what = `${formatAmount(units, coin)} ${coin} for ${customer}`;
  switch (result.outcome) {
    case 'recorded':
      return { done: `recorded: ${what}, key ${result.key}` };
    case 'already-recorded':
      return { done: `already recorded: ${what}, key ${result.key}` };
    case 'unknown-account':
      return { refused: `no customer has the account ${customer}` };
    case 'key-used-otherwise':
      return { refused: `the key ${result.key} was used for something else` };
  }
}
