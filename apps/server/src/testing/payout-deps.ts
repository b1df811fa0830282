import type { PayoutDeps } from '../features/payouts/payout-ports.ts';
import { byDenyList } from '../features/payouts/screening/screen-payout.ts';

/** Confirmations that make a payment final in a test's world. */
export const needed = 3;

interface PayerApp {
  database: PayoutDeps['database'];
  slices: { electricity: Pick<PayoutDeps, 'lockPayingAccounts' | 'payOwed'> };
}

/** What a payer needs besides a chain, a signer and somebody to tell: as the worker has it, but for the operator's alarms. */
export function payoutDeps(
  { database, slices: { electricity } }: PayerApp,
  given: Pick<PayoutDeps, 'openChain' | 'sign' | 'alarm'> & Partial<PayoutDeps>,
): PayoutDeps {
  const { lockPayingAccounts, payOwed } = electricity;
  return {
    database,
    needed: () => needed,
    screenings: [byDenyList],
    lockPayingAccounts,
    payOwed,
    reportShortage: async () => undefined,
    reportReorg: async () => undefined,
    reach: () => undefined,
    ...given,
  };
}
