/** By size, whichever way it goes, the largest first; equal ones stay in their order. */
export function largestBy<Item>(items: readonly Item[], sizeOf: (item: Item) => bigint): Item[] {
  const size = (item: Item) => {
    const given = sizeOf(item);
    return given < 0n ? -given : given;
  };
  return items.toSorted((a, b) => (size(a) === size(b) ? 0 : size(a) > size(b) ? -1 : 1));
}

/** The first of each order, then the second of each, and so on; at last what no order has. Each item once. */
export function inTurns<Item>(items: readonly Item[], orders: readonly (readonly Item[])[]): Item[] {
  const taken = new Set<Item>();
  const longest = Math.max(0, ...orders.map(({ length }) => length));
  for (let place = 0; place < longest; place += 1)
    for (const order of orders) {
      const item = order[place];
      if (item !== undefined) taken.add(item);
    }
  return [...taken, ...items.filter((item) => !taken.has(item))];
}
