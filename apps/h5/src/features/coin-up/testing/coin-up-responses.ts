import type { Data } from '@lode/contract';
import { formatAmount } from '@lode/money';
import { startFakeServer } from '../../../testing/fake-server.ts';
import { pageOf, userResponse } from '../../../testing/responses.ts';
import type { CoinUpRecord, Savings, SavingsCoin } from '../savings.ts';

/** Responses for a customer with savings in both coins; every call returns a new copy. */

export function apyResponse(fields: Partial<Data<'apy'>> = {}): Data<'apy'> {
  return {
    isEnableFunction: true,
    btcMinimumValue: '0.00100000',
    btcApy: '1.80',
    usdtMinimumValue: '100.000000',
    usdtApy: '4.20',
    announced: [],
    ...fields,
  };
}

const days = ['2026-11-17', '2026-11-18', '2026-11-19'];

export function savingsResponse(coin: SavingsCoin, fields: Partial<Savings> = {}): Savings {
  const of: Record<SavingsCoin, Savings> = {
    BTC: {
      coin,
      principal: '0.10000000',
      earning: '0.10000000',
      inTransitIn: '0.00000000',
      inTransitOut: '0.00000000',
      interestBalance: '0.00007890',
      yesterdayInterest: '0.00000493',
      yesterdayDate: '2026-11-19',
      totalInterest: '0.00007890',
      interestOwed: '0.00000000',
      apy: '1.80',
      min: '0.00100000',
      available: '0.18264017',
      reserved: '0.00000000',
      last30: days.map((date) => ({ date, amount: '0.00000493', rate: '1.80' })),
      elsewhereTo: null,
    },
    USDT: {
      coin,
      principal: '5000.000000',
      earning: '4880.000000',
      inTransitIn: '120.000000',
      inTransitOut: '0.000000',
      interestBalance: '12.080000',
      yesterdayInterest: '0.561534',
      yesterdayDate: '2026-11-19',
      totalInterest: '12.080000',
      interestOwed: '0.000000',
      apy: '4.20',
      min: '100.000000',
      available: '214.861234',
      reserved: '0.000000',
      last30: days.map((date) => ({ date, amount: '0.561534', rate: '4.20' })),
      elsewhereTo: null,
    },
  };
  return { ...of[coin], ...fields };
}

/** A customer without savings. */
export function noSavings(coin: SavingsCoin): Savings {
  const none = formatAmount(0n, coin);
  return savingsResponse(coin, {
    principal: none,
    earning: none,
    inTransitIn: none,
    inTransitOut: none,
    interestBalance: none,
    yesterdayInterest: none,
    yesterdayDate: null,
    totalInterest: none,
    last30: [],
  });
}

function datesResponse(direction: string | null): Data<'coinUpDate'> {
  const today = '2026-11-20';
  if (direction === 'IN')
    return { today, valueDate: '2026-11-21', firstIncomeDate: '2026-11-22', arrivalDate: '2026-11-21' };
  return { today, valueDate: null, firstIncomeDate: null, arrivalDate: direction === 'OUT' ? '2026-11-21' : today };
}

export function coinUpRecord(fields: Partial<CoinUpRecord> = {}): CoinUpRecord {
  return {
    id: '7',
    coin: 'USDT',
    direction: 'IN',
    state: 'INTRANSIT',
    account: 'COIN_UP_ACCOUNT',
    amount: '120.000000',
    time: '2026-11-20T02:24:00.000Z',
    date: '2026-11-20',
    arrivalDate: '2026-11-21',
    rate: null,
    ...fields,
  };
}

/** One record of every kind, newest first. */
export function coinUpRecords(): CoinUpRecord[] {
  return [
    coinUpRecord(),
    coinUpRecord({ id: '6', direction: 'OUT', coin: 'BTC', amount: '0.02000000' }),
    coinUpRecord({
      id: 'interest-USDT-2026-11-19',
      direction: 'INCOMES',
      state: 'INCOME',
      account: 'INCOME_ACCOUNT',
      amount: '0.561534',
      date: '2026-11-19',
      arrivalDate: '2026-11-20',
      rate: '4.20',
    }),
    coinUpRecord({
      id: '5',
      direction: 'OUT',
      state: 'SUCCESS',
      account: 'INCOME_ACCOUNT',
      amount: '3.000000',
      date: '2026-11-19',
      arrivalDate: '2026-11-19',
    }),
    coinUpRecord({ id: '4', state: 'SUCCESS', amount: '4880.000000', date: '2026-11-01', arrivalDate: '2026-11-02' }),
  ];
}

function safetyResponse(): Data<'coinUpSafety'> {
  const none = { owed: '0.000000' };
  return {
    time: '2026-11-20T02:24:00.000Z',
    coins: [
      {
        coin: 'BTC',
        principal: '12.50000000',
        fund: '0.25000000',
        owed: '0.00000000',
        dailyInterest: '0.00061643',
        coverDays: 405,
      },
      {
        coin: 'USDT',
        principal: '0.000000',
        fund: '10000.000000',
        ...none,
        dailyInterest: '0.000000',
        coverDays: null,
      },
    ],
  };
}

const coinIn = (url: URL): SavingsCoin => (url.searchParams.get('coin') === 'BTC' ? 'BTC' : 'USDT');

/** A fake server with COIN UP open, and a customer with a funds password. */
export function startCoinUpServer(replies: Parameters<typeof startFakeServer>[0] = {}) {
  return startFakeServer({
    userInfo: () => ({ ...userResponse(), hasFundsPassword: true }),
    apy: () => apyResponse(),
    coinUpDetail: ({ url }) => savingsResponse(coinIn(url)),
    coinUpDate: ({ url }) => datesResponse(url.searchParams.get('direction')),
    coinUpPage: () => pageOf(coinUpRecords()),
    coinUpSafety: () => safetyResponse(),
    ...replies,
  });
}
