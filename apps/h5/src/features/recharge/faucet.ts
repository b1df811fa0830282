import type { Network } from './deposit.ts';

/** Pays demo coins; exists on the demo's own machine only, hence outside the contract. */
export async function requestFaucet(network: Network, address: string): Promise<void> {
  const response = await fetch('/dev/faucet', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network, address }),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
}
