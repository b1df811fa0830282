import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/api/queries.ts';
import { withdrawWords as words } from '../../locales/zh/withdraw.ts';
import { mayBeAddress } from './address.ts';
import { useDebounced } from './use-debounced.ts';
import type { Network, WithdrawCoin } from './withdrawal.ts';

/** What is known of the address in the field. */
export type AddressState =
  | { kind: 'empty' | 'malformed' | 'checking' | 'unchecked' }
  | { kind: 'bad'; text: string }
  | { kind: 'good'; isKnown: boolean; until: string | null; recheck: () => void };

const pauseMs = 400;

/** The form is judged here at once, the rest by the server when the typing pauses. */
export function useAddressCheck(address: string, coin: WithdrawCoin, network: Network): AddressState {
  const settled = useDebounced(address, pauseMs);
  const isShaped = mayBeAddress(address, network);
  const check = useQuery({
    ...callQuery('withdrawCheckAddress', { coin, network, address: settled }),
    enabled: isShaped && settled === address,
  });
  if (address === '') return { kind: 'empty' };
  if (!isShaped) return { kind: 'malformed' };
  if (settled !== address) return { kind: 'checking' };
  if (check.data === undefined) return { kind: check.isError ? 'unchecked' : 'checking' };
  const { valid, reason, known, until } = check.data;
  if (!valid) {
    const problem = reason === null || reason === 'NEW_ADDRESS' ? 'FORMAT' : reason;
    return { kind: 'bad', text: words.addressProblems[problem] };
  }
  return { kind: 'good', isKnown: known, until, recheck: () => void check.refetch() };
}

/** What stands under the field in red; what may still become right is said when the field is left. */
export function addressProblem(state: AddressState, isLeft: boolean): string | null {
  if (state.kind === 'bad') return state.text;
  if (!isLeft) return null;
  if (state.kind === 'empty') return words.addressProblems.empty;
  if (state.kind === 'malformed') return words.addressProblems.FORMAT;
  return state.kind === 'unchecked' ? words.checkFailed : null;
}
