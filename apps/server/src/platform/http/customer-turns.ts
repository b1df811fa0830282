import { boundedQueue } from './bounded-queue.ts';

/** Runs costly reads of a customer one after the other. */
export type CustomerTurns = <T>(customerId: bigint, work: () => Promise<T>) => Promise<T>;

/** A screen asks for three at once at most; who asks for more waits longer, and then is refused. */
const waitingOfCustomer = 8;
const waitingOfAll = 512;

/**
 * Reads whose cost grows with what a customer has: one at a time for each customer, and `atOnce` for all, so that one with a thousand
 * machines does not take every connection of the process from the others.
 */
export function customerTurns(atOnce: number): CustomerTurns {
  const all = boundedQueue(atOnce, waitingOfAll, 'too many costly reads wait');
  const queues = new Map<bigint, { inTurn: ReturnType<typeof boundedQueue>; users: number }>();

  return async (customerId, work) => {
    const own = queues.get(customerId) ?? {
      inTurn: boundedQueue(1, waitingOfCustomer, 'too many costly reads of one customer wait'),
      users: 0,
    };
    queues.set(customerId, own);
    own.users += 1;
    try {
      return await own.inTurn(() => all(work));
    } finally {
      own.users -= 1;
      if (own.users === 0) queues.delete(customerId);
    }
  };
}
