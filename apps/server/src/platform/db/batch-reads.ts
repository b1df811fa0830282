import { Overloaded } from '../http/errors.ts';

/** The same read in two forms, with the same result for a key. */
export interface Reads<Key, Found> {
  readonly one: (key: Key) => Promise<Found>;
  /** What was found of each key, in their order. */
  readonly batch: (keys: readonly Key[]) => Promise<readonly Found[]>;
}

export interface ReadLimits {
  /** Statements under way at once. */
  concurrency: number;
  /** Keys of one statement. */
  largest: number;
  /** After so long a statement is given up: its reads fail and the next statement begins. */
  longestMs: number;
  /** Hears of a joint statement that failed; its reads were then done alone. */
  failed: (error: unknown) => void;
}

interface Waiting<Key, Found> {
  key: Key;
  since: number;
  resolve: (found: Found) => void;
  reject: (error: unknown) => void;
}

/**
 * Reads that are asked for in one turn of the event loop, or while `concurrency` statements are under way, become one statement.
 * A read on its own is the plain one, sent in the same turn. No read joins a statement that was sent: it sees every write that
 * was acknowledged before it was asked for. Why: docs/adr/0051.
 */
export function batchReads<Key, Found>(
  { one, batch }: Reads<Key, Found>,
  { concurrency, largest, longestMs, failed }: ReadLimits,
): (key: Key) => Promise<Found> {
  const waiting: Waiting<Key, Found>[] = [];
  let underWay = 0;
  let isScheduled = false;

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, since: performance.now(), resolve, reject });
      schedule();
    });

  function schedule(): void {
    if (isScheduled || underWay >= concurrency || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      giveUpOldest();
      while (underWay < concurrency && waiting.length > 0) start(waiting.splice(0, largest));
    });
  }

  /** Those that waited for as long as a statement may take. */
  function giveUpOldest(): void {
    const now = performance.now();
    while (waiting[0] && now - waiting[0].since >= longestMs) waiting.shift()?.reject(tookTooLong());
  }

  function start(reads: Waiting<Key, Found>[]): void {
    underWay++;
    let isFree = false;
    const free = () => {
      if (isFree) return;
      isFree = true;
      clearTimeout(timer);
      underWay--;
      schedule();
    };
    const timer = setTimeout(() => {
      for (const read of reads) read.reject(tookTooLong());
      free();
    }, longestMs);
    void send(reads, () => isFree).then(free);
  }

  async function send(reads: Waiting<Key, Found>[], isGivenUp: () => boolean): Promise<void> {
    if (reads.length > 1) {
      try {
        const found = await batch(reads.map(({ key }) => key));
        if (found.length !== reads.length) throw new Error(`${reads.length} reads found ${found.length}`);
        for (const [i, { resolve }] of reads.entries()) resolve(found[i] as Found);
        return;
      } catch (error) {
        failed(error);
      }
    }
    if (isGivenUp()) return;
    await Promise.all(reads.map(readAlone));
  }

  async function readAlone({ key, resolve, reject }: Waiting<Key, Found>): Promise<void> {
    try {
      resolve(await one(key));
    } catch (error) {
      reject(error);
    }
  }
}

const tookTooLong = () => new Overloaded('reads took too long');
