import type { Coin } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Command } from '../../platform/commands/command.ts';
import { amount, flag, id, key, optional, UsageError } from '../../platform/commands/option.ts';
import { keyOf, readAmount } from '../../platform/commands/readers.ts';
import { rowId } from '../../platform/http/page.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { moneyRoles, type ProposalPorts, type StaffPorts } from '../../platform/staff/authority.ts';
import { proposableCommand } from '../../platform/staff/proposable-command.ts';
import { noDeposit, oneOfAmountAndAll } from './sentences.zh.ts';
import { planWriteOff, type WriteOffDeps, type WriteOffRequest, writeOffDeposit } from './write-off-deposit.ts';

interface Given {
  id: string;
  amount?: string | undefined;
  all?: boolean | undefined;
  key?: string | undefined;
}

function readRequest(
  given: Given,
  { reason, now }: { reason: string; now: Date },
): WriteOffRequest | { refused: Sentence } {
  if ((given.amount === undefined) === (given.all === undefined)) throw new UsageError(oneOfAmountAndAll);
  const depositId = rowId(given.id);
  if (depositId === null) return { refused: noDeposit(given.id) };
  const text = given.amount;
  return {
    id: depositId,
    amountIn: (coin: Coin) => (text === undefined ? null : readAmount(text, coin)),
    keyFor: (units) => given.key ?? keyOf({ depositId, units, reason, day: businessDate(now) }),
  };
}

export function writeOffCommand(deps: WriteOffDeps & StaffPorts & ProposalPorts): Command {
  return proposableCommand('deposit:write-off', deps, moneyRoles, {
    group: 'Money',
    summary: 'Writes off what the customer of a removed deposit can never pay back, against treasury',
    options: {
      id: id('the deposit'),
      amount: optional(amount('how much of it, in its coin')),
      all: flag('all that the customer has not paid back'),
      key: key(),
    },
    example: '--id 12 --all --by finance --approved-by approver --reason "spent, the customer is gone"',
    effects: 'irreversible',
    async describe(given, { clock }) {
      const request = readRequest(given, { reason: '', now: clock.now() });
      if ('refused' in request) return request;
      const plan = await deps.database.transaction((dbTx) => planWriteOff(dbTx, deps, request));
      return 'done' in plan ? { refused: plan.done } : plan;
    },
    async run(given, input) {
      const request = readRequest(given, input);
      return 'refused' in request ? request : writeOffDeposit(deps, request, input);
    },
  });
}
