import { type ChainAdapter, numberIn } from '@lode/chain';
import { formatAmount } from '@lode/money';
import { type ChainNodes, isClosed, networks } from '../../platform/chains/chain-nodes.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { networkClosed } from '../../platform/staff/refusals.zh.ts';
import { countPending, type Pending, readKept, readWaiting } from './key-rotation.repository.ts';
import { leftAtEarlierKeys } from './left-at-earlier-keys.ts';
import * as say from './sentences.zh.ts';

/** Why an earlier generation cannot be retired now; empty when it can. */
export async function findHindrances(
  { database, nodes }: { database: Database; nodes: Pick<ChainNodes, 'open'> },
  generation: number,
): Promise<Sentence[]> {
  const found: Sentence[] = [];
  for (const network of networks) {
    const chain = await nodes.open(network);
    if (isClosed(chain)) found.push(networkClosed(network, chain.closed));
    else if (generation >= (chain.generation ?? 0)) return [say.notEarlier(generation)];
    else found.push(...(await leftOn(database, chain, generation)));
  }
  const pending = await countPending(database, numberIn(generation + 1, 0));
  return sumOf(pending) > 0 ? [...found, say.underWay(pending)] : found;
}

async function leftOn(database: Database, chain: ChainAdapter, generation: number): Promise<Sentence[]> {
  const left = (await leftAtEarlierKeys(database, chain, generation)).filter(({ atomic }) => atomic > 0n);
  const bitcoin = await partsOf(database, numberIn(generation, 0), numberIn(generation + 1, 0));
  return left.map((one) => say.leftOf(chain.network, one, generation, one.coin === 'BTC' ? bitcoin : []));
}

/** Which part of the bitcoin at these numbers no move spends, and why. */
async function partsOf(database: Database, from: number, below: number): Promise<Sentence[]> {
  const waiting = await readWaiting(database, from, below);
  const kept = await readKept(database, from, below);
  return [
    ...(waiting.outputs > 0 ? [say.noMove(`${formatAmount(waiting.amount, 'BTC')} BTC`, waiting.outputs)] : []),
    ...(kept.length > 0 ? [say.kept(kept)] : []),
  ];
}

export const sumOf = ({ moves, deposits, refills }: Pending): number => moves + deposits + refills;
