import { houseAccount, inputHash, readBalances } from '@lode/ledger';
import { DecimalError, formatAmount, formatDecimal, parseAmount, parseDecimal } from '@lode/money';
import { businessDate, startOfMiningDay } from '../../platform/clock/clock.ts';
import { type Command, readArguments, UsageError, wanted } from '../../platform/commands/command.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { moneyDeed, type StaffPorts, settingDeed } from '../../platform/staff/authority.ts';
import { type Deed, type DeedResult, staffCommand } from '../../platform/staff/staff-command.ts';
import { type FundSource, fundSources, payFundIn } from './pay-fund-in.ts';
import { readOwedDays } from './run/fund.ts';
import type { PayDeps } from './run/pay-interest.ts';
import { type SavingsCoin, savingsCoins } from './savings-coin.ts';
import { type RatePorts, setRate } from './set-rate.ts';
import { announcedRates, offeredTerms, type TermKey } from './terms.ts';

export type CoinUpCommandDeps = PayDeps & StaffPorts & RatePorts;

/**
 * What staff does with COIN UP: `coin-up:fund --coin C --amount N [--from treasury] [--key K]` by FINANCE with APPROVER;
 * `coin-up:rate --coin C --apy P --from DATE`, `coin-up:minimum --coin C --amount N`, `coin-up:switch --to on|off` by ADMIN
 * with APPROVER; `coin-up:status` shows what stands.
 */
export function coinUpCommands(deps: CoinUpCommandDeps): Record<string, Command> {
  return {
    'coin-up:fund': staffCommand(deps, moneyDeed, ['coin', 'amount', 'from', 'key'], async (options, deed) => {
      const coin = readCoin(wanted(options, 'coin'));
      const amount = readAmount(wanted(options, 'amount'), coin);
      const from = readSource(options.from ?? 'treasury');
      const day = businessDate(deed.now);
      const key = options.key ?? inputHash([coin, amount, from, deed.reason, day]).toString('hex').slice(0, 32);
      if (!/^[\w.:-]{1,128}$/.test(key)) throw new UsageError('--key is 1 to 128 letters, digits and . : _ -');
      const what = `${formatAmount(amount, coin)} ${coin} from ${from}, key ${key}`;
      const result = await payFundIn(deps, { coin, amount, from, key, ...deed });
      switch (result.outcome) {
        case 'paid-in':
          return { done: `paid in: ${what}` };
        case 'already-paid-in':
          return { done: `already paid in: ${what}` };
        case 'source-too-small':
          return { refused: `${from} has only ${formatAmount(result.left, coin)} ${coin}` };
        case 'key-used-otherwise':
          return { refused: `the key ${key} was used for something else` };
      }
    }),

    'coin-up:rate': staffCommand(deps, settingDeed, ['coin', 'apy', 'from'], async (options, deed) => {
      const coin = readCoin(wanted(options, 'coin'));
      const apy = readApy(wanted(options, 'apy'));
      const date = readDate(wanted(options, 'from'));
      return change(deps, deed, {
        action: 'coin-up:rate',
        subject: `setting coin-up.apy.${coin}`,
        detail: { apy, date },
        done: `${coin} earns ${apy} % a year from ${date} on`,
        write: (dbTx, changedBy) => setRate(dbTx, deps, { coin, apy, date, changedBy, ...deed }),
      });
    }),

    'coin-up:minimum': staffCommand(deps, settingDeed, ['coin', 'amount'], async (options, deed) => {
      const coin = readCoin(wanted(options, 'coin'));
      const value = formatAmount(readAmount(wanted(options, 'amount'), coin), coin);
      return changeNow(deps, deed, 'coin-up:minimum', `coin-up.min.${coin}`, value);
    }),

    'coin-up:switch': staffCommand(deps, settingDeed, ['to'], async (options, deed) => {
      const to = wanted(options, 'to');
      if (to !== 'on' && to !== 'off') throw new UsageError('--to is on or off');
      return changeNow(deps, deed, 'coin-up:switch', 'coin-up.open', to === 'on');
    }),

    'coin-up:status': async ({ database, clock, print }, args) => {
      readArguments(args, {});
      const terms = await offeredTerms(database, deps, clock.now());
      print(`subscriptions ${terms.isEnableFunction ? 'open' : 'closed'}`);
      for (const coin of savingsCoins) print(`${coin} minimum ${terms[coin].min}, ${terms[coin].apy} % a year`);
      for (const { date, coin, apy } of await announcedRates(database, deps, clock.now()))
        print(`${coin} announced ${apy} % a year from ${date} on`);
      for (const line of await fundLines(database)) print(line);
      for (const { coin, date, amount } of await readOwedDays(database))
        print(`OWED ${coin} ${formatAmount(amount, coin)} of ${date}`);
      return 0;
    },
  };
}

async function fundLines(db: Queryable): Promise<string[]> {
  const balances = await readBalances(
    db,
    savingsCoins.map((coin) => houseAccount('INTEREST_FUND', coin)),
  );
  return savingsCoins.map((coin) => {
    const { posted = 0n, held = 0n } = balances.get(houseAccount('INTEREST_FUND', coin)) ?? {};
    return `INTEREST_FUND ${coin} ${formatAmount(posted, coin)}, of it being paid ${formatAmount(held, coin)}`;
  });
}

function changeNow(
  deps: CoinUpCommandDeps,
  deed: Deed,
  action: string,
  key: TermKey,
  value: string | boolean,
): Promise<DeedResult> {
  return change(deps, deed, {
    action,
    subject: `setting ${key}`,
    detail: { value: String(value) },
    done: `${key} is ${value}`,
    write: (dbTx, changedBy) =>
      deps.changeSetting(dbTx, key, { value, effectiveFrom: deed.now, changedBy, reason: deed.reason }, deed.now),
  });
}

interface Change {
  action: string;
  subject: string;
  detail: Record<string, string>;
  done: string;
  /** Answers why not, or null. */
  write(dbTx: Transaction, changedBy: string): Promise<string | null>;
}

/** A setting and its line in the audit log, together or not at all. */
function change(deps: CoinUpCommandDeps, { authority, reason, now }: Deed, wish: Change): Promise<DeedResult> {
  const { action, subject, detail, done, write } = wish;
  return deps.database.transaction(async (dbTx) => {
    const refused = await write(dbTx, `staff:${authority.by.name}`);
    if (refused !== null) return { refused };
    await deps.recordAudit(dbTx, { at: now, authority, action, subject, reason, detail });
    return { done };
  });
}

function readCoin(text: string): SavingsCoin {
  const coin = savingsCoins.find((name) => name === text);
  if (!coin) throw new UsageError(`--coin is ${savingsCoins.join(' or ')}`);
  return coin;
}

function readSource(text: string): FundSource {
  const source = Object.entries(fundSources).find(([name]) => name === text);
  if (!source) throw new UsageError(`--from is one of ${Object.keys(fundSources).join(', ')}`);
  return source[1];
}

/** A single payment of more than this is a slip of the hand. */
const largestWhole = 1_000_000_000n;

function readAmount(text: string, coin: SavingsCoin): bigint {
  try {
    const amount = parseAmount(text, coin);
    if (amount > 0n && amount <= largestWhole * parseAmount('1', coin)) return amount;
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error;
  }
  throw new UsageError(`--amount "${text}" is no amount of ${coin} above 0`);
}

/** More than this a year is a slip of the hand. */
const highestApy = 100_00n;

function readApy(text: string): string {
  try {
    const apy = parseDecimal(text, 2);
    if (apy >= 0n && apy <= highestApy) return formatDecimal(apy, 2);
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error;
  }
  throw new UsageError(`--apy "${text}" is no yearly rate in per cent from 0 to 100 with at most two decimals`);
}

function readDate(text: string): string {
  try {
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return startOfMiningDay(text).toISOString().slice(0, 10);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new UsageError(`--from "${text}" is no date like 2020-02-15`);
}
