import { houseAccount, readBalances } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import { amount, choice, key, optional } from '../../platform/commands/option.ts';
import { keyOf, readAmount } from '../../platform/commands/readers.ts';
import { moneyRoles, type ProposalPorts, type StaffPorts } from '../../platform/staff/authority.ts';
import { type ProposableCommand, proposableCommand } from '../../platform/staff/proposable-command.ts';
import { type FundSource, fundSources, payFundIn } from './pay-fund-in.ts';
import type { PayDeps } from './run/pay-interest.ts';
import { type SavingsCoin, savingsCoins } from './savings-coin.ts';
import * as say from './sentences.zh.ts';

/** With its coin. */
const textWith = (coin: SavingsCoin) => (units: bigint) => `${formatAmount(units, coin)} ${coin}`;

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
    async describe({ coin, amount: given, from = 'treasury' }, { clock }) {
      const units = readAmount(given, coin);
      const source = houseAccount(fundSources[from], coin);
      const textOf = textWith(coin);
      const left = (await readBalances(deps.database, [source])).get(source)?.available ?? 0n;
      if (left < units) return { refused: say.hasOnly(fundSources[from], textOf(left)) };
      const summary = say.fundGets(textOf(units), fundSources[from]);
      return { summary, bound: { day: businessDate(clock.now()) } };
    },
    async run({ coin, amount: given, from: source = 'treasury', key: own }, { bound, ...input }) {
      const units = readAmount(given, coin);
      const from: FundSource = fundSources[source];
      // Of the day of the proposal: who proposes the same twice, or gives it at once too, pays once.
      const day = bound?.day ?? businessDate(input.now);
      const fundKey = own ?? keyOf([coin, units, from, input.reason, day]);
      const result = await payFundIn(deps, { coin, amount: units, from, key: fundKey, ...input });
      const textOf = textWith(coin);
      switch (result.outcome) {
        case 'paid-in':
          return { done: say.paidIn(textOf(units), from, fundKey) };
        case 'already-paid-in':
          return { done: say.paidInAlready(textOf(units), from, fundKey) };
        case 'source-too-small':
          return { refused: say.hasOnly(from, textOf(result.left)) };
        case 'not-covered':
          return { refused: say.coversOnly(from, textOf(result.left)) };
        case 'key-used-otherwise':
          return { refused: say.keyUsed(fundKey) };
      }
    },
  });
}
