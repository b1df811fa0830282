import { formatAmount } from '@lode/money';
import { type Command, defineCommand } from '../../platform/commands/command.ts';
import { customerOptions, nameOf } from '../../platform/commands/customer-options.ts';
import { optional, text } from '../../platform/commands/option.ts';
import { anyText } from '../../platform/commands/option-words.zh.ts';
import { moneyRoles, type ProposalPorts, type StaffPorts } from '../../platform/staff/authority.ts';
import { proposableCommand } from '../../platform/staff/proposable-command.ts';

import { type LeavingDeps, leave, planLeaving, readStanding } from './leave.ts';
import { outstandingAtMost } from './leaving.store.ts';
import { outstanding, rest as restText } from './sentences.zh.ts';

const group = 'Customers and machines';

/** Reads what stands of a customer: what a leaving would have to wait for, and what it settles itself. */
export function standingCommand(deps: LeavingDeps): Command {
  return defineCommand({
    group,
    summary: 'Lists everything that stands of a customer, and what has to be settled before leaving',
    options: customerOptions,
    example: '--account 13800000001',
    effects: 'reads',
    fields: {
      what: 'BALANCE, WITHDRAWAL, DEPOSIT, REMOVED_DEPOSIT, FREEZE, ORDER, INTEREST_OWED, FEE_OWED, MACHINE, HOSTING, OUTAGE_CREDIT or PROPOSAL',
      subject:
        'the account of a balance, the machine and the day of the charge of hosting, the id or number of anything else',
      coin: 'of the amount',
      amount: 'how much, where it is money',
      blocks: 'whether it has to be settled before the customer can leave',
    },
    async run(options, { database, clock, print, fail }) {
      const standing = await readStanding(database, deps, nameOf(options), clock.now());
      if ('refused' in standing) {
        fail(`refused: ${standing.refused.en}`);
        return 1;
      }
      const { leaver, rests, remaining } = standing;
      for (const one of remaining) {
        const amount = one.coin === null || one.amount === null ? null : formatAmount(one.amount, one.coin);
        print(outstanding(one).en, { what: one.what, subject: one.subject, coin: one.coin, amount, blocks: true });
      }
      for (const rest of rests) {
        const { account, coin } = rest;
        const amount = formatAmount(rest.amount, coin);
        print(restText(rest).en, { what: 'BALANCE', subject: account, coin, amount, blocks: false });
      }
      const isCut = remaining.length + rests.length >= outstandingAtMost;
      const count = isCut ? `the first ${outstandingAtMost}` : `${remaining.length} to settle`;
      print(remaining.length === 0 ? `customer ${leaver.id} can leave` : `customer ${leaver.id}: ${count}`);
      return 0;
    },
  });
}

export function leaveCommand(deps: LeavingDeps & StaffPorts & ProposalPorts): Command {
  return proposableCommand('customer:leave', deps, moneyRoles, {
    group,
    summary: 'Closes the account of a customer who leaves, for good, with everything settled',
    options: {
      ...customerOptions,
      receipt: optional(
        text({
          placeholder: 'TEXT',
          summary: 'how coins below the smallest withdrawal, or of a coin without withdrawals, were paid by hand',
          longest: 200,
          pattern: /^(?=.*\S)\P{Cc}+$/u,
          expected: anyText,
        }),
        'nothing is paid by hand',
      ),
    },
    example:
      '--account 13800000001 --receipt "7.20 CNY, bank transfer 4711" --by finance --reason "leaves, ticket 4712"',
    effects: 'irreversible',
    async describe({ receipt = null, ...options }, { database, clock }) {
      const standing = await readStanding(database, deps, nameOf(options), clock.now());
      return 'refused' in standing ? standing : planLeaving(standing, receipt);
    },
    run: ({ receipt = null, ...options }, input) => leave(deps, { customer: nameOf(options), receipt }, input),
  });
}
