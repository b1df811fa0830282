import type { Network, OwnAddress, OwnOutput } from '@lode/chain';
import type { ChainNodes } from '../../platform/chains/chain-nodes.ts';
import type { ColdTransferSigner } from '../../platform/chains/cold-transfer-signer.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import type { LogEvent } from '../../platform/log/event-log.ts';

interface Bounds {
  upper: string;
  target: string;
  perDay: string;
}

const settingKeys = ['hot.bounds.BTC', 'hot.bounds.USDT', 'sweep.max-fee.ETH'] as const;

interface Settings {
  'hot.bounds.BTC': Bounds | null;
  'hot.bounds.USDT': Bounds | null;
  /** What the gas of one move between the house's own addresses may cost. */
  'sweep.max-fee.ETH': string;
}

/** The payouts slice: what the hot wallet may spend, and the inputs that are spoken for. */
export interface ReservationPort {
  readonly readSpendableOutputs: (
    db: Queryable,
    ownerOf: (branch: 'customer' | 'house', index: number) => OwnAddress,
  ) => Promise<OwnOutput[]>;
  /** Those of earlier generations of the seed, whose numbers are below `below`. */
  readonly readEarlierOutputs: (
    db: Queryable,
    below: number,
    ownerOf: (branch: 'customer' | 'house', index: number) => OwnAddress,
  ) => Promise<OwnOutput[]>;
  /** Throws (23505) when another one has reserved one of them. */
  readonly reserve: (dbTx: Transaction, transferId: bigint, outpoints: readonly string[]) => Promise<unknown>;
  readonly spend: (dbTx: Transaction, transferId: bigint, outpoints: readonly string[]) => Promise<unknown>;
  readonly release: (dbTx: Transaction, transferId: bigint) => Promise<unknown>;
  readonly readReserved: (db: Queryable, transferId: bigint) => Promise<string[]>;
  readonly releaseNamed: (dbTx: Transaction, transferId: bigint, outpoints: readonly string[]) => Promise<unknown>;
}

export interface TransferDeps {
  database: Database;
  nodes: Pick<ChainNodes, 'open'>;
  readonly needed: (network: Network) => number;
  readonly settingsAt: (db: Queryable, keys: readonly (keyof Settings)[], at: Date) => Promise<Settings>;
  /** The sum that approved withdrawals will still take, by coin. */
  readonly readWaiting: (db: Queryable) => Promise<Map<string, bigint>>;
  reservations: ReservationPort;
  /** The books slice: why nothing of a coin may leave, or null. */
  readonly findDifference: (db: Queryable, coin: string, now: Date) => Promise<string | null>;
  signer: ColdTransferSigner;
  /** Keeps an alert open from the signer's first refusal until it signs the next one of `subject`; null resolves it. */
  readonly reportRefused: (subject: string, message: string | null, now: Date) => Promise<void>;
  /** Staff have to act; a condition that lasts is logged once. */
  readonly report: (event: LogEvent) => void;
  /** Named places at which a test ends the process. */
  readonly failpoint: (point: string) => void;
}

export function transferSettings({ database, settingsAt }: TransferDeps, now: Date): Promise<Settings> {
  return settingsAt(database, settingKeys, now);
}
