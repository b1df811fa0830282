import { formatAmount } from '@lode/money';
import { businessDate } from '../../../platform/clock/clock.ts';
import type { Command } from '../../../platform/commands/command.ts';
import { amount, choice, key } from '../../../platform/commands/option.ts';
import { keyOf, readAmount } from '../../../platform/commands/readers.ts';
import { moneyRoles, type ProposalPorts, type StaffPorts } from '../../../platform/staff/authority.ts';
import { proposableCommand } from '../../../platform/staff/proposable-command.ts';
import { type WithdrawCoin, withdrawCoins } from '../domain/coins.ts';
import type { ReviewDeps } from '../review/review.ts';
import { destinationName } from './destination.commands.ts';
import {
  planTreasuryPayment,
  requestTreasuryPayment,
  signTreasuryPayment,
  type TreasuryPayment,
} from './pay-from-treasury.ts';
import { paymentSummary, requested as requestedText } from './sentences.zh.ts';

interface Given {
  coin: WithdrawCoin;
  destination: string;
  amount: string;
  key?: string | undefined;
}

function readPayment(given: Given, reason: string, now: Date): TreasuryPayment {
  const { coin, destination } = given;
  const units = readAmount(given.amount, coin);
  return {
    coin,
    destination,
    amount: units,
    key: given.key ?? keyOf([coin, destination, units, reason, businessDate(now)]),
  };
}

const textOf = ({ coin, amount: units }: TreasuryPayment): string => `${formatAmount(units, coin)} ${coin}`;

/** The same payment on the same day is one; `--key` tells two equal ones apart. */
export function treasuryPayCommand(deps: ReviewDeps & StaffPorts & ProposalPorts): Command {
  return proposableCommand('treasury:pay', deps, moneyRoles, {
    group: 'Money',
    summary: 'Pays coins of the operator to one of its destinations',
    options: {
      coin: choice(withdrawCoins, 'the coin'),
      destination: destinationName,
      amount: amount('how much the destination receives'),
      key: key(),
    },
    example:
      '--coin BTC --destination cold-vault --amount 0.5 --by finance --approved-by approver --reason "to the vault"',
    effects: 'irreversible',
    async describe(given, { clock }) {
      const now = clock.now();
      const payment = readPayment(given, '', now);
      const planned = await planTreasuryPayment(deps.database, payment, now);
      if ('refused' in planned) return planned;
      const { network, address } = planned.destination;
      return { summary: paymentSummary(textOf(payment), payment.destination, address, network) };
    },
    async run(given, input) {
      const payment = readPayment(given, input.reason, input.now);
      const requested = await requestTreasuryPayment(deps, payment, input);
      if ('refused' in requested) return requested;
      const outcome = await signTreasuryPayment(deps, requested.id, input);
      return { done: requestedText(requested.id, textOf(payment), payment.destination, outcome) };
    },
  });
}
