/** What the ledger expects of a pool beside the outputs that it has not paid yet. `receivable`: the balance of MINING_RECEIVABLE. */
export function comparePool(
  { outputs, corrections }: { outputs: bigint; corrections: bigint },
  receivable: bigint,
): Comparison {
  return compare(-receivable, outputs + corrections);
}

interface Comparison {
  ledger: bigint;
  found: bigint;
  /** Ledger less what stands beside it. */
  difference: bigint;
}

export const compare = (ledger: bigint, found: bigint): Comparison => ({ ledger, found, difference: ledger - found });
