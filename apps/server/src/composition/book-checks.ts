import type { BookCheck } from '@lode/ledger';

interface Checked {
  /** Invariants of the books beyond the ledger's own. */
  bookChecks?: readonly BookCheck[];
  /** Rows against the postings and the inputs that they follow from, one by one. */
  replays?: readonly BookCheck[];
}

/** All that `books:check` does beyond the ledger's own laws. */
export function bookChecksOf(slices: object): BookCheck[] {
  return (Object.values(slices) as Checked[]).flatMap(({ bookChecks = [], replays = [] }) => [
    ...bookChecks,
    ...replays,
  ]);
}
