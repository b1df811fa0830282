import type { Queryable } from '../../../platform/db/database.ts';
import type { ScreeningResult, Withdrawal } from '../payout-ports.ts';
import { ScreeningWithheld } from './screening-unavailable.ts';

/** The demo's provider: it never has a result for these addresses, and clears all others. */
export function demoScreening(addressKeys: readonly string[]) {
  const withheld = new Set(addressKeys);
  return async (_dbTx: Queryable, { addressKey }: Pick<Withdrawal, 'addressKey'>): Promise<ScreeningResult> => {
    if (withheld.has(addressKey)) throw new ScreeningWithheld("the demo's provider leaves this address unanswered");
    return { isClear: true };
  };
}
