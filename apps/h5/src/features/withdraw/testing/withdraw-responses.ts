import type { startFakeServer } from '../../../testing/fake-server.ts';
import { pageOf, reminderResponse, settingsResponse, userResponse } from '../../../testing/responses.ts';
import { addresses, withdrawal } from '../../../testing/withdrawal-response.ts';
import type { Quote, Withdrawal } from '../withdrawal.ts';

export { addresses, withdrawal };

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

/** Steps one minute apart, the first at 14:00 in Shanghai. */
export function steps(...names: Withdrawal['steps'][number]['step'][]): Withdrawal['steps'] {
  return names.map((step, at) => ({ step, time: `2026-11-20T06:0${at}:00.000Z` }));
}

/** Whose amount went to the wallet and to what was owed. */
export function offsetWithdrawal(id: string, parts: Partial<NonNullable<Withdrawal['offset']>> = {}): Withdrawal {
  const offset = {
    account: 'OUTPUT_ACCOUNT',
    toBalance: '0.04000000',
    toOwed: '0.01000000',
    reason: '抵扣欠费',
  } as const;
  return withdrawal({ id, status: 'SUCCESS', checkRemark: '划转抵扣', offset: { ...offset, ...parts } });
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
