import type { ChainAdapter, Source, Unsigned } from '@lode/chain';
import type { Coin } from '@lode/money';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import type { Outputs } from './transfer.repository.ts';
import type { TransferDeps } from './transfer-ports.ts';

/** How the hot wallet of one network is counted, spent and reserved for a transfer. */
export interface HotWallet {
  coin: 'BTC' | 'USDT';
  feeCoin: Coin;
  feeBumpAfter: number;
  /** What it holds and has not promised, in atomic units, and what a transfer spends. Asks the node. */
  readonly read: (deps: TransferDeps, chain: ChainAdapter) => Promise<{ held: bigint; source: Source }>;
  /** The largest network fee of a new transfer, in atomic units of the fee's coin. */
  readonly largestFee: (deps: TransferDeps, amount: bigint, now: Date) => Promise<bigint>;
  /** The largest fee of a bump; undefined leaves it to the bounds of adapter and signer. */
  readonly largestBumpFee: (amount: bigint) => bigint | undefined;
  /** Throws (23505) when another transaction has reserved the same. */
  readonly reserve: (deps: TransferDeps, dbTx: Transaction, id: bigint, unsigned: Unsigned) => Promise<unknown>;
  /** The same at a higher fee. */
  readonly reserveBump: (dbTx: Transaction, id: bigint, unsigned: Unsigned) => Promise<unknown>;
  readonly markSigned: (dbTx: Transaction, id: bigint) => Promise<unknown>;
  /** A transaction in a block has spent it. */
  readonly spend: (deps: TransferDeps, dbTx: Transaction, id: bigint, outpoints: readonly string[]) => Promise<unknown>;
  /** Of a transfer that is never signed. */
  readonly release: (deps: TransferDeps, dbTx: Transaction, id: bigint) => Promise<unknown>;
  /** What is stored of an unsigned transaction. The txid is null where the signature decides it. */
  readonly stored: (
    chain: ChainAdapter,
    unsigned: Unsigned,
  ) => { payload: string; outpoints: string[]; txid: string | null } & Outputs;
  /** What the books have to post for a fee, in ledger units. */
  readonly feeToPost: (db: Queryable, outpoints: readonly string[], atomic: bigint) => Promise<bigint>;
}
