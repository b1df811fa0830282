import { houseAccount, readBalances } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { type Command, defineCommand } from '../../platform/commands/command.ts';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { announcedRates, offeredTerms, type TermsPorts } from './product-terms.ts';
import { readOwedDays } from './run/fund.ts';
import { type SavingsCoin, savingsCoins } from './savings-coin.ts';

export function coinUpStatusCommand(ports: TermsPorts): Command {
  return defineCommand({
    group: 'COIN UP',
    summary: 'Shows minimums, rates, the fund and interest that is owed',
    options: {},
    example: '',
    effects: 'reads',
    fields: {
      kind: 'subscriptions, terms, announced-rate, fund or owed-interest',
      isOpen: 'of subscriptions',
      coin: 'of the others',
      min: 'of terms: the smallest subscription',
      apy: 'of terms and announced-rate: per cent a year',
      date: 'of announced-rate: its first day; of owed-interest: the day it is owed for',
      balance: 'of fund',
      held: 'of fund: what left it and is being paid',
      amount: 'of owed-interest',
    },
    async run(_input, { database, clock, print }) {
      const terms = await offeredTerms(database, ports, clock.now());
      const isOpen = terms.isEnableFunction;
      print(`subscriptions ${isOpen ? 'open' : 'closed'}`, { kind: 'subscriptions', isOpen });
      for (const name of savingsCoins) {
        const { min, apy } = terms[name];
        print(`${name} minimum ${min}, ${apy} % a year`, { kind: 'terms', coin: name, min, apy });
      }
      for (const rate of await announcedRates(database, ports, clock.now()))
        print(`${rate.coin} announced ${rate.apy} % a year from ${rate.date} on`, {
          kind: 'announced-rate',
          coin: rate.coin,
          apy: rate.apy,
          date: rate.date,
        });
      for (const fund of await readFunds(database))
        print(`INTEREST_FUND ${fund.coin} ${fund.balance}, being paid ${fund.held}`, { kind: 'fund', ...fund });
      for (const owed of await readOwedDays(database)) {
        const sum = formatAmount(owed.amount, owed.coin);
        const fields = { kind: 'owed-interest', coin: owed.coin, date: owed.date, amount: sum };
        print(`OWED ${owed.coin} ${sum} of ${owed.date}`, fields);
      }
      return 0;
    },
  });
}

const unpaidInterest = query(
  'coin-up.unpaid-interest',
  `select coin, sum_units(batch.amount) as amount
   from coin_up_interest_batch batch join coin_up_interest_day day using (coin, date)
   where batch.paid_at is null and funded_at is not null group by coin`,
).as<{ coin: SavingsCoin; amount: bigint }>();

async function readFunds(db: Queryable): Promise<{ coin: string; balance: string; held: string }[]> {
  const accounts = savingsCoins.map((name) => houseAccount('INTEREST_FUND', name));
  const balances = await readBalances(db, accounts);
  const beingPaid = new Map((await many(db, unpaidInterest)).map(({ coin, amount }) => [coin, amount]));
  return savingsCoins.map((name) => {
    const { posted = 0n } = balances.get(houseAccount('INTEREST_FUND', name)) ?? {};
    return { coin: name, balance: formatAmount(posted, name), held: formatAmount(beingPaid.get(name) ?? 0n, name) };
  });
}
