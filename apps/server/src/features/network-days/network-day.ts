import type { NetworkDaySource } from '@lode/contract/record-states';
import type { MinedCoin } from '@lode/money';

/** What the network did on one mining day (UTC). Sums in minor units of the coin. */
export interface NetworkDay {
  coin: MinedCoin;
  date: string;
  blocks: number;
  subsidySum: bigint;
  feeSum: bigint;
  /** In order; the seconds add up to 86,400. */
  epochs: { difficulty: string; seconds: number }[];
  source: NetworkDaySource;
  /** Only of a day that was read from a node. */
  firstHeight?: number;
  firstHash?: string;
  lastHeight?: number;
  lastHash?: string;
}

/** A node that can tell what its chain did on a mining day, from its own blocks. Null while the day could still change. */
export interface NetworkDayReader {
  /** `main`, or the name of a test chain. */
  readonly chain: string;
  readonly networkDay: (date: string) => Promise<NetworkDay | null>;
}
