import { setTimeout as pause } from 'node:timers/promises';

/** The result of a turn: the place, a final result for all who wait, or a later try. */
export type Turn<Place, Closed> = { place: Place } | { closed: Closed } | 'later';

interface Waiting<Outcome> {
  giveUpAt: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export interface AttemptQueueOptions {
  waitsAtMostMs: number;
  triesAgainAfterMs: number;
  /** The error of a wait that took too long. */
  readonly tooLate: () => Error;
}

/**
 * Lets callers that want the same key ask one after another. Thousands of guesses at one account then cost a question for
 * each place that is given, and one that closes the door for all who wait. Other processes have queues of their own: what
 * `ask` decides must hold among them by itself.
 */
export function attemptQueue<Place, Closed>({ waitsAtMostMs, triesAgainAfterMs, tooLate }: AttemptQueueOptions) {
  const queues = new Map<string, Waiting<Place | Closed>[]>();

  return (key: string, ask: () => Promise<Turn<Place, Closed>>): Promise<Place | Closed> =>
    new Promise((resolve, reject) => {
      const waiting = { giveUpAt: Date.now() + waitsAtMostMs, resolve, reject };
      const queue = queues.get(key);
      if (queue) {
        queue.push(waiting);
        return;
      }
      const started = [waiting];
      queues.set(key, started);
      void serve(key, started, ask);
    });

  /** Never rejects: whatever goes wrong is the answer of the one whose turn it is. */
  async function serve(
    key: string,
    queue: Waiting<Place | Closed>[],
    ask: () => Promise<Turn<Place, Closed>>,
  ): Promise<void> {
    for (let first = queue[0]; first; first = queue[0]) {
      try {
        if (Date.now() > first.giveUpAt) throw tooLate();
        const turn = await ask();
        if (turn === 'later') await pause(triesAgainAfterMs);
        else if ('place' in turn) queue.shift()?.resolve(turn.place);
        else for (const caller of queue.splice(0)) caller.resolve(turn.closed);
      } catch (error) {
        queue.shift()?.reject(error);
      }
    }
    // In the same turn in which the queue was seen empty: none can join a queue that is no longer served.
    queues.delete(key);
  }
}
