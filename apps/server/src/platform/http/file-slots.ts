/** So many files at once, and one for each person: one that is read or written holds a connection of the database that long. */
export interface FileSlots {
  /** Null when there is none now. What comes back is called once, when the place is free again. */
  readonly take: (person: bigint) => (() => void) | null;
}

export function createFileSlots(most: number): FileSlots {
  const taken = new Set<bigint>();
  return {
    take(person) {
      if (taken.size >= most || taken.has(person)) return null;
      taken.add(person);
      return () => void taken.delete(person);
    },
  };
}
