import { setTimeout as pause } from 'node:timers/promises';
import { type ChainAdapter, ChainUnavailable, WrongChain } from '@lode/chain';
import { houseAccount } from '@lode/ledger';
import { type ChainNodes, isClosed, networks } from '../../platform/chains/chain-nodes.ts';
import { type Database, one, statement } from '../../platform/db/database.ts';
import { readAddresses } from './address.store.ts';
import { coinOf, type DepositCoin } from './deposit-state.ts';
import { readPlace } from './watcher.store.ts';

/** House addresses that are looked at: the hot wallet, and change. */
const houseAddresses = 20;
const addressesAtOnce = 10_000;
/** A chain with a block a second is at its followed place for a moment only: that moment is waited for. */
const tries = 100;
const betweenTriesMs = 200;

const inBooks = statement<{ held: bigint; uncredited: bigint }>(
  'deposits.custody',
  `select (select coalesce(-sum(amount), 0) from ledger.entry where account = $1)::bigint as held,
     (select coalesce(sum(amount), 0) from deposit where network = $2 and status in ('CONFIRMING', 'BELOW_MINIMUM'))::bigint as uncredited`,
);

interface Unknown {
  unknown: string;
}

/** One coin's custody, compared when it is called. */
export type CustodyCheck = () => Promise<{ coin: DepositCoin } & (Unknown | { ledger: bigint; chain: bigint })>;

/** A check for each network that can be asked, for `books:check --chains`. */
export function custodyChecks(database: Database, nodes: ChainNodes): CustodyCheck[] {
  return networks.map((network) => async () => {
    const coin = coinOf[network];
    const chain = await nodes.open(network);
    if (isClosed(chain)) return { coin, unknown: chain.closed };
    try {
      return { coin, ...(await custodyOf(database, chain)) };
    } catch (error) {
      if (error instanceof ChainUnavailable || error instanceof WrongChain) return { coin, unknown: error.message };
      throw error;
    }
  });
}

/**
 * What custody is by the books and by the node, in the coin's minor units: −CUSTODY on one side; on the other what our addresses
 * hold in blocks less what is not credited yet. Or in words why the two cannot be compared now.
 */
export async function custodyOf(
  database: Database,
  chain: ChainAdapter,
): Promise<{ ledger: bigint; chain: bigint } | Unknown> {
  const { network } = chain;
  const coin = coinOf[network];
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (attempt > 0) await pause(betweenTriesMs);
    const place = await readPlace(database, network);
    if (!place) return { unknown: 'the chain has not been followed yet' };
    if ((await chain.tip()).hash !== place.hash) continue;
    const sums = await chain.holdings(await ownAddresses(database, chain));
    // Both sides must be of the same block.
    const [tip, after] = [await chain.tip(), await readPlace(database, network)];
    if (tip.hash !== place.hash || after?.hash !== place.hash) continue;
    const { held, uncredited } = await one(database, inBooks, [houseAccount('CUSTODY', coin), network]);
    const atomic = sums.find((sum) => sum.coin === coin)?.atomic ?? 0n;
    return { ledger: held, chain: atomic - uncredited };
  }
  return { unknown: 'the watcher is not at the tip of the chain: is the worker running?' };
}

async function ownAddresses(database: Database, chain: ChainAdapter) {
  const house = Array.from({ length: houseAddresses }, (_, index) => chain.ownAddress('house', index));
  const customers: ReturnType<ChainAdapter['ownAddress']>[] = [];
  for (;;) {
    const given = await readAddresses(database, chain.network, customers.length, addressesAtOnce);
    for (const { number, address, key } of given) customers.push({ branch: 'customer', index: number, address, key });
    if (given.length < addressesAtOnce) return [...house, ...customers];
  }
}
