import { parseArgs } from 'node:util';
import {
  advance,
  type BlockRef,
  type ChainAdapter,
  readBlockUpdate,
  type WatcherState,
  type WatchSet,
} from '@lode/chain';
import { describeMachine, report } from '../lib/figure.ts';
import { takeTurns } from '../lib/rounds.ts';

export const watchedAddresses = 100_000;

/** The size of a run, from its options. */
export function catchUpSizes(): { blocks: number; rounds: number } {
  const { values } = parseArgs({ options: { blocks: { type: 'string' }, rounds: { type: 'string' } } });
  return { blocks: Number(values.blocks ?? 20), rounds: Number(values.rounds ?? 5) };
}

interface CatchUp {
  title: string;
  /** What a block holds, for the line about the run. */
  blockOf: string;
  chain: ChainAdapter;
  /** The block below the first that is to be caught up with. */
  start: BlockRef;
  blocks: number;
  rounds: number;
  watched: WatchSet;
  /** Payments to watched addresses in these blocks. */
  expected: number;
  /** The yardstick: asks the node for what the watcher needs of these blocks, and drops it. */
  fetchOnly: () => Promise<void>;
}

/** S9: a watcher catches up with blocks, beside fetching the same blocks from the same node. */
export async function measureCatchUp(options: CatchUp): Promise<void> {
  const addresses = watchedAddresses.toLocaleString('en-US');
  console.log(`${describeMachine()}, ${options.blocks} blocks of ${options.blockOf}, ${addresses} addresses`);
  const perSecond = (work: () => Promise<void>) => async (): Promise<number> => {
    const started = performance.now();
    await work();
    return (options.blocks * 1_000) / (performance.now() - started);
  };
  const [ours, yardstick] = ['watching', 'fetching'];
  const results = await takeTurns(
    [
      { name: ours, run: perSecond(() => watch(options)) },
      { name: yardstick, run: perSecond(options.fetchOnly) },
    ],
    { rounds: options.rounds },
  );
  report([
    {
      title: options.title,
      unit: 'blocks/s',
      ours: results.get(ours) ?? [],
      yardstick: { name: 'fetching and dropping', values: results.get(yardstick) ?? [] },
      atLeast: 0.7,
    },
  ]);
}

async function watch({ chain, start, watched, expected }: CatchUp): Promise<void> {
  const limits = { maxDepth: 12, maxBlocks: 50 };
  let state: WatcherState = { chain: await chain.identify(), start, recent: [] };
  let found = 0;
  for (;;) {
    const step = await readBlockUpdate(state, chain, watched, limits);
    if (step.kind !== 'BLOCKS') break;
    found += step.connected.reduce((sum, { payments }) => sum + payments.length, 0);
    state = advance(state, step, limits.maxDepth);
  }
  if (found !== expected) throw new Error(`found ${found} payments of ${expected}`);
}
