import { type Branch, type ChainAdapter, type Network, WatchSet } from '@lode/chain';
import type { Database } from '../../platform/db/database.ts';
import { readAddresses, readAddressesOf } from './address.store.ts';
import { readHouseAddresses } from './house-address.store.ts';

const atOnce = 10_000;
/** Addresses that are compared with the extended key in one round. */
const checkedAtOnce = 200;

/** The customers' addresses, and the house's, as a watcher looks for them: read once, then only what was added. */
export class OwnKeys {
  readonly watched = new WatchSet();
  /** How many are in it: the numbers below. */
  count = 0;
  private unchecked: string[] = [];
  /** Numbers and keys that were found to be those of the extended key. */
  private readonly derived = new Set<string>();
  private readonly database: Database;
  private readonly network: Network;

  constructor(database: Database, network: Network) {
    this.database = database;
    this.network = network;
  }

  async refresh(): Promise<void> {
    for (const { key } of await readHouseAddresses(this.database, this.network)) this.watched.addKey(key);
    const isStart = this.count === 0;
    for (;;) {
      const added = await readAddresses(this.database, this.network, this.count, atOnce);
      for (const { key } of added) this.watched.addKey(key);
      this.unchecked.push(...added.map(({ key }) => key));
      this.count = (added.at(-1)?.number ?? this.count - 1) + 1;
      if (added.length < atOnce) break;
    }
    // Most of those of before a start were compared by the process before; each is once more when coins come to it.
    if (isStart) this.unchecked = this.unchecked.slice(-checkedAtOnce);
  }

  /** Of those that were added, the oldest that `check` has not seen yet: a planted one is found before coins come to it. */
  async checkAdded(check: (keys: readonly string[]) => Promise<unknown>): Promise<void> {
    const oldest = this.unchecked.slice(0, checkedAtOnce);
    await check(oldest);
    this.unchecked.splice(0, oldest.length);
  }

  /** Those of the keys that stand in the database and that the extended key does not give for their numbers. */
  async readForeign(chain: Pick<ChainAdapter, 'ownAddress'>, keys: readonly string[]): Promise<Set<string>> {
    const foreign = new Set<string>();
    if (keys.length === 0) return foreign;
    const asked = new Set(keys);
    for (const [branch, given] of [
      ['house', await readHouseAddresses(this.database, this.network)],
      ['customer', await readAddressesOf(this.database, this.network, [...asked])],
    ] as const)
      for (const one of given.filter(({ key }) => asked.has(key))) {
        const name = `${branch} ${one.number} ${one.key}`;
        if (!this.derived.has(name) && !isDerived(chain, branch, one)) foreign.add(one.key);
        else this.derived.add(name);
      }
    return foreign;
  }
}

/** Whether an address is the one that the extended key gives for its number: coins at any other one are not the house's. */
export function isDerived(
  chain: Pick<ChainAdapter, 'ownAddress'>,
  branch: Branch,
  { number, address, key }: { number: number; address: string; key: string },
): boolean {
  const own = chain.ownAddress(branch, number);
  return own.address === address && own.key === key;
}

/** In words what is wrong when the addresses that were given out are not those of the key that the server now has. */
export async function validateExtendedKey(database: Database, chain: ChainAdapter): Promise<string | null> {
  const [first] = await readAddresses(database, chain.network, 0, 1);
  const [house] = await readHouseAddresses(database, chain.network);
  const isOurs = (branch: Branch, known: { number: number; key: string } | undefined): boolean =>
    known === undefined || chain.ownAddress(branch, known.number).key === known.key;
  if (isOurs('customer', first) && isOurs('house', house)) return null;
  return 'the extended public key is another one than that of the addresses that are in use';
}
