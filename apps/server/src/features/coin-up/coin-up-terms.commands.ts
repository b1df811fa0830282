import { DecimalError, formatAmount, formatDecimal, parseDecimal } from '@lode/money';
import type { CommandInput } from '../../platform/commands/command.ts';
import { amount, choice, date, type Options, text, UsageError } from '../../platform/commands/option.ts';
import { readAmount } from '../../platform/commands/readers.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { type ProposalPorts, type StaffPorts, settingRoles } from '../../platform/staff/authority.ts';
import { type ProposableCommand, proposableCommand } from '../../platform/staff/proposable-command.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import { type TermKey, termsAt } from './product-terms.ts';
import { savingsCoins } from './savings-coin.ts';
import * as say from './sentences.zh.ts';
import { apyBefore, type RatePorts, refusalOfRate, setRate } from './set-rate.ts';

export type TermsDeps = { database: Database } & StaffPorts & ProposalPorts & RatePorts;

const group = 'COIN UP';
const coin = choice(savingsCoins, 'the coin');

export function coinUpRateCommand(deps: TermsDeps): ProposableCommand {
  const { database } = deps;
  return proposableCommand('coin-up:rate', deps, settingRoles, {
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
    async describe(given, { clock }) {
      const rate = { coin: given.coin, apy: readApy(given.apy), date: given.from };
      const refused = await refusalOfRate(database, deps, rate, clock.now());
      if (refused !== null) return { refused };
      const before = await apyBefore(database, deps, rate);
      return { summary: say.rateChanges(rate.coin, { ...rate, before }), bound: { before } };
    },
    async run(given, { bound, ...input }) {
      const rate = { coin: given.coin, apy: readApy(given.apy), date: given.from };
      return change(deps, input, {
        action: 'coin-up:rate',
        subject: `setting coin-up.apy.${rate.coin}`,
        detail: { apy: rate.apy, date: rate.date },
        done: say.rateFrom(rate.coin, rate.apy, rate.date),
        async write(dbTx, changedBy) {
          const before = await apyBefore(dbTx, deps, rate);
          if (bound !== undefined && bound.before !== before)
            return { refused: say.termMoved(`coin-up.apy.${rate.coin}`, before, bound.before ?? '') };
          const refused = await setRate(dbTx, deps, { ...rate, changedBy, ...input });
          return refused === null ? { before } : { refused };
        },
      });
    },
  });
}

export function coinUpMinimumCommand(deps: TermsDeps): ProposableCommand {
  return presentTermCommand('coin-up:minimum', deps, {
    summary: 'Sets the smallest subscription of a coin, from now on',
    options: { coin, amount: amount('the minimum') },
    example: '--coin BTC --amount 0.001 --reason "lower entry" --by admin --approved-by approver',
    read: (given) => ({
      key: `coin-up.min.${given.coin}`,
      value: formatAmount(readAmount(given.amount, given.coin), given.coin),
    }),
  });
}

export function coinUpSwitchCommand(deps: TermsDeps): ProposableCommand {
  return presentTermCommand('coin-up:switch', deps, {
    summary: 'Opens or closes subscriptions',
    options: { to: choice(['on', 'off'], 'open or closed') },
    example: '--to off --reason "fund is short" --by admin --approved-by approver',
    read: ({ to }) => ({ key: 'coin-up.open', value: to === 'on' }),
  });
}

interface PresentTerm<O extends Options> {
  summary: string;
  options: O;
  example: string;
  readonly read: (given: CommandInput<O>) => { key: TermKey; value: string | boolean };
}

/** A term that changes as soon as it is approved, from the value that was read when it was proposed. */
function presentTermCommand<const O extends Options>(
  action: string,
  deps: TermsDeps,
  { read, ...declaration }: PresentTerm<O>,
): ProposableCommand {
  return proposableCommand(action, deps, settingRoles, {
    ...declaration,
    group,
    effects: 'changes',
    async describe(given, { clock }) {
      const { key, value } = read(given);
      const before = await readTerm(deps.database, deps, key, clock.now());
      return { summary: say.termChanges(key, String(value), before), bound: { before } };
    },
    async run(given, { bound, ...input }) {
      const { key, value } = read(given);
      const { now, reason } = input;
      return change(deps, input, {
        action,
        subject: `setting ${key}`,
        detail: { value: String(value) },
        done: say.termIs(key, String(value)),
        async write(dbTx, changedBy) {
          const before = await readTerm(dbTx, deps, key, now);
          if (bound !== undefined && bound.before !== before)
            return { refused: say.termMoved(key, before, bound.before ?? '') };
          const refused = await deps.changeSetting(dbTx, key, { value, effectiveFrom: now, changedBy, reason }, now);
          return refused === null ? { before } : { refused };
        },
      });
    },
  });
}

async function readTerm(db: Queryable, ports: RatePorts, key: TermKey, now: Date): Promise<string> {
  const { isEnableFunction, BTC, USDT } = await termsAt(db, ports, now);
  const values: Record<TermKey, string> = {
    'coin-up.open': String(isEnableFunction),
    'coin-up.min.BTC': BTC.min,
    'coin-up.min.USDT': USDT.min,
    'coin-up.apy.BTC': BTC.apy,
    'coin-up.apy.USDT': USDT.apy,
  };
  return values[key];
}

interface SettingChange {
  action: string;
  subject: string;
  detail: Record<string, string>;
  done: Sentence;
  /** Resolves with the value before, or with the reason for a refusal. */
  readonly write: (dbTx: Transaction, changedBy: string) => Promise<{ before: string } | { refused: Sentence }>;
}

/** A setting and its line in the audit log, in one transaction. */
function change(
  deps: TermsDeps,
  { authority, reason, now }: StaffInput,
  { action, subject, detail, done, write }: SettingChange,
): Promise<ConsoleResult> {
  return deps.database.transaction(async (dbTx) => {
    const written = await write(dbTx, `staff:${authority.by.name}`);
    if ('refused' in written) return written;
    const { before } = written;
    await deps.recordAudit(dbTx, { at: now, authority, action, subject, reason, detail: { before, ...detail } });
    return { done };
  });
}

/** More than this a year is a typing error. */
const highestApy = 100_00n;

/** Throws `UsageError` for what is no rate. */
export function readApy(given: string): string {
  try {
    const apy = parseDecimal(given, 2);
    if (apy >= 0n && apy <= highestApy) return formatDecimal(apy, 2);
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error;
  }
  throw new UsageError(say.notRate(given));
}
