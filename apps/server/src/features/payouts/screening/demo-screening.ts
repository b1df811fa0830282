import type { DbTx } from '../../../platform/db/database.ts';
import type { Withdrawal } from '../../withdrawals/withdrawal.repository.ts';
import type { Screening } from '../payout-ports.ts';
import { NoScreeningByRule } from './screening-unavailable.ts';

/** The demo's provider: it has no answer about certain addresses, ever, and nothing against all others. */
export function leaveUnanswered(addressKeys: readonly string[]) {
  const silent = new Set(addressKeys);
  return async (_dbTx: DbTx, { addressKey }: Pick<Withdrawal, 'addressKey'>): Promise<Screening> => {
    if (silent.has(addressKey)) throw new NoScreeningByRule("the demo's provider leaves this address unanswered");
    return { isClear: true };
  };
}
