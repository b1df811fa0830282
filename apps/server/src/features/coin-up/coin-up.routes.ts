import type { Data } from '@lode/contract';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/context.ts';
import { isRefusal } from '../../platform/http/refusal.ts';
import type { GroupedUseCase } from '../../platform/money-call/group.ts';
import { grouped, type RunMoneyCall } from '../../platform/money-call/money-call.ts';
import { coinUpDates } from './coin-up-dates.ts';
import { savingsDetail, savingsRecords } from './customer-reads.ts';
import { coinUpToday, insertSubscriptions, type NewSubscription } from './positions.store.ts';
import { announcedRates, offeredTerms } from './product-terms.ts';
import { orderAnswer } from './record-response.ts';
import { redeem } from './redeem.ts';
import { type RedeemInterestPorts, redeemInterest } from './redeem-interest.ts';
import { safetyReader } from './safety.ts';
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

    coinUpDetail: ({ session: { customerId }, now }, { coin }) =>
      savingsDetail(database, ports, { customerId, coin, now }),

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

    coinUpPage: ({ session }, input) => savingsRecords(database, session.customerId, input),

    async coinUpDate({ now }, { direction }) {
      return coinUpDates(direction, await coinUpToday(database, businessDate(now)));
    },
  } satisfies Handlers;
}
