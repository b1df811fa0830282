/** What should have been paid in a coin, for electricity or hosting. Minor units, as text like the ids. */
export interface PaymentSum {
  what: 'electricity' | 'hosting';
  coin: string;
  amount: string;
}

/** What one batch did, as it is kept with the batch. Ids as text: JSON has no whole numbers of that size. */
export interface MiningBatchResult {
  outputs: number;
  charges: number;
  hostingCharges: number;
  stopped: number;
  /** Machines of coins that the pool reports which ran and stand in no report, and the numbers of the first few. */
  withoutReport: number;
  firstWithoutReport: string[];
  /** As they were worked out beside what was posted. */
  payments: PaymentSum[];
  outputTransfer: string | null;
  electricityTransfer: string | null;
  hostingTransfer: string | null;
  /** Whether its digest covers what it was computed from; absent of days that were closed before it did. */
  sealsInputs?: boolean;
  /** Whether its digest is taken over columns in place of texts of rows; absent of days that were closed before. */
  sealsColumns?: boolean;
}
