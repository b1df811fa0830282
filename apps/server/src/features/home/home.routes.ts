import type { Data } from '@lode/contract';
import { formatAmount } from '@lode/money';
import { miningDate, startOfMiningDay } from '../../platform/clock/clock.ts';
import type { Database, DbTx } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/context.ts';
import { readElectricity } from './electricity.store.ts';
import { electricityOutlook, reminderContent, reminderLevel } from './electricity-reminder.ts';
import { readMining } from './mining.store.ts';
import { miningAnswer } from './mining-answer.ts';

export interface HomePorts {
  /** Balances with their values, from the wallet. */
  assetsInfo(dbTx: DbTx, customerId: bigint, now: Date): Promise<Data<'indexInfo'>['assetsInfo']>;
  /** Savings: what is offered, and what the latest closed day brought, in minor units. */
  coinUpCard(
    dbTx: DbTx,
    customerId: bigint,
    now: Date,
  ): Promise<{
    isEnableFunction: boolean;
    btcApy: string;
    usdtApy: string;
    yesterdayIncome: { BTC: bigint; USDT: bigint };
  }>;
}

export function homeRoutes(database: Database, ports: HomePorts) {
  return {
    async indexInfo({ session: { customerId }, now }) {
      const since = startOfMiningDay(miningDate(now));
      const [assetsInfo, mining, electricity, coinUp] = await Promise.all([
        ports.assetsInfo(database, customerId, now),
        readMining(database, customerId, { now, since }),
        readElectricity(database, customerId),
        ports.coinUpCard(database, customerId, now),
      ]);
      const { dailyFee, daysLeft } = electricityOutlook(electricity);
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
          ...coinUp,
          yesterdayIncome: (['BTC', 'USDT'] as const).map((coin) => ({
            coin,
            amount: formatAmount(coinUp.yesterdayIncome[coin], coin),
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
