import { maskAccount } from '@lode/contract';
import type { ConsoleData } from '@lode/contract/console';
import { houseAccount, readBalances } from '@lode/ledger';
import { formatAmount, parseAmount } from '@lode/money';
import { addDays } from '../../../platform/clock/clock.ts';
import { UsageError } from '../../../platform/commands/option.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { refusedWith } from '../../../platform/http/console/answer.ts';
import type { ConsolePart } from '../../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../../platform/http/console/records.ts';
import { readRecorder } from '../../../platform/http/console/staff-call.ts';
import { isRefusal, refuse } from '../../../platform/http/refusal.ts';
import type { StaffPorts } from '../../../platform/staff/authority.ts';
import { readApy } from '../coin-up-terms.commands.ts';
import { fundSources } from '../pay-fund-in.ts';
import { type TermsPorts, termsAt } from '../product-terms.ts';
import { apyOf } from '../record-response.ts';
import { coinSafety, readSafety, type SavingsFigures, savingsFigures } from '../safety.ts';
import { savingsCoins } from '../savings-coin.ts';
import { apyBefore, earliestDays, refusalOfRate } from '../set-rate.ts';
import { countHolders, type InterestDay, readInterestDays, readSavers, type SaverRow } from './coin-up-page.store.ts';
import { type RateVersions, ratesOf } from './rates.ts';

type CoinUpCall = 'coinUp' | 'previewRate' | 'coinUpInterest' | 'coinUpPositions';
type Row<Call extends 'coinUpInterest' | 'coinUpPositions'> = ConsoleData<Call>['records'][number];

export interface CoinUpConsoleDeps extends TermsPorts, RateVersions, Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  staffReads: Queryable;
}

/** COIN UP as the staff sees it. Changes are proposed by `propose`, with the options of the commands. */
export function coinUpConsole({ staffReads, ...ports }: CoinUpConsoleDeps): ConsolePart<CoinUpCall> {
  const record = readRecorder(ports);
  return {
    async coinUp({ now }) {
      const [safety, holders, terms, sources, rates] = await Promise.all([
        readSafety(staffReads, ports, now),
        countHolders(staffReads),
        termsAt(staffReads, ports, now),
        readSources(staffReads),
        ratesOf(staffReads, ports, now),
      ]);
      const { rise, fall } = earliestDays(now);
      return {
        isOpen: terms.isEnableFunction,
        isOwed: safety.coins.some(({ coin, owed }) => parseAmount(owed, coin) > 0n),
        coins: safety.coins.map((savings) => ({
          ...savings,
          ...terms[savings.coin],
          customers: holders.get(savings.coin) ?? 0,
        })),
        sources,
        rates,
        earliestRise: rise,
        earliestFall: fall,
      };
    },
    async previewRate({ now }, { coin, apy: given, from: date }) {
      const apy = apyOrRefusal(given);
      if (isRefusal(apy)) return apy;
      const refused = await refusalOfRate(staffReads, ports, { coin, apy, date }, now);
      if (refused !== null) return refusedWith(refused);
      const [before, figures, holders] = await Promise.all([
        apyBefore(staffReads, ports, { coin, apy, date }),
        savingsFigures(staffReads, coin),
        countHolders(staffReads),
      ]);
      const at = (rate: string, of: SavingsFigures) => coinSafety(coin, of, rate);
      const [old, next] = [at(before, figures), at(apy, figures)];
      return {
        before,
        after: apy,
        customers: holders.get(coin) ?? 0,
        dailyBefore: old.dailyInterest,
        dailyAfter: next.dailyInterest,
        coverBefore: old.coverDays,
        coverAfter: next.coverDays,
        firstPaid: addDays(date, 1),
      };
    },
    async coinUpInterest(_context, input) {
      const request = recordsRequest(input, ['day', 'word']);
      if (isRefusal(request)) return request;
      const rows = await readInterestDays(staffReads, request);
      return recordsOf(rows, ({ date, coin }) => [date, coin], interestView);
    },
    async coinUpPositions(context, { coin = null, ...input }) {
      const request = recordsRequest(input, ['integer', 'word']);
      if (isRefusal(request)) return request;
      // As the list of customers: who searches it, or goes on in it.
      if (coin !== null || input.cursor !== undefined)
        await record(context, 'coin-up:positions', 'positions', coin === null ? {} : { coin });
      const rows = await readSavers(staffReads, coin, request);
      return recordsOf(rows, ({ customerId, coin: of }) => [customerId, of], saverView);
    },
  };
}

function apyOrRefusal(given: string) {
  try {
    return readApy(given);
  } catch (error) {
    if (error instanceof UsageError) return refuse('notOperable', { reason: error.sentence.zh });
    throw error;
  }
}

const sourceNames = Object.keys(fundSources) as (keyof typeof fundSources)[];

async function readSources(db: Queryable): Promise<ConsoleData<'coinUp'>['sources']> {
  const asked = savingsCoins.flatMap((coin) =>
    sourceNames.map((source) => ({ coin, source, account: houseAccount(fundSources[source], coin) })),
  );
  const balances = await readBalances(
    db,
    asked.map(({ account }) => account),
  );
  return asked.map(({ coin, source, account }) => ({
    coin,
    source,
    balance: formatAmount(balances.get(account)?.available ?? 0n, coin),
  }));
}

function interestView({ date, coin, ratePpm, amount, wasOwed, fundedAt, paidAt }: InterestDay): Row<'coinUpInterest'> {
  return {
    date,
    coin,
    apy: apyOf(ratePpm),
    amount: formatAmount(amount, coin),
    // A day without interest is paid by its close.
    state: paidAt !== null || amount === 0n ? 'PAID' : fundedAt === null ? 'OWED' : 'PAYING',
    wasOwed,
    paidAt: paidAt?.toISOString() ?? null,
  };
}

function saverView({ customerId, account, coin, nickname, ...row }: SaverRow): Row<'coinUpPositions'> {
  return {
    customerId: String(customerId),
    account: maskAccount(account),
    nickname,
    coin,
    earning: formatAmount(row.earning, coin),
    transitIn: formatAmount(row.inTransitIn, coin),
    transitOut: formatAmount(row.inTransitOut, coin),
  };
}
