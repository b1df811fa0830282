import { randomUUID } from 'node:crypto';
import { houseAccount, readBalances } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import { amount, choice, key, optional } from '../../platform/commands/option.ts';
import { keyOf, readAmount } from '../../platform/commands/readers.ts';
import { moneyRoles, type ProposalPorts, type StaffPorts } from '../../platform/staff/authority.ts';
import { type ProposableCommand, proposableCommand } from '../../platform/staff/proposable-command.ts';
import { type FundSource, fundSources, payFundIn } from './pay-fund-in.ts';
import type { PayDeps } from './run/pay-interest.ts';
import { savingsCoins } from './savings-coin.ts';

const sources = Object.keys(fundSources) as (keyof typeof fundSources)[];

export function coinUpFundCommand(deps: PayDeps & StaffPorts & ProposalPorts): ProposableCommand {
  return proposableCommand('coin-up:fund', deps, moneyRoles, {
    group: 'COIN UP',
    summary: 'Pays into the fund that interest is paid from',
    options: {
      coin: choice(savingsCoins, 'the coin'),
      amount: amount('how much'),
      from: optional(choice(sources, 'the account that pays'), 'treasury'),
      key: key(),
    },
    example: '--coin USDT --amount 1000 --reason "interest of April" --by finance --approved-by approver',
    effects: 'irreversible',
    async describe({ coin, amount: given, from = 'treasury', key: own }) {
      const units = readAmount(given, coin);
      const source = houseAccount(fundSources[from], coin);
      const left = (await readBalances(deps.database, [source])).get(source)?.available ?? 0n;
      if (left < units) return { refused: `${fundSources[from]} has only ${formatAmount(left, coin)} ${coin}` };
      const what = `${formatAmount(units, coin)} ${coin} from ${fundSources[from]} into INTEREST_FUND`;
      // Of this proposal: two of the same amount are two payments.
      return { summary: what, bound: { key: own ?? keyOf([randomUUID()]) } };
    },
    async run({ coin, amount: given, from: source = 'treasury', key: own }, { bound, ...input }) {
      const units = readAmount(given, coin);
      const from: FundSource = fundSources[source];
      const fundKey = bound?.key ?? own ?? keyOf([coin, units, from, input.reason, businessDate(input.now)]);
      const result = await payFundIn(deps, { coin, amount: units, from, key: fundKey, ...input });
      const what = `${formatAmount(units, coin)} ${coin} from ${from}, key ${fundKey}`;
      switch (result.outcome) {
        case 'paid-in':
          return { done: `paid in: ${what}` };
        case 'already-paid-in':
          return { done: `already paid in: ${what}` };
        case 'source-too-small':
          return { refused: `${from} has only ${formatAmount(result.left, coin)} ${coin}` };
        case 'not-covered':
          return {
            refused: `${from} can pay only ${formatAmount(result.left, coin)} ${coin}: the coins that the house holds cover no more beyond what it owes (promotional credit, unpaid receivables and network fees are no money)`,
          };
        case 'key-used-otherwise':
          return { refused: `the key ${fundKey} was used for something else` };
      }
    },
  });
}
