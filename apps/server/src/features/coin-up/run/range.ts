/** The customers of one batch: all ids from `first` to `last`, both included. */
export interface CustomerRange {
  first: bigint;
  last: bigint;
}
