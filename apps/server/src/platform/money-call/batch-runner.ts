export interface BatchRunner<Item, Result> {
  /** Runs under way at the same time. */
  concurrency: number;
  /** Items of one run. */
  largest: number;
  /** Items of one owner are under way in one run at a time, in the order in which they were asked for. */
  readonly ownerOf: (item: Item) => string;
  /** What no two items of a run may have in common: the later one waits for the next run. */
  readonly uniqueOf: (item: Item) => readonly string[];
  /** One result for each item, in their order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * What is asked for in one turn of the event loop, or while `concurrency` runs are under way, becomes one run. An item on its own runs in the same
 * turn: nothing waits for company.
 */
export function batchRunner<Item, Result>({
  concurrency,
  largest,
  ownerOf,
  uniqueOf,
  run,
}: BatchRunner<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  const underWay = new Set<string>();
  let taken = 0;
  let isScheduled = false;

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });

  function schedule(): void {
    if (isScheduled || taken >= concurrency || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      while (taken < concurrency) {
        const next = takeNext();
        if (next.length === 0) return;
        void start(next);
      }
    });
  }

  function takeNext(): Waiting<Item, Result>[] {
    const next: Waiting<Item, Result>[] = [];
    const rest: Waiting<Item, Result>[] = [];
    const used = new Set<string>();
    const isTaken = (item: Item) =>
      next.length < largest && !underWay.has(ownerOf(item)) && !uniqueOf(item).some((one) => used.has(one));
    for (const one of waiting) {
      if (isTaken(one.item)) {
        for (const unique of uniqueOf(one.item)) used.add(unique);
        next.push(one);
      } else rest.push(one);
    }
    for (const { item } of next) underWay.add(ownerOf(item));
    waiting = rest;
    return next;
  }

  async function start(items: readonly Waiting<Item, Result>[]): Promise<void> {
    taken++;
    try {
      const results = await run(items.map(({ item }) => item));
      if (results.length !== items.length) throw new Error(`${results.length} results for ${items.length} items`);
      for (const [i, { resolve }] of items.entries()) resolve(results[i] as Result);
    } catch (error) {
      for (const { reject } of items) reject(error);
    } finally {
      taken--;
      for (const { item } of items) underWay.delete(ownerOf(item));
      schedule();
    }
  }
}
