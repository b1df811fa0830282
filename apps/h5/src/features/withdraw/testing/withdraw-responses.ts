import type { startFakeServer } from '../../../testing/fake-server.ts';
import { pageOf, reminderResponse, settingsResponse, userResponse } from '../../../testing/responses.ts';
import type { Quote, Withdrawal } from '../withdrawal.ts';

export const addresses = {
  BTC: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
};

export const serverNow = '2026-11-20T06:00:00.000Z';

export function quoteResponse(fields: Partial<Quote> = {}): Quote {
  return {
    offered: true,
    available: '0.18264017',
    reserved: '0.00000000',
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
    number: 'W20261120-7KQ4M9XZAB',
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
    outputIndex: null,
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

/** What the withdrawal page asks for, when nothing is in the way. */
export const withdrawReplies = {
  userInfo: () => ({ ...userResponse(), hasFundsPassword: true }),
  electricityReminder: () => ({ ...reminderResponse(), owed: '0.000000' }),
  coinSettings: () => settingsResponse(),
  withdrawTerms: () => quoteResponse(),
  withdrawCheckDevice: () => ({ allowed: true, reason: null, until: null }),
  withdrawCheckAddress: () => ({ valid: true, reason: null, known: true, until: null }),
  withdrawAddressList: () => [],
  withdrawPage: () => pageOf([withdrawal()]),
} satisfies Parameters<typeof startFakeServer>[0];
