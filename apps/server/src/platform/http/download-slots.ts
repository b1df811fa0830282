/** So many at once, and one for each person: a file holds a connection of the database as long as it is being read. */
export interface DownloadSlots {
  /** Null when there is none now. What comes back is called once, when the place is free again. */
  readonly take: (person: bigint) => (() => void) | null;
}

export function createDownloadSlots(most: number): DownloadSlots {
  const taken = new Set<bigint>();
  return {
    take(person) {
      if (taken.size >= most || taken.has(person)) return null;
      taken.add(person);
      return () => void taken.delete(person);
    },
  };
}
