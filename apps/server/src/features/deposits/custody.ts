import { setTimeout as pause } from 'node:timers/promises';
import {
  type ChainAdapter,
  type ChainSum,
  ChainUnavailable,
  type Network,
  type OwnAddress,
  type SentPayment,
  WrongChain,
} from '@lode/chain';
import { houseAccount } from '@lode/ledger';
import { type Coin, divFloor, ledgerScale } from '@lode/money';
import { type ChainNodes, isClosed, networks } from '../../platform/chains/chain-nodes.ts';
import { readWeiRemainder } from '../../platform/chains/wei-remainder.ts';
import { type Database, many, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import { readAddresses } from './address.store.ts';
import type { ColdPort } from './cold-port.ts';
import { coinOf } from './deposit-state.ts';
import { readHouseAddresses } from './house-address.store.ts';
import { readPlace } from './watcher.store.ts';

const addressesAtOnce = 10_000;
/** A chain with a block a second is at its followed place for a moment only: that moment is waited for. */
const tries = 100;
const betweenTriesMs = 200;

/** A signed payment that is not posted yet. `leaves`: its amount leaves the house, not only its fee. */
export interface Unposted {
  sent: SentPayment;
  leaves: boolean;
}

/** Where signed payments that are not posted yet are read from. */
export interface UnpostedSources {
  /** To customers: the amount leaves. */
  readonly payments: (db: Queryable, network: Network) => Promise<SentPayment[]>;
  /** Between the house's own addresses: only the fee leaves. */
  readonly moves: (db: Queryable, network: Network) => Promise<SentPayment[]>;
}

export function combineUnposted({ payments, moves }: UnpostedSources): CustodyPorts['readUnposted'] {
  return async (dbTx, network) => [
    ...(await payments(dbTx, network)).map((sent) => ({ sent, leaves: true })),
    ...(await moves(dbTx, network)).map((sent) => ({ sent, leaves: false })),
  ];
}

export interface CustodyPorts extends Pick<ColdPort, 'readColdAddresses'> {
  readonly readUnposted: (db: Queryable, network: Network) => Promise<Unposted[]>;
}

/** One coin's custody in the books' units: −CUSTODY, and what the chain says that it should be. */
export type Custody = { coin: Coin } & ({ unknown: string } | { ledger: bigint; chain: bigint });

/** A network's coins, compared when it is called. */
export type CustodyCheck = () => Promise<Custody[]>;

const held = query(
  'deposits.custody',
  `select coalesce(-sum(amount), 0)::bigint as held from ledger.entry where account = $1`,
).as<{ held: bigint }>();
const incoming = query(
  'deposits.incoming',
  `select coin, sum(amount)::text as amount from (
     select coin, amount::numeric from deposit where network = $1 and status in ('CONFIRMING', 'BELOW_MINIMUM')
     union all
     select coin, amount from house_arrival where network = $1 and status = 'CONFIRMING'
   ) come group by coin`,
).as<{ coin: string; amount: string }>();

/** A check for each network that can be asked: with many attempts by a person, with few beside other work. */
export function custodyChecks(
  database: Database,
  nodes: ChainNodes,
  ports: CustodyPorts,
  attempts = tries,
): CustodyCheck[] {
  return networks.map((network) => async () => {
    const unknown = (words: string): Custody[] => [{ coin: coinOf[network], unknown: words }];
    const chain = await nodes.open(network);
    if (isClosed(chain)) return unknown(chain.closed);
    try {
      const found = await custodyOf(database, chain, ports, attempts);
      return typeof found === 'string' ? unknown(found) : found;
    } catch (error) {
      if (error instanceof ChainUnavailable || error instanceof WrongChain) return unknown(error.message);
      throw error;
    }
  });
}

/**
 * What custody is by the books and by the node, coin by coin: −CUSTODY on one side; on the other what our addresses hold in
 * blocks, less what came in and is not posted yet, and what has left in a block and is not posted yet, fees included. Or in
 * words why the two cannot be compared now.
 */
async function custodyOf(
  database: Database,
  chain: ChainAdapter,
  ports: CustodyPorts,
  attempts: number,
): Promise<Custody[] | string> {
  const { network } = chain;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (attempt > 0) await pause(betweenTriesMs);
    const place = await readPlace(database, network);
    if (!place) return 'the chain has not been followed yet';
    if ((await chain.tip()).hash !== place.hash) continue;
    const sums = await holdingsOf(database, chain, ports);
    const unposted = await ports.readUnposted(database, network);
    for (const flow of await outflows(chain, unposted)) add(sums, flow, 1n);
    // Both sides must be of the same block, and nothing posted meanwhile.
    const books = await inSnapshot(database, async (dbTx) => {
      const [now, still] = [await readPlace(dbTx, network), await ports.readUnposted(dbTx, network)];
      if (now?.hash !== place.hash || namesOf(still) !== namesOf(unposted)) return null;
      return readBooks(dbTx, network, sums);
    });
    if (books !== null && (await chain.tip()).hash === place.hash) return books;
  }
  return 'the watcher is not at the tip of the chain: is the worker running?';
}

const namesOf = (unposted: readonly Unposted[]): string => unposted.map(({ sent }) => sent.txid).join();

/** What has left in blocks by payments that the books do not have yet. */
async function outflows(chain: ChainAdapter, unposted: readonly Unposted[]): Promise<{ coin: Coin; atomic: bigint }[]> {
  const flows: { coin: Coin; atomic: bigint }[] = [];
  for (const { sent, leaves } of unposted) {
    const status = await chain.status(sent);
    if (status.state !== 'CONFIRMED') continue;
    flows.push(status.feePaid);
    if (leaves && status.isPaid) flows.push({ coin: sent.coin, atomic: sent.total ?? sent.amount });
  }
  return flows;
}

function add(sums: ChainSum[], { coin, atomic }: { coin: Coin; atomic: bigint }, sign: bigint): void {
  const sum = sums.find((one) => one.coin === coin);
  if (sum) sum.atomic += sign * atomic;
}

async function readBooks(db: Queryable, network: Network, sums: readonly ChainSum[]): Promise<Custody[]> {
  const expected = sums.map((sum) => ({ ...sum }));
  for (const { coin, amount } of await many(db, incoming, [network]))
    add(expected, { coin: coin as Coin, atomic: BigInt(amount) }, -1n);
  const found: Custody[] = [];
  for (const { coin, atomic, decimals } of expected) {
    const ledger = (await one(db, held, [houseAccount('CUSTODY', coin)])).held;
    // Ether is counted finer on the chain: what each address carries is no difference.
    const counted = coin === 'ETH' ? atomic - (await readWeiRemainder(db)) : atomic;
    found.push({ coin, ledger, chain: divFloor(counted, 10n ** BigInt(decimals - ledgerScale(coin))) });
  }
  return found;
}

/** What our addresses hold, those of cold storage too, but not the ether of its holders, who pay their own gas. */
async function holdingsOf(database: Database, chain: ChainAdapter, ports: CustodyPorts): Promise<ChainSum[]> {
  const own = await ownAddresses(database, chain);
  const found = await ports.readColdAddresses(database, chain);
  const cold = found.map((one): OwnAddress => ({ branch: 'house', index: one.number, ...one }));
  // One walk through all unspent outputs takes minutes.
  if (chain.network === 'BITCOIN') return chain.holdings([...own, ...cold]);
  const sums = await chain.holdings(own);
  for (const sum of cold.length === 0 ? [] : await chain.holdings(cold)) if (sum.coin !== 'ETH') add(sums, sum, 1n);
  return sums;
}

/** The house's that are in use, and the customers'. */
async function ownAddresses(database: Database, chain: ChainAdapter): Promise<OwnAddress[]> {
  const { network } = chain;
  const house = await readHouseAddresses(database, network);
  const addresses = house.map(({ number }) => chain.ownAddress('house', number));
  for (let next = 0; ; ) {
    const given = await readAddresses(database, network, next, addressesAtOnce);
    for (const { number, address, key } of given) addresses.push({ branch: 'customer', index: number, address, key });
    if (given.length < addressesAtOnce) return addresses;
    next = (given.at(-1)?.number ?? next) + 1;
  }
}
