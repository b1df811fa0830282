import type { Network } from '@lode/chain';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/** What an arrival has in SUSPENSE: below zero when its coins are gone and were spent or explained. */
export interface Standing {
  coin: 'BTC' | 'USDT' | 'ETH';
  amount: bigint;
  isConfirming: boolean;
  /** How often it was explained. */
  timesExplained: number;
}

/** The whole of what an arrival has in SUSPENSE, as two people explained it. */
export interface ExplainedArrival {
  arrivalId: bigint;
  /** What stood there. */
  amount: bigint;
  explainedAs: 'TREASURY' | 'POOL' | 'CUSTOMER';
  customerId?: bigint;
  transferId: bigint;
  at: Date;
}

/** An arrival that two people want to put back into SUSPENSE. */
export interface Reopenable {
  coin: Standing['coin'];
  isPosted: boolean;
  /** What stands in SUSPENSE already. */
  stands: bigint;
  /** What the books have of it, in the ledger's minor units. */
  units: bigint;
  /** Whose it is by now; null where nothing says so. */
  holder: ExplainedArrival['explainedAs'] | null;
  timesReopened: number;
}

export interface ReopenedArrival {
  arrivalId: bigint;
  amount: bigint;
  from: 'TREASURY' | 'POOL';
  transferId: bigint;
  at: Date;
}

export interface SuspenseOrigin {
  origin: 'arrival' | 'deposit';
  id: bigint;
  network: Network;
  coin: 'BTC' | 'USDT' | 'ETH';
  amount: bigint;
  address: string | null;
  purpose: 'FUNDING' | 'POOL' | 'OTHER' | 'COLD' | 'CUSTOMER';
  txid: string;
  since: Date;
}

/** What arrivals have in SUSPENSE. */
export interface SuspensePorts {
  /** Locked until the transaction ends, as is its chain: nothing is taken back meanwhile. Null where there is no such arrival. */
  readonly lockStanding: (dbTx: Transaction, arrivalId: bigint) => Promise<Standing | null>;
  readonly writeExplained: (dbTx: Transaction, arrival: ExplainedArrival) => Promise<void>;
  /** Locked as well. */
  readonly lockReopenable: (dbTx: Transaction, arrivalId: bigint) => Promise<Reopenable | null>;
  readonly writeReopened: (dbTx: Transaction, arrival: ReopenedArrival) => Promise<void>;
  readonly listOrigins: (db: Queryable, limit?: number) => Promise<SuspenseOrigin[]>;
  readonly listArrivals: (db: Queryable, limit: number) => Promise<SuspenseOrigin[]>;
  /** The arrivals of a transaction that stand in SUSPENSE. */
  readonly findArrivalsOf: (db: Queryable, txid: string) => Promise<bigint[]>;
}
