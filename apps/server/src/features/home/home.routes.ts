import type { Data } from '@lode/contract';
import { formatAmount } from '@lode/money';
import { addDays, businessDate, miningDate, startOfMiningDay } from '../../platform/clock/clock.ts';
import type { Database, DbTx } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/context.ts';
import { readElectricity } from './electricity.store.ts';
import { electricityOutlook, reminderContent, reminderLevel } from './electricity-reminder.ts';
import { readMining } from './mining.store.ts';
import { miningAnswer } from './mining-answer.ts';

export interface HomePorts {
  /** Balances with their values, from the wallet. */
  assetsInfo(dbTx: DbTx, customerId: bigint, now: Date): Promise<Data<'indexInfo'>['assetsInfo']>;
  /** What is offered for savings, from the settings. */
  coinUpTerms(
    dbTx: DbTx,
    at: Date,
  ): Promise<{ isEnableFunction: boolean; BTC: { apy: string }; USDT: { apy: string } }>;
}

export function homeRoutes(database: Database, ports: HomePorts) {
  return {
    async indexInfo({ session: { customerId }, now }) {
      const since = startOfMiningDay(miningDate(now));
      const incomeDate = addDays(businessDate(now), -1);
      const [assetsInfo, mining, electricity, terms] = await Promise.all([
        ports.assetsInfo(database, customerId, now),
        readMining(database, customerId, { now, since, incomeDate }),
        readElectricity(database, customerId),
        ports.coinUpTerms(database, now),
      ]);
      const { dailyFee, daysLeft } = electricityOutlook(electricity);
      const incomeOf = (coin: 'BTC' | 'USDT') =>
        BigInt(mining.yesterdayIncome.find((income) => income.coin === coin)?.amount ?? 0);
      return {
        assetsInfo,
        mining: miningAnswer(mining, now),
        electricity: {
          available: formatAmount(electricity.available, 'USDT'),
          owed: formatAmount(electricity.owed, 'USDT'),
          dailyFee: formatAmount(dailyFee, 'USDT'),
          daysLeft,
        },
        coinUp: {
          isEnableFunction: terms.isEnableFunction,
          btcApy: terms.BTC.apy,
          usdtApy: terms.USDT.apy,
          yesterdayIncome: (['BTC', 'USDT'] as const).map((coin) => ({
            coin,
            amount: formatAmount(incomeOf(coin), coin),
          })),
        },
      };
    },

    async electricityReminder({ session }) {
      const figures = await readElectricity(database, session.customerId);
      const outlook = electricityOutlook(figures);
      const level = reminderLevel(figures, outlook);
      return {
        show: level !== 'NONE',
        level,
        available: formatAmount(figures.available, 'USDT'),
        owed: formatAmount(figures.owed, 'USDT'),
        dailyFee: formatAmount(outlook.dailyFee, 'USDT'),
        daysLeft: outlook.daysLeft,
        content: reminderContent(figures, outlook),
        last30: figures.days.map(({ date, fee }) => ({ date, fee: formatAmount(fee, 'USDT') })),
      };
    },
  } satisfies Handlers;
}
