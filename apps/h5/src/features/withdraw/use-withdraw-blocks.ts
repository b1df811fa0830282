import type { Data } from '@lode/contract';
import { parseAmount } from '@lode/money';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/api/queries.ts';
import { combineHolds, type SecurityHold } from './security-hold.ts';
import type { AddressCheck } from './use-address-check.ts';

/** What prevents a withdrawal whatever its amount: security holds and electricity that is owed; and what electricity is left. */
export function useWithdrawBlocks(device: Data<'withdrawCheckDevice'>, check: AddressCheck) {
  const reminder = useQuery(callQuery('electricityReminder', {}));
  return {
    hold: combineHolds([holdOfDevice(device), holdOfAddress(check)]),
    electricity: reminder.data,
    owesElectricity: reminder.data !== undefined && parseAmount(reminder.data.owed, 'USDT') > 0n,
  };
}

function holdOfDevice({ reason, until }: Data<'withdrawCheckDevice'>): SecurityHold | null {
  return reason === null ? null : { reason, until };
}

/** The hold of an address starts when it enters the address book. */
function holdOfAddress(check: AddressCheck): SecurityHold | null {
  return check.kind === 'valid' && check.isListed && check.until !== null
    ? { reason: 'NEW_ADDRESS', until: check.until }
    : null;
}
