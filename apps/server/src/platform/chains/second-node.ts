import { type ChainAdapter, ChainUnavailable, type Network, WrongChain } from '@lode/chain';
import { visible } from '../unsafe-text.ts';
import { type ChainNodes, isClosed } from './chain-nodes.ts';

/** What the second node of a network says; `down`: why it says nothing; null: none is configured. */
export type SecondAnswer<Answer> = { says: Answer } | { down: string } | null;

/** Asks the second node of a network, after it has said which chain it follows. Other errors than those of a node are thrown. */
export async function askSecondNode<Answer>(
  { openSecond }: Pick<ChainNodes, 'openSecond'>,
  network: Network,
  ask: (second: ChainAdapter) => Promise<Answer>,
): Promise<SecondAnswer<Answer>> {
  const second = (await openSecond?.(network)) ?? null;
  if (second === null) return null;
  if (isClosed(second)) return { down: visible(second.closed) };
  try {
    await second.identify();
    return { says: await ask(second) };
  } catch (error) {
    if (error instanceof ChainUnavailable || error instanceof WrongChain) return { down: visible(error.message) };
    throw error;
  }
}

/** The setting that is missing where no second node is configured. */
export const secondNodeSetting = (network: Network): string =>
  `${network === 'BITCOIN' ? 'BITCOIN' : 'EVM'}_SECOND_RPC_URL`;

/** The kind of the alert about what waits for a second node; its subject is the network. */
export const secondNodeAlert = 'second-node';
