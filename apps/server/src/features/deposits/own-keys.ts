import { type Branch, type ChainAdapter, type Network, WatchSet } from '@lode/chain';
import type { Database } from '../../platform/db/database.ts';
import { readAddresses } from './address.store.ts';
import { readHouseAddresses } from './house-address.store.ts';

const atOnce = 10_000;

/** The customers' addresses, and the house's, as a watcher looks for them: read once, then only what was added. */
export class OwnKeys {
  readonly watched = new WatchSet();
  /** How many are in it: the numbers below. */
  count = 0;
  private readonly database: Database;
  private readonly network: Network;

  constructor(database: Database, network: Network) {
    this.database = database;
    this.network = network;
  }

  async refresh(): Promise<void> {
    for (const { key } of await readHouseAddresses(this.database, this.network)) this.watched.addKey(key);
    for (;;) {
      const added = await readAddresses(this.database, this.network, this.count, atOnce);
      for (const { key } of added) this.watched.addKey(key);
      this.count = (added.at(-1)?.number ?? this.count - 1) + 1;
      if (added.length < atOnce) return;
    }
  }
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
