import type { Data } from '@lode/contract';
import type { Quote, Withdrawal } from '../withdrawal.ts';

export const addresses = {
  BTC: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
};

export const serverNow = '2026-11-20T06:00:00.000Z';

export function settingsResponse(open = { BTC: true, USDT: true }): Data<'coinSettings'> {
  const limits = { withdrawMin: '10.000000', withdrawMax: '100.000000', dailyLimit: '200.000000', fee: '3.000000' };
  return {
    coins: [
      {
        coin: 'BTC',
        precision: 8,
        networks: [{ network: 'BITCOIN', depositMin: '0.00010000', confirmations: 3, ...limits, enabled: open.BTC }],
      },
      {
        coin: 'USDT',
        precision: 2,
        networks: [{ network: 'ERC20', depositMin: '10.000000', confirmations: 30, ...limits, enabled: open.USDT }],
      },
      { coin: 'ETH', precision: 8, networks: [] },
    ],
  };
}

export function quoteResponse(fields: Partial<Quote> = {}): Quote {
  return {
    offered: true,
    available: '0.18264017',
    min: '0.00100000',
    max: '1.00000000',
    dailyLimit: '1.00000000',
    leftToday: '0.95000000',
    fee: '0.00005000',
    holdHours: 24,
    now: serverNow,
    eta: '2026-11-20T10:30:00.000Z',
    explorer: null,
    ...fields,
  };
}

export function withdrawal(fields: Partial<Withdrawal> = {}): Withdrawal {
  return {
    id: '18',
    coin: 'BTC',
    network: 'BITCOIN',
    address: addresses.BTC,
    amount: '0.05000000',
    fee: '0.00005000',
    received: '0.04995000',
    status: 'WAITING',
    thirdStatus: null,
    checkRemark: null,
    txid: null,
    confirmations: 0,
    needed: 3,
    applyTime: '2026-11-20T06:02:11.000Z',
    steps: [{ step: 'APPLIED', time: '2026-11-20T06:02:11.000Z' }],
    eta: '2026-11-20T10:30:00.000Z',
    ...fields,
  };
}

/** Steps one minute apart, the first at 14:00 in Shanghai. */
export function steps(...names: Withdrawal['steps'][number]['step'][]): Withdrawal['steps'] {
  return names.map((step, at) => ({ step, time: `2026-11-20T06:0${at}:00.000Z` }));
}
