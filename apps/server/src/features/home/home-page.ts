import type { Data } from '@lode/contract';
import { formatAmount } from '@lode/money';
import { miningDate, startOfMiningDay } from '../../platform/clock/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { type ElectricityOutlook, reminderContent, reminderLevel } from './electricity-reminder.ts';
import { readMining } from './mining.store.ts';
import { miningResponse } from './mining-response.ts';

export interface HomePorts {
  /** Balances with their values, from the wallet. */
  readonly assetsInfo: (db: Queryable, customerId: bigint, now: Date) => Promise<Data<'indexInfo'>['assetsInfo']>;
  /** The electricity of a customer, from the electricity slice. */
  readonly readElectricity: (db: Queryable, customerId: bigint) => Promise<ElectricityOutlook>;
  /** Messages that the customer has not read, at most 100. */
  readonly countUnread: (db: Queryable, customerId: bigint) => Promise<number>;
  /** Savings: what is offered, and what the latest closed day brought, in minor units. */
  readonly coinUpCard: (
    db: Queryable,
    customerId: bigint,
    now: Date,
  ) => Promise<{
    isEnableFunction: boolean;
    btcApy: string;
    usdtApy: string;
    yesterdayIncome: { BTC: bigint; USDT: bigint };
  }>;
}

/** Everything that the home page shows of a customer. */
export async function readHome(
  db: Queryable,
  ports: HomePorts,
  customerId: bigint,
  now: Date,
): Promise<Data<'indexInfo'>> {
  const since = startOfMiningDay(miningDate(now));
  const [assetsInfo, mining, electricity, coinUp, unreadMessages] = await Promise.all([
    ports.assetsInfo(db, customerId, now),
    readMining(db, customerId, { now, since }),
    ports.readElectricity(db, customerId),
    ports.coinUpCard(db, customerId, now),
    ports.countUnread(db, customerId),
  ]);
  const { dailyFee, daysLeft } = electricity;
  return {
    assetsInfo,
    mining: miningResponse(mining, now),
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
    unreadMessages,
  };
}

export async function readReminder(
  db: Queryable,
  ports: Pick<HomePorts, 'readElectricity'>,
  customerId: bigint,
): Promise<Data<'electricityReminder'>> {
  const outlook = await ports.readElectricity(db, customerId);
  const level = reminderLevel(outlook);
  return {
    show: level !== 'NONE',
    level,
    available: formatAmount(outlook.available, 'USDT'),
    owed: formatAmount(outlook.owed, 'USDT'),
    dailyFee: formatAmount(outlook.dailyFee, 'USDT'),
    daysLeft: outlook.daysLeft,
    content: reminderContent(outlook),
    last30: outlook.days.map(({ date, fee }) => ({ date, fee: formatAmount(fee, 'USDT') })),
    elsewhereTo: outlook.elsewhereTo,
  };
}
