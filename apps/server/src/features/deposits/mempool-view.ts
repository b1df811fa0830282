import type { ChainAdapter, Network, Payment } from '@lode/chain';
import type { Database } from '../../platform/db/database.ts';
import { isDeposit } from './apply-block-update.ts';
import { dedupeByOutpoint } from './dedupe-by-outpoint.ts';
import { readSeen, writeVanished, writeWaiting } from './deposits.store.ts';
import type { OwnKeys } from './own-keys.ts';
import { lockWatcher } from './watcher.store.ts';

/** A busy mempool is read over many looks: what is missing from a few of them has not left it. */
const looksBeforeGone = 100;

/** What waits for a block: a courtesy to who has just paid. Blocks decide, and always have the last word. */
export class MempoolView {
  private readonly database: Database;
  private readonly network: Network;
  private readonly missed = new Map<string, number>();

  constructor(database: Database, network: Network) {
    this.database = database;
    this.network = network;
  }

  /** To be called before the blocks are followed: what has left the mempool until then is in one of them, or gone. */
  async read(chain: ChainAdapter, keys: OwnKeys): Promise<Payment[] | null> {
    if (!chain.scanMempool) return null;
    await keys.refresh();
    const payments = (await chain.scanMempool(keys.watched)).filter((payment) => isDeposit(this.network, payment));
    const foreign = await keys.readForeign(
      chain,
      payments.map(({ key }) => key),
    );
    return dedupeByOutpoint(payments.filter(({ key }) => !foreign.has(key)));
  }

  async store(waiting: Payment[] | null, needed: (amount: bigint) => number, now: Date): Promise<void> {
    if (waiting === null) return;
    if (waiting.length > 0) {
      await this.database.transaction(async (dbTx) => {
        // Two workers hear of the same payments in different order: neither waits for rows while it holds others'.
        await lockWatcher(dbTx, this.network);
        const rows = waiting.map((payment) => ({ ...payment, needed: needed(payment.amount) }));
        await writeWaiting(dbTx, this.network, rows, now);
      });
    }
    const there = new Set(waiting.map(({ txid, index }) => `${txid}:${index}`));
    const missing = (await readSeen(this.database, this.network)).filter((output) => !there.has(output));
    const gone = missing.filter((output) => (this.missed.get(output) ?? 0) + 1 >= looksBeforeGone);
    const counted = missing.map((output) => [output, (this.missed.get(output) ?? 0) + 1] as const);
    this.missed.clear();
    for (const [output, looks] of counted) this.missed.set(output, looks);
    if (gone.length === 0) return;
    await this.database.transaction(async (dbTx) => {
      await lockWatcher(dbTx, this.network);
      await writeVanished(dbTx, this.network, gone);
    });
  }
}
