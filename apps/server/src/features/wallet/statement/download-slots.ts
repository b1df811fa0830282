/** So many at once, and one for each customer: a file holds a connection of the database as long as it is being read. */
export interface DownloadSlots {
  /** Null when there is none now. What comes back is called once, when the place is free again. */
  readonly take: (customerId: bigint) => (() => void) | null;
}

export function createDownloadSlots(most: number): DownloadSlots {
  const taken = new Set<bigint>();
  return {
    take(customerId) {
      if (taken.size >= most || taken.has(customerId)) return null;
      taken.add(customerId);
      return () => void taken.delete(customerId);
    },
  };
}
