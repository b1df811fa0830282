import type { AddressKey } from '@lode/chain';
import { transferCall } from '../token.ts';
import { type EvmTransaction, writeUnsigned } from '../transaction.ts';

/** An unsigned transaction without a node to ask: of USDT where a token is named, else of ether. */
export interface TestPayment extends Pick<EvmTransaction, 'chainId' | 'nonce'> {
  to: AddressKey;
  amount: bigint;
  usdt?: string;
  maxFee?: bigint;
  /** Changes that only a test makes. */
  changes?: Partial<EvmTransaction>;
}

export function unsignedPayment({
  chainId,
  nonce,
  to,
  amount,
  usdt,
  maxFee = 10n ** 9n,
  changes,
}: TestPayment): string {
  const call = usdt
    ? { to: usdt.slice(2).toLowerCase(), value: 0n, data: transferCall(to, amount), gasLimit: 60_000n }
    : { to, value: amount, data: '0x' as const, gasLimit: 21_000n };
  return writeUnsigned({ ...call, chainId, nonce, maxFee, maxPriorityFee: 1n, ...changes });
}
