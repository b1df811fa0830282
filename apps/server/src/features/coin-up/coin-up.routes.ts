import type { Data } from '@lode/contract';
import { customerAccount } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/context.ts';
import { encodeCursor, pageOf, pageRequest } from '../../platform/http/page.ts';
import { badInput, isRefusal } from '../../platform/http/refusal.ts';
import type { GroupedUseCase } from '../../platform/money-call/group.ts';
import { grouped, type RunMoneyCall } from '../../platform/money-call/money-call.ts';
import type { Spendable } from '../../platform/spendable.ts';
import { coinUpDates } from './coin-up-dates.ts';
import { principalOf } from './position-state.ts';
import { coinUpToday, insertSubscriptions, type NewSubscription } from './positions.store.ts';
import { announcedRates, offeredTerms } from './product-terms.ts';
import { apyOf, orderAnswer, parseRecordId, recordResponse } from './record-response.ts';
import { isRank, type RecordFilter, type RecordPlace, readRecord, readRecords } from './records.store.ts';
import { redeem } from './redeem.ts';
import { type RedeemInterestPorts, redeemInterest } from './redeem-interest.ts';
import { safetyReader } from './safety.ts';
import { readSavings } from './savings.store.ts';
import { savingsCoins } from './savings-coin.ts';
import { decideSubscriptions, type SubscribePorts, type Subscription } from './subscribe.ts';

export interface CoinUpRoutePorts extends SubscribePorts, RedeemInterestPorts {
  runMoneyCall: RunMoneyCall;
}

export function coinUpRoutes(database: Database, ports: CoinUpRoutePorts) {
  const subscriptions: GroupedUseCase<Subscription, NewSubscription, Data<'coinUpSubscribe'>> = {
    decide: (dbTx, items) => decideSubscriptions(dbTx, ports, items),
    async carryOut(dbTx, accepted, keep) {
      const answers = (await insertSubscriptions(dbTx, accepted)).map(orderAnswer);
      await keep(answers);
      return answers;
    },
  };

  const readSafety = safetyReader(ports);

  return {
    coinUpSafety: ({ now }) => readSafety(database, now),

    async apy({ now }) {
      const { isEnableFunction, BTC, USDT } = await offeredTerms(database, ports, now);
      return {
        isEnableFunction,
        btcMinimumValue: BTC.min,
        btcApy: BTC.apy,
        usdtMinimumValue: USDT.min,
        usdtApy: USDT.apy,
        announced: await announcedRates(database, ports, now),
      };
    },

    async coinUpDetail({ session: { customerId }, now }, { coin }) {
      const income = customerAccount(customerId, 'INCOME_ACCOUNT', coin);
      const [savings, terms, [spendable]] = await Promise.all([
        readSavings(database, { customerId, coin, income }),
        offeredTerms(database, ports, now),
        ports.readSpendables(database, [{ customerId, coin, now }]),
      ]);
      const { available, reserved } = spendable as Spendable;
      const { dates, amounts, ratesPpm } = savings;
      const written = (amount: bigint) => formatAmount(amount, coin);
      return {
        coin,
        principal: written(principalOf(savings)),
        earning: written(savings.earning),
        inTransitIn: written(savings.inTransitIn),
        inTransitOut: written(savings.inTransitOut),
        interestBalance: written(savings.interestBalance),
        yesterdayInterest: written(savings.yesterdayInterest),
        yesterdayDate: savings.yesterdayDate,
        totalInterest: written(savings.totalInterest),
        interestOwed: written(savings.interestOwed),
        apy: terms[coin].apy,
        min: terms[coin].min,
        available: written(available),
        reserved: written(reserved),
        last30: (dates ?? []).map((date, i) => ({
          date,
          amount: written(amounts?.[i] ?? 0n),
          rate: apyOf(ratesPpm?.[i] ?? 0),
        })),
      };
    },

    coinUpSubscribe: (context, { coin, amount, password, passwordToken, confirm = false }) =>
      ports.runMoneyCall(context, {
        call: 'coinUpSubscribe',
        purpose: 'COIN_UP',
        secret: { password, passwordToken },
        business: { coin, amount },
        ...grouped(subscriptions, (key: string) => {
          const { now, session } = context;
          return { customerId: session.customerId, coin, amount, confirm, key: `coin-up:${key}`, now };
        }),
      }),

    coinUpRedeem: (context, { coin, amount, password, passwordToken, account = 'COIN_UP_ACCOUNT' }) =>
      ports.runMoneyCall(context, {
        call: 'coinUpRedeem',
        purpose: 'COIN_UP',
        secret: { password, passwordToken },
        business: { coin, amount, account },
        async act(dbTx, key) {
          const request = { customerId: context.session.customerId, coin, amount, now: context.now };
          const order =
            account === 'COIN_UP_ACCOUNT'
              ? await redeem(dbTx, request)
              : await redeemInterest(dbTx, ports, { ...request, key: `coin-up:${key}` });
          return isRefusal(order) ? order : orderAnswer(order);
        },
      }),

    async coinUpPage({ session: { customerId } }, input) {
      const request = pageRequest(input, ['day', 'integer', 'integer']);
      if (isRefusal(request)) return request;
      if (request.after !== null && !isRank(request.after[1])) return badInput('cursor');
      const { coin, direction, from, to } = input;
      const { size, current, limit, offset, after } = request;
      const filter = {
        from,
        to,
        coins: coin ? [coin] : savingsCoins,
        directions: direction ? [direction] : allDirections,
      };
      const rows = await readPage(customerId, input.id, filter, { after, limit, offset });
      const page = pageOf(rows, size, current, ({ date, rank, number }) => encodeCursor([date, String(rank), number]));
      return { ...page, records: page.records.map(recordResponse) };
    },

    async coinUpDate({ now }, { direction }) {
      return coinUpDates(direction, await coinUpToday(database, businessDate(now)));
    },
  } satisfies Handlers;

  /** With an id the one record, if it fits the rest. */
  async function readPage(customerId: bigint, id: string | undefined, filter: RecordFilter, place: RecordPlace) {
    if (id === undefined) return readRecords(database, customerId, filter, place);
    const recordId = parseRecordId(id);
    const found = recordId === null ? [] : await readRecord(database, customerId, recordId);
    const { coins, directions, from = '', to = '9999' } = filter;
    return found.filter(
      ({ coin, direction, date }) =>
        coins.includes(coin) && directions.includes(direction) && date >= from && date <= to,
    );
  }
}

const allDirections = ['IN', 'OUT', 'INCOMES'] as const;
