import { coins } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Command } from '../../platform/commands/command.ts';
import { amount, choice, id, key } from '../../platform/commands/option.ts';
import { keyOf, readAmount } from '../../platform/commands/readers.ts';
import { rowId } from '../../platform/http/page.ts';
import { moneyRoles, type ProposalPorts, type StaffPorts } from '../../platform/staff/authority.ts';
import { proposableCommand } from '../../platform/staff/proposable-command.ts';
import type { PoolPaymentDeps } from './pool-payment.ts';
import { noPayment } from './pool-sentences.zh.ts';
import { planReopening, type ReopenDeps, reopenArrival } from './reopen.ts';
import { noArrival } from './sentences.zh.ts';
import { type ByHandDeps, type ByHandInput, moveByHand, planByHand } from './treasury-by-hand.ts';
import { planUndo, undoPoolPayment } from './undo-pool-payment.ts';

const group = 'Money';

/** `treasury:pay-in` and `treasury:take-out`. The same movement on the same day is one; `--key` tells two equal ones apart. */
export function byHandCommand(
  direction: ByHandInput['direction'],
  deps: ByHandDeps & StaffPorts & ProposalPorts,
): Command {
  const isIn = direction === 'IN';
  interface Given {
    coin: ByHandInput['coin'];
    amount: string;
    key?: string | undefined;
  }
  const readInput = (given: Given, { reason, now }: { reason: string; now: Date }): ByHandInput => {
    const movement = { direction, coin: given.coin, amount: readAmount(given.amount, given.coin) };
    return { ...movement, key: given.key ?? keyOf({ ...movement, reason, day: businessDate(now) }) };
  };
  return proposableCommand(isIn ? 'treasury:pay-in' : 'treasury:take-out', deps, moneyRoles, {
    group,
    summary: isIn
      ? 'Counts money of the operator’s own that was put in by hand'
      : 'Counts money of the operator’s own that was taken out by hand',
    options: {
      coin: choice(coins, 'the coin'),
      amount: amount('how much'),
      key: key(),
    },
    example: '--coin USDT --amount 1000 --by finance --approved-by approver --reason "for the interest fund"',
    effects: 'irreversible',
    async describe(given, { clock }) {
      const input = readInput(given, { reason: '', now: clock.now() });
      const plan = await deps.database.transaction((dbTx) => planByHand(dbTx, input));
      return 'done' in plan ? { refused: plan.done } : plan;
    },
    run: async (given, input) => moveByHand(deps, readInput(given, input), input),
  });
}

export function reopenCommand(deps: ReopenDeps & StaffPorts & ProposalPorts): Command {
  return proposableCommand('suspense:reopen', deps, moneyRoles, {
    group,
    summary: 'Puts an arrival that became treasury’s back into SUSPENSE, to say again what it is',
    options: { id: id('the arrival') },
    example: '--id 12 --by finance --approved-by approver --reason "the pool paid to the funding address"',
    effects: 'irreversible',
    async describe(given) {
      const arrivalId = rowId(given.id);
      if (arrivalId === null) return { refused: noArrival(given.id) };
      return deps.database.transaction((dbTx) => planReopening(dbTx, deps, arrivalId));
    },
    async run(given, input) {
      const arrivalId = rowId(given.id);
      return arrivalId === null ? { refused: noArrival(given.id) } : reopenArrival(deps, arrivalId, input);
    },
  });
}

export function poolUndoCommand(deps: PoolPaymentDeps & StaffPorts & ProposalPorts): Command {
  return proposableCommand('pool:undo', deps, moneyRoles, {
    group,
    summary: 'Takes a pool payment back that was matched to the wrong days or arrival',
    options: { id: id('the pool payment') },
    example: '--id 3 --by finance --approved-by approver --reason "it was the statement of another week"',
    effects: 'irreversible',
    async describe(given) {
      const paymentId = rowId(given.id);
      if (paymentId === null) return { refused: noPayment(given.id) };
      return deps.database.transaction((dbTx) => planUndo(dbTx, deps, paymentId));
    },
    async run(given, input) {
      const paymentId = rowId(given.id);
      return paymentId === null ? { refused: noPayment(given.id) } : undoPoolPayment(deps, paymentId, input);
    },
  });
}
