import type { ChainAdapter, ConfirmedStatus, SentStatus } from '@lode/chain';
import { askSecondNode, secondNodeSetting } from '../../../platform/chains/second-node.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import type { SentTransaction } from '../payment.repository.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import * as say from './sentences.zh.ts';
import { statusAt } from './status-at.ts';

/**
 * What the second node says of a payment that the first has in a final block, and not as paid.
 * - `REVERTED`: the same block, final there too, and its call failed.
 * - `WITHOUT_TRANSFER`: the same block, final there too, and without the transfer.
 * - `PAID`: it has it, or another attempt, as paid.
 * - `BEHIND`: the same block, which is not final there yet.
 * - `ELSEWHERE`: no block, or another one.
 */
export interface SecondNodeStatus {
  says: 'REVERTED' | 'WITHOUT_TRANSFER' | 'PAID' | 'BEHIND' | 'ELSEWHERE' | 'DOWN' | 'NOT_CONFIGURED';
  sentence: Sentence;
}

/** `others`: what else of the withdrawal is signed, and may have paid it. */
export async function askAboutUnpaid(
  { chains }: Pick<PayoutDeps, 'chains'>,
  { network }: ChainAdapter,
  { sent, block }: { sent: SentTransaction; block: ConfirmedStatus['block'] },
  others: readonly SentTransaction[] = [],
): Promise<SecondNodeStatus> {
  const answer = await askSecondNode(chains, network, async (second): Promise<SecondNodeStatus> => {
    const found = await statusAt(second, sent);
    if (isPaid(found)) return { says: 'PAID', sentence: say.paid };
    for (const other of others) if (isPaid(await statusAt(second, other))) return { says: 'PAID', sentence: say.paid };
    if (found.state !== 'CONFIRMED') return { says: 'ELSEWHERE', sentence: say.inNoBlock };
    if (found.block.hash !== block.hash) return { says: 'ELSEWHERE', sentence: say.inAnotherBlock };
    if (found.confirmations < chains.confirmations(network)) return { says: 'BEHIND', sentence: say.notFinal };
    return found.isReverted
      ? { says: 'REVERTED', sentence: say.reverted }
      : { says: 'WITHOUT_TRANSFER', sentence: say.withoutTransfer };
  });
  if (answer === null) return { says: 'NOT_CONFIGURED', sentence: say.notConfigured(secondNodeSetting(network)) };
  return 'down' in answer ? { says: 'DOWN', sentence: say.isDown(answer.down) } : answer.says;
}

const isPaid = (status: SentStatus): boolean => status.state === 'CONFIRMED' && status.isPaid;
