import type { SavingsCoin } from '../savings-coin.ts';

/** A figure that was computed from the inputs, beside what the ledger has. */
export interface TieOutLine {
  name: string;
  coin: SavingsCoin;
  expected: bigint;
  posted: bigint;
}
