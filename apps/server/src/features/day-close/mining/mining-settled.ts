/** What one batch did, as it is kept with the batch. Ids as text: JSON has no whole numbers of that size. */
export interface MiningSettled {
  outputs: number;
  charges: number;
  hostingCharges: number;
  stopped: number;
  outputTransfer: string | null;
  electricityTransfer: string | null;
  hostingTransfer: string | null;
}
