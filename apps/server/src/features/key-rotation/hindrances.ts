import { type ChainAdapter, numberIn } from '@lode/chain';
import { formatAmount, ledgerScale } from '@lode/money';
import { type ChainNodes, isClosed, networks } from '../../platform/chains/chain-nodes.ts';
import type { Database } from '../../platform/db/database.ts';
import { countPending, type Pending, readKept, readWaiting } from './key-rotation.repository.ts';
import { type Left, leftAtEarlierKeys } from './left-at-earlier-keys.ts';

/** Why an earlier generation cannot be retired now, each in words; empty when it can. */
export async function findHindrances(
  { database, nodes }: { database: Database; nodes: Pick<ChainNodes, 'open'> },
  generation: number,
): Promise<string[]> {
  const found: string[] = [];
  for (const network of networks) {
    const chain = await nodes.open(network);
    if (isClosed(chain)) found.push(`${network} is not open: ${chain.closed}`);
    else if (generation >= (chain.generation ?? 0)) return [`generation ${generation} is no earlier one`];
    else found.push(...(await leftOn(database, chain, generation)));
  }
  const pending = await countPending(database, numberIn(generation + 1, 0));
  return sumOf(pending) > 0 ? [...found, `${textOfPending(pending)} are under way`] : found;
}

async function leftOn(database: Database, chain: ChainAdapter, generation: number): Promise<string[]> {
  const left = (await leftAtEarlierKeys(database, chain, generation)).filter(({ atomic }) => atomic > 0n);
  const bitcoin = await partsOf(database, numberIn(generation, 0), numberIn(generation + 1, 0));
  return left.map((one) => {
    const parts = one.coin === 'BTC' ? bitcoin : '';
    return `${chain.network}: ${textOf(one)} of generation ${generation} are left${parts}`;
  });
}

/** Which part of the bitcoin at these numbers no move spends, and why. */
async function partsOf(database: Database, from: number, below: number): Promise<string> {
  const waiting = await readWaiting(database, from, below);
  const kept = await readKept(database, from, below);
  const parts = [
    waiting.outputs > 0 &&
      `${formatAmount(waiting.amount, 'BTC')} BTC in ${waiting.outputs} outputs that no move spends: below its fee, or the next round begins one`,
    kept.withdrawals.length > 0 &&
      `${formatAmount(kept.amount, 'BTC')} BTC that are kept for withdrawals ${kept.withdrawals.join(', ')}`,
  ].filter((part) => part !== false);
  return parts.map((part) => `, of them ${part}`).join('');
}

/** What is below the scale of the books is shown in the smallest unit. */
export function textOf({ coin, atomic, decimals, addresses }: Left): string {
  const scale = 10n ** BigInt(Math.max(0, decimals - ledgerScale(coin)));
  const sum = atomic === 0n || atomic >= scale ? `${formatAmount(atomic / scale, coin)} ${coin}` : `${atomic} wei`;
  return `${sum} at ${addresses} addresses`;
}

export const sumOf = ({ moves, deposits, refills }: Pending): number => moves + deposits + refills;

export const textOfPending = ({ moves, deposits, refills }: Pending): string =>
  `${moves} moves, ${deposits} deposits and ${refills} refills`;
