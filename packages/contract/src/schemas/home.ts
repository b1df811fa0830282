import { Type } from '@sinclair/typebox';
import { machineStatuses, networkDaySources } from '../record-states.ts';
import { route } from './route.ts';
import {
  Amount,
  CoinAmount,
  CoinName,
  Count,
  Day,
  Decimal,
  MinedCoin,
  Nullable,
  OneOf,
  Time,
  ValuedBalance,
} from './shapes.ts';

const CoinPrice = Type.Object({ coin: CoinName, usdt: Decimal, time: Time, stale: Type.Boolean() });

export const homeRoutes = {
  indexInfo: route('indexInfo', {
    summary: 'Everything that the home page shows of the customer, in one answer.',
    access: 'customer',
    limit: 'read',
    input: {},
    data: Type.Object({
      assetsInfo: Type.Object({
        totalUsdt: Amount,
        accounts: Type.Array(ValuedBalance),
        prices: Type.Array(CoinPrice),
      }),
      mining: Type.Object({
        machineCount: Count,
        runningCount: Count,
        statusCounts: Type.Array(
          Type.Object({
            status: OneOf(machineStatuses),
            count: Count,
          }),
        ),
        hashrates: Type.Array(Type.Object({ coin: MinedCoin, value: Decimal, unit: Type.String() })),
        yesterdayDate: Nullable(Day),
        yesterday: Type.Array(CoinAmount),
        yesterdayFee: Amount,
        todayEstimated: Type.Array(CoinAmount),
        /** Estimated growth per second with 18 decimals, so that a client can let today's estimate tick. */
        todayPerSecond: Type.Array(Type.Object({ coin: MinedCoin, amount: Decimal })),
        todayEstimatedAt: Time,
        total: Type.Array(CoinAmount),
        /** Closed mining days, oldest first, at most 30 per coin. */
        last30: Type.Array(Type.Object({ date: Day, coin: MinedCoin, amount: Amount })),
        /** `demo-replay` when the days shown repeat days of the past; the client says so. */
        source: Nullable(OneOf(networkDaySources)),
        /** The last date whose outputs are kept elsewhere: lists end after it, and say so. Null where all are here. */
        elsewhereTo: Nullable(Day),
      }),
      electricity: Type.Object({ available: Amount, owed: Amount, dailyFee: Amount, daysLeft: Nullable(Count) }),
      coinUp: Type.Object({
        isEnableFunction: Type.Boolean(),
        btcApy: Decimal,
        usdtApy: Decimal,
        yesterdayIncome: Type.Array(CoinAmount),
      }),
      /** At most 100: the client writes 99+. */
      unreadMessages: Count,
    }),
  }),
  electricityReminder: route('electricityReminder', {
    summary: 'How long the prepaid electricity lasts and what is owed, with the last 30 closed days.',
    access: 'customer',
    limit: 'read',
    input: {},
    data: Type.Object({
      show: Type.Boolean(),
      level: OneOf(['NONE', 'LOW', 'ARREAR']),
      available: Amount,
      owed: Amount,
      dailyFee: Amount,
      daysLeft: Nullable(Count),
      content: Type.String(),
      last30: Type.Array(Type.Object({ date: Day, fee: Amount })),
      /** The last date whose movements are kept elsewhere: the list of electricity ends after it, and says so. */
      elsewhereTo: Nullable(Day),
    }),
  }),
};
