import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callQuery } from '../../lib/api/queries.ts';
import { withdrawMessages as messages } from '../../locales/zh/withdraw.ts';
import { mayBeAddress } from './address.ts';
import type { Network, WithdrawCoin } from './withdrawal.ts';

/** `isListed`: in the customer's address book. `unchecked`: the server did not answer. */
export type AddressCheck =
  | { kind: 'empty' | 'malformed' | 'checking' | 'unchecked' }
  | { kind: 'invalid'; text: string }
  | { kind: 'valid'; isListed: boolean; until: string | null; recheck: () => void };

const debounceMs = 400;

/** Checks the pattern at once and asks the server when typing pauses. */
export function useAddressCheck(address: string, coin: WithdrawCoin, network: Network): AddressCheck {
  const debounced = useDebounced(address, debounceMs);
  const isWellFormed = mayBeAddress(address, network);
  const check = useQuery({
    ...callQuery('withdrawCheckAddress', { coin, network, address: debounced }),
    enabled: isWellFormed && debounced === address,
  });
  if (address === '') return { kind: 'empty' };
  if (!isWellFormed) return { kind: 'malformed' };
  if (debounced !== address) return { kind: 'checking' };
  if (check.data === undefined) return { kind: check.isError ? 'unchecked' : 'checking' };
  const { valid, reason, known, until } = check.data;
  if (!valid) {
    const problem = reason === null || reason === 'NEW_ADDRESS' ? 'FORMAT' : reason;
    return { kind: 'invalid', text: messages.addressProblems[problem] };
  }
  return { kind: 'valid', isListed: known, until, recheck: () => void check.refetch() };
}

function useDebounced<Value>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}

export const isRefusedAddress = ({ kind }: AddressCheck): boolean => kind === 'malformed' || kind === 'invalid';

/** Error text of the field; an address that typing may still complete is reported once the field is touched. */
export function addressProblem(check: AddressCheck, isTouched: boolean): string | null {
  if (check.kind === 'invalid') return check.text;
  if (!isTouched) return null;
  if (check.kind === 'empty') return messages.addressProblems.empty;
  if (check.kind === 'malformed') return messages.addressProblems.FORMAT;
  return check.kind === 'unchecked' ? messages.checkFailed : null;
}
