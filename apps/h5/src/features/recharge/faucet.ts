import type { Network } from './deposit.ts';

/** The demo's money out of nothing; only the demo on this very machine has it, so it stands in no contract. */
export async function askFaucet(network: Network, address: string): Promise<void> {
  const answer = await fetch('/dev/faucet', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network, address }),
  });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
}
