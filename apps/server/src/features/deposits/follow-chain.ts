import {
  type BlockUpdate,
  type ChainAdapter,
  ChainUnavailable,
  type Network,
  numberIn,
  pinWatcher,
  readBlockUpdate,
  WrongChain,
} from '@lode/chain';
import { type ChainNodes, isClosed } from '../../platform/chains/chain-nodes.ts';
import { houseAddressNumbers } from '../../platform/chains/house-addresses.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import type { EventLog, LogEvent } from '../../platform/log/event-log.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import { applyBlockUpdate } from './apply-block-update.ts';
import { postArrivals } from './arrivals.ts';
import { type ColdPort, withoutColdMoves } from './cold-port.ts';
import { confirmBySecondNode, type SecondNodeDeps } from './confirm-large-deposits.ts';
import { type CreditPorts, creditFinal } from './credit-final.ts';
import { deriveAddresses } from './deposit-address.ts';
import { confirmationsFor, type DepositSettings } from './deposit-settings.ts';
import { keepHouseAddress } from './house-address.store.ts';
import { MempoolView } from './mempool-view.ts';
import { OwnKeys, validateExtendedKey } from './own-keys.ts';
import { keepPin, readWatcher, setStopped } from './watcher.store.ts';

type Blocks = Extract<BlockUpdate, { kind: 'BLOCKS' }>;

export interface FollowDeps extends CreditPorts, SecondNodeDeps, AnnouncePort, ColdPort {
  nodes: ChainNodes;
  readonly settingsOf: (network: Network, at: Date) => Promise<DepositSettings>;
  log: EventLog;
  /** Blocks in one update at most: one database transaction. */
  blocksPerUpdate?: number;
  readonly failpoint?: (point: string) => void;
}

const stoppedAlert = 'watcher-stopped';
const foreignAlert = 'foreign-address';
const coldAlert = 'cold-address-in-use';

/** Pools pay bitcoin. */
const houseNumbers: Record<Network, readonly number[]> = {
  BITCOIN: [houseAddressNumbers.funding, houseAddressNumbers.pool],
  ERC20: [houseAddressNumbers.funding],
};

/**
 * Follows one chain to its tip, credits what has become final, and looks into the mempool. Whatever happens in between, the
 * next call goes on from what is stored. A node that does not respond is logged once and asked again.
 */
export function followChain(deps: FollowDeps, network: Network): Tick {
  const { database, nodes, log, blocksPerUpdate = 50 } = deps;
  const keys = new OwnKeys(database, network);
  const mempool = new MempoolView(database, network);
  const limits = { maxDepth: nodes.depth(network), maxBlocks: blocksPerUpdate };
  let logged: string | null = null;

  /** Logs a condition when it begins and when it is over, not at every tick. */
  function report(reason: string | null): void {
    if (reason === logged) return;
    const line: LogEvent =
      reason === null ? { event: 'watcher.resumed', network } : { event: 'watcher.waiting', network, reason };
    log.warn(line);
    logged = reason;
  }

  async function stopFor(because: string, now: Date): Promise<void> {
    await setStopped(database, network, because);
    const alert = { kind: stoppedAlert, subject: network, message: `${network} is not followed: ${because}` };
    if (await deps.raiseAlert(database, alert, now)) deps.announceAlert(alert);
    report(alert.message);
  }

  async function reportForeign(chain: ChainAdapter, of: readonly string[], now: Date): Promise<Set<string>> {
    const foreign = await keys.readForeign(chain, of);
    for (const key of foreign) {
      const message = `${network}: the address ${nodes.addressOf(network, key)} in the database is not that of the extended public key: it is not shown, and what comes to it is not credited`;
      const alert = { kind: foreignAlert, subject: `${network} ${key}`, message };
      if (await deps.raiseAlert(database, alert, now)) deps.announceAlert(alert);
    }
    return foreign;
  }

  /** Without what came to addresses in the database that the extended key does not give: no key here can spend it. */
  async function withoutForeign(chain: ChainAdapter, update: Blocks, now: Date): Promise<Blocks> {
    const payments = update.connected.flatMap((one) => one.payments);
    const foreign = await reportForeign(
      chain,
      payments.map(({ key }) => key),
      now,
    );
    if (foreign.size === 0) return update;
    const isOurs = ({ key }: { key: string }) => !foreign.has(key);
    return {
      ...update,
      connected: update.connected.map((one) => ({ ...one, payments: one.payments.filter(isOurs) })),
    };
  }

  /** What comes to an address that is in use elsewhere stays out of cold storage's books; everything else is followed. */
  async function keepColdAddresses(chain: ChainAdapter, now: Date): Promise<void> {
    const inUse = await deps.keepColdAddresses(database, chain);
    if (inUse.length === 0) return deps.resolveAlert(database, coldAlert, network, now);
    const message = `${network}: the cold addresses ${inUse.slice(0, 5).join(', ')} are in use elsewhere: what comes there is not counted, and holders must not use them`;
    const alert = { kind: coldAlert, subject: network, message };
    if (await deps.raiseAlert(database, alert, now)) deps.announceAlert(alert);
  }

  async function follow(
    chain: ChainAdapter,
    { tiers }: DepositSettings,
    now: Date,
  ): Promise<'AT_TIP' | 'AWAITING_NODE' | { tooDeep: number }> {
    if ((await readWatcher(database, network)) === null)
      await keepPin(database, await pinWatcher(chain, limits.maxDepth));
    await keepColdAddresses(chain, now);
    for (;;) {
      await keys.refresh();
      await keys.checkAdded((added) => reportForeign(chain, added, now));
      const cold = new Set((await deps.readColdAddresses(database, chain)).map(({ key }) => key));
      for (const key of cold) keys.watched.addKey(key);
      const state = await readWatcher(database, network);
      if (!state) throw new Error('a watcher without a pin');
      const update = await readBlockUpdate(state, chain, keys.watched, limits);
      if (update.kind === 'TOO_DEEP') return { tooDeep: update.maxDepth };
      if (update.kind !== 'BLOCKS') return update.kind === 'WAIT' ? 'AWAITING_NODE' : 'AT_TIP';
      const updateDeps = {
        ...deps,
        confirmations: nodes.confirmations(network),
        tiers,
        depth: limits.maxDepth,
        addresses: keys.count,
        cold,
      };
      const own = await withoutForeign(chain, update, now);
      await applyBlockUpdate(updateDeps, state, { ...own, connected: withoutColdMoves(own.connected, cold) }, now);
    }
  }

  return async (now) => {
    const chain = await nodes.open(network);
    if (isClosed(chain)) return chain.isStarting ? undefined : report(`${network} is not open: ${chain.closed}`);
    try {
      const flaw = await validateExtendedKey(database, chain);
      if (flaw) return await stopFor(flaw, now);
      await deriveAddresses(database, chain);
      // Those of earlier generations of the seed stay watched: coins still come to them.
      for (let generation = 0; generation <= (chain.generation ?? 0); generation += 1)
        for (const index of houseNumbers[network])
          await keepHouseAddress(database, network, chain.ownAddress('house', numberIn(generation, index)));
      const waiting = await mempool.read(chain, keys);
      const settings = await deps.settingsOf(network, now);
      const end = await follow(chain, settings, now);
      if (typeof end === 'object') {
        return await stopFor(`a reorganisation deeper than ${end.tooDeep} blocks`, now);
      }
      await setStopped(database, network, null);
      await deps.resolveAlert(database, stoppedAlert, network, now);
      if (end === 'AT_TIP') {
        const needed = (amount: bigint) => confirmationsFor(amount, nodes.confirmations(network), settings.tiers);
        await mempool.store(waiting, needed, now);
      }
      const bound = { from: settings.secondNodeFrom, depth: limits.maxDepth };
      const large = await confirmBySecondNode(deps, network, bound, now);
      await creditFinal(deps, network, { min: settings.min, ...large, now });
      await postArrivals(deps, network, now);
      report(null);
    } catch (error) {
      if (error instanceof WrongChain) return stopFor(error.message, now);
      if (!(error instanceof ChainUnavailable)) throw error;
      report(error.message);
    }
  };
}
