import type { ChainAdapter, Network } from '@lode/chain';
import { AwaitingInput, type PayoutDeps, RetryLater } from './payout-ports.ts';

export async function openPayoutChain({ chains }: Pick<PayoutDeps, 'chains'>, network: Network): Promise<ChainAdapter> {
  const chain = await chains.open(network);
  if (!('closed' in chain)) return chain;
  const Wait = chain.isStarting ? AwaitingInput : RetryLater;
  throw new Wait(`${network} is down: ${chain.closed}`);
}
