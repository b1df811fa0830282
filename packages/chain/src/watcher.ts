import type { ChainAdapter } from './chain-adapter.ts';
import { WrongChain } from './errors.ts';
import type { Block, ChainIdentity, ScannedBlock, Watched } from './shapes.ts';
import { WatchSet } from './watch-set.ts';

/** A block stored by the caller. */
export type BlockRef = Pick<Block, 'height' | 'hash'>;

/**
 * All state of a watcher. The caller stores it in the database transaction that stores an update's effects, so a killed watcher
 * resumes at the last stored update.
 */
export interface WatcherState {
  /** Pinned at the first start. */
  chain: ChainIdentity;
  /** Pinned at the first start; the first scanned block is the one above. */
  start: BlockRef;
  /** Blocks after `start` that were stored, ascending and without a gap: the newest `maxDepth + 1` of them, or more. */
  recent: readonly BlockRef[];
}

export interface WatcherLimits {
  /** Reorganisations up to this many blocks are followed by the watcher; a deeper one stops it. */
  maxDepth: number;
  /** Blocks per update, to bound the database transaction. A reorganisation may need more. */
  maxBlocks: number;
}

export type BlockUpdate =
  /** Disconnect newest first, then connect oldest first; both and the new state in one database transaction. */
  | { kind: 'BLOCKS'; disconnected: BlockRef[]; connected: ScannedBlock[]; tip: Block }
  | { kind: 'UP_TO_DATE'; tip: Block }
  /** The node shows a shorter branch, or changed during the read: retry later. */
  | { kind: 'WAIT'; tip: Block }
  /** Stop and raise an alert; staff decides. Nothing was disconnected. */
  | { kind: 'TOO_DEEP'; maxDepth: number; tip: Block };

/**
 * Initial state: the start block lies `maxDepth` below the tip, beyond the reach of a followed reorganisation. Earlier deposits
 * cannot exist: no customer had an address.
 */
export async function pinWatcher(chain: ChainAdapter, maxDepth: number): Promise<WatcherState> {
  const identity = await chain.identify();
  const tip = await chain.tip();
  const height = Math.max(0, tip.height - maxDepth);
  const start = await chain.blockAt(height);
  if (!start) throw new WrongChain(chain.network, `a block at ${height}`, 'a shorter chain');
  return { chain: identity, start: { height, hash: start.hash }, recent: [] };
}

/**
 * Compares the stored blocks with the node's best chain and reads the new ones. Read-only.
 *
 * Block notifications only trigger this call, so they may be lost, duplicated or reordered: the next update starts at the last
 * stored block.
 *
 * Throws `WrongChain` if the pinned chain or start block differs, and the adapter's errors.
 */
export async function readBlockUpdate(
  state: WatcherState,
  chain: ChainAdapter,
  watched: Watched,
  limits: WatcherLimits,
): Promise<BlockUpdate> {
  await assertPinnedChain(state, chain);
  const tip = await chain.tip();
  const newest = state.recent.at(-1) ?? state.start;
  if (tip.height < newest.height && !contradicts(state, tip)) return { kind: 'WAIT', tip };
  const fork = await findFork(state, chain, tip.height, limits.maxDepth);
  if (fork === null) return { kind: 'TOO_DEEP', maxDepth: limits.maxDepth, tip };
  // A shorter branch has less work: the node may still be loading.
  if (tip.height < newest.height) return { kind: 'WAIT', tip };
  if (fork.height === tip.height) return { kind: 'UP_TO_DATE', tip };

  const disconnected = state.recent.filter(({ height }) => height > fork.height).toReversed();
  if (fork.height === 0 && disconnected.length > 0) {
    // A recreated test chain shares block 0 and nothing else.
    throw new WrongChain(
      chain.network,
      `block 1 to be ${disconnected.at(-1)?.hash}`,
      'another chain from its first block on',
    );
  }
  const wanted = Math.max(limits.maxBlocks, disconnected.length);
  const connected = await readFrom(fork, Math.min(tip.height, fork.height + wanted), chain, watched);
  // A branch shorter than the one it replaces is still changing.
  if (connected.length < Math.max(1, disconnected.length)) return { kind: 'WAIT', tip };
  return { kind: 'BLOCKS', disconnected, connected, tip };
}

/** The state after an update. */
export function advance(state: WatcherState, update: BlockUpdate & { kind: 'BLOCKS' }, maxDepth: number): WatcherState {
  const kept = state.recent.slice(0, state.recent.length - update.disconnected.length);
  const recent = [...kept, ...update.connected.map(({ block: { height, hash } }) => ({ height, hash }))];
  return { ...state, recent: recent.slice(-(maxDepth + 1)) };
}

async function assertPinnedChain({ chain: pinned, start }: WatcherState, chain: ChainAdapter): Promise<void> {
  const found = await chain.identify();
  const name = ({ chain: id, genesis }: ChainIdentity): string => `${id} with genesis ${genesis}`;
  if (name(found) !== name(pinned)) throw new WrongChain(chain.network, name(pinned), name(found));
  const block = await chain.blockAt(start.height);
  // A loading node has no block at this height yet: the caller waits.
  if (block && block.hash !== start.hash) {
    throw new WrongChain(chain.network, `block ${start.height} to be ${start.hash}`, block.hash);
  }
}

/** False for a loading node, which shows a lower block of the same chain. */
function contradicts({ start, recent }: WatcherState, tip: Block): boolean {
  const known = [start, ...recent].find(({ height }) => height === tip.height);
  return known !== undefined && known.hash !== tip.hash;
}

/** The newest stored block that is on the best chain; null when more than `maxDepth` blocks lie above it. */
async function findFork(
  { start, recent }: WatcherState,
  chain: ChainAdapter,
  highest: number,
  maxDepth: number,
): Promise<BlockRef | null> {
  const known = recent[0] === undefined || recent[0].height === start.height + 1 ? [start, ...recent] : [...recent];
  const newest = known.at(-1) ?? start;
  for (const candidate of known.toReversed()) {
    if (newest.height - candidate.height > maxDepth) return null;
    if (candidate.height > highest) continue;
    const block = await chain.blockAt(candidate.height);
    if (block?.hash === candidate.hash) return candidate;
  }
  return null;
}

/** Reads upwards while each block links to its parent. */
async function readFrom(fork: BlockRef, upTo: number, chain: ChainAdapter, watched: Watched): Promise<ScannedBlock[]> {
  const connected: ScannedBlock[] = [];
  // A later block may spend an output of an earlier one before the caller has stored it.
  const outputs = new WatchSet();
  const overlay: Watched = {
    hasKey: (key) => watched.hasKey(key),
    hasOutput: (output) => outputs.hasOutput(output) || watched.hasOutput(output),
    mayHaveKey: (word) => watched.mayHaveKey?.(word) ?? true,
    mayHaveOutput: (word) => outputs.mayHaveOutput(word) || (watched.mayHaveOutput?.(word) ?? true),
  };
  let parent = fork.hash;
  for (let height = fork.height + 1; height <= upTo; height += 1) {
    const scanned = await chain.scan(height, overlay);
    if (!scanned || scanned.block.parentHash !== parent || scanned.block.height !== height) break;
    for (const { txid, index } of scanned.payments) outputs.addOutput(`${txid}:${index}`);
    connected.push(scanned);
    parent = scanned.block.hash;
  }
  return connected;
}
