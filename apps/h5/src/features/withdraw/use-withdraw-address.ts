import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../lib/api/queries.ts';
import { withdrawMessages as messages } from '../../locales/zh/withdraw.ts';
import { normalisedAddress } from './address.ts';
import { useAddressCheck } from './use-address-check.ts';
import type { Network, WithdrawCoin } from './withdrawal.ts';

/** The destination in the form, its check and its entry in the address book. */
export function useWithdrawAddress(coin: WithdrawCoin, network: Network, initial: string) {
  const [address, setAddress] = useState(() => normalisedAddress(initial));
  const check = useAddressCheck(address, coin, network);
  const label = useLabel(address, network);
  return {
    address,
    setAddress,
    check,
    isUnlisted: check.kind === 'valid' && !check.isListed,
    hint: check.kind === 'valid' && check.isListed ? hintOf(check.until, label) : undefined,
  };
}

function useLabel(address: string, network: Network): string | null {
  const book = useQuery(callQuery('withdrawAddressList', {}));
  const isSame = (other: string) => other.toLowerCase() === address.toLowerCase();
  return book.data?.find((entry) => entry.network === network && isSame(entry.address))?.label || null;
}

/** When the hold of a new address ends stands in the alert above the form. */
function hintOf(until: string | null, label: string | null): string {
  const status = until === null ? messages.known : messages.newAddress;
  return [status, label].filter(Boolean).join(' · ');
}
