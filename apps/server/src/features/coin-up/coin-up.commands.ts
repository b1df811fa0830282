import { houseAccount, readBalances } from '@lode/ledger';
import { DecimalError, formatAmount, formatDecimal, parseDecimal } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import { type Command, defineCommand } from '../../platform/commands/command.ts';
import { amount, choice, date, key, optional, text, UsageError } from '../../platform/commands/option.ts';
import { keyOf, readAmount } from '../../platform/commands/readers.ts';
import { many, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { moneyRoles, type StaffPorts, settingRoles } from '../../platform/staff/authority.ts';
import { type StaffInput, type StaffResult, staffCommand } from '../../platform/staff/staff-command.ts';
import { type FundSource, fundSources, payFundIn } from './pay-fund-in.ts';
import { announcedRates, offeredTerms, type TermKey } from './product-terms.ts';
import { readOwedDays } from './run/fund.ts';
import type { PayDeps } from './run/pay-interest.ts';
import { type SavingsCoin, savingsCoins } from './savings-coin.ts';
import { type RatePorts, setRate } from './set-rate.ts';

export type CoinUpCommandDeps = PayDeps & StaffPorts & RatePorts;

const group = 'COIN UP';
const coin = choice(savingsCoins, 'the coin');
const sources = Object.keys(fundSources) as (keyof typeof fundSources)[];

export function coinUpCommands(deps: CoinUpCommandDeps): Record<string, Command> {
  return {
    'coin-up:fund': staffCommand(deps, moneyRoles, {
      group,
      summary: 'Pays into the fund that interest is paid from',
      options: {
        coin,
        amount: amount('how much'),
        from: optional(choice(sources, 'the account that pays'), 'treasury'),
        key: key(),
      },
      example: '--coin USDT --amount 1000 --reason "interest of April" --by finance --approved-by approver',
      effects: 'irreversible',
      async run(options, input) {
        const units = readAmount(options.amount, options.coin);
        const from: FundSource = fundSources[options.from ?? 'treasury'];
        const fundKey = options.key ?? keyOf([options.coin, units, from, input.reason, businessDate(input.now)]);
        const payment = { coin: options.coin, amount: units, from, key: fundKey, ...input };
        const result = await payFundIn(deps, payment);
        const what = `${formatAmount(units, options.coin)} ${options.coin} from ${from}, key ${fundKey}`;
        switch (result.outcome) {
          case 'paid-in':
            return { done: `paid in: ${what}` };
          case 'already-paid-in':
            return { done: `already paid in: ${what}` };
          case 'source-too-small':
            return { refused: `${from} has only ${formatAmount(result.left, options.coin)} ${options.coin}` };
          case 'not-covered':
            return {
              refused: `${from} can pay only ${formatAmount(result.left, options.coin)} ${options.coin}: the coins that the house holds cover no more beyond what it owes (promotional credit, unpaid receivables and network fees are no money)`,
            };
          case 'key-used-otherwise':
            return { refused: `the key ${fundKey} was used for something else` };
        }
      },
    }),

    'coin-up:rate': staffCommand(deps, settingRoles, {
      group,
      summary: 'Announces the yearly rate of a coin from a date on',
      options: {
        coin,
        apy: text({
          placeholder: 'PERCENT',
          summary: 'yearly rate in per cent, 0 to 100, at most two decimals',
          longest: 20,
          pattern: /^\d{1,10}(\.\d{1,8})?$/,
          expected: 'a yearly rate in per cent such as 3.00',
        }),
        from: date('first day of the rate'),
      },
      example: '--coin BTC --apy 3.00 --from 2026-12-01 --reason "new rate" --by admin --approved-by approver',
      effects: 'changes',
      async run(options, input) {
        const apy = readApy(options.apy);
        return change(deps, input, {
          action: 'coin-up:rate',
          subject: `setting coin-up.apy.${options.coin}`,
          detail: { apy, date: options.from },
          done: `${options.coin} earns ${apy} % a year from ${options.from} on`,
          write: (dbTx, changedBy) =>
            setRate(dbTx, deps, { coin: options.coin, apy, date: options.from, changedBy, ...input }),
        });
      },
    }),

    'coin-up:minimum': staffCommand(deps, settingRoles, {
      group,
      summary: 'Sets the smallest subscription of a coin, from now on',
      options: { coin, amount: amount('the minimum') },
      example: '--coin BTC --amount 0.001 --reason "lower entry" --by admin --approved-by approver',
      effects: 'changes',
      async run(options, input) {
        const value = formatAmount(readAmount(options.amount, options.coin), options.coin);
        return changeNow(deps, input, 'coin-up:minimum', `coin-up.min.${options.coin}`, value);
      },
    }),

    'coin-up:switch': staffCommand(deps, settingRoles, {
      group,
      summary: 'Opens or closes subscriptions',
      options: { to: choice(['on', 'off'], 'open or closed') },
      example: '--to off --reason "fund is short" --by admin --approved-by approver',
      effects: 'changes',
      run: (options, input) => changeNow(deps, input, 'coin-up:switch', 'coin-up.open', options.to === 'on'),
    }),

    'coin-up:status': defineCommand({
      group,
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
        const terms = await offeredTerms(database, deps, clock.now());
        const isOpen = terms.isEnableFunction;
        print(`subscriptions ${isOpen ? 'open' : 'closed'}`, { kind: 'subscriptions', isOpen });
        for (const name of savingsCoins) {
          const { min, apy } = terms[name];
          print(`${name} minimum ${min}, ${apy} % a year`, { kind: 'terms', coin: name, min, apy });
        }
        for (const rate of await announcedRates(database, deps, clock.now()))
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
    }),
  };
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

function changeNow(
  deps: CoinUpCommandDeps,
  input: StaffInput,
  action: string,
  settingKey: TermKey,
  value: string | boolean,
): Promise<StaffResult> {
  return change(deps, input, {
    action,
    subject: `setting ${settingKey}`,
    detail: { value: String(value) },
    done: `${settingKey} is ${value}`,
    write: (dbTx, changedBy) => {
      const { now, reason } = input;
      return deps.changeSetting(dbTx, settingKey, { value, effectiveFrom: now, changedBy, reason }, now);
    },
  });
}

interface SettingChange {
  action: string;
  subject: string;
  detail: Record<string, string>;
  done: string;
  /** Resolves with the reason for a refusal, or null. */
  readonly write: (dbTx: Transaction, changedBy: string) => Promise<string | null>;
}

/** A setting and its line in the audit log, in one transaction. */
function change(
  deps: CoinUpCommandDeps,
  { authority, reason, now }: StaffInput,
  { action, subject, detail, done, write }: SettingChange,
): Promise<StaffResult> {
  return deps.database.transaction(async (dbTx) => {
    const refused = await write(dbTx, `staff:${authority.by.name}`);
    if (refused !== null) return { refused };
    await deps.recordAudit(dbTx, { at: now, authority, action, subject, reason, detail });
    return { done };
  });
}

/** More than this a year is a typing error. */
const highestApy = 100_00n;

function readApy(given: string): string {
  try {
    const apy = parseDecimal(given, 2);
    if (apy >= 0n && apy <= highestApy) return formatDecimal(apy, 2);
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error;
  }
  throw new UsageError(`--apy "${given}" must be a yearly rate in per cent from 0 to 100 with at most two decimals`);
}
