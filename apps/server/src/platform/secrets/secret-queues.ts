import { Overloaded } from '../http/errors.ts';

/** Who has a secret compared: a login from a device that the account knows or from any other, or a movement of money. */
export type Asker = 'known-device' | 'stranger' | 'money';

/**
 * Runs at most `width` at once and lets at most `length` of each asker wait. Money and logins take turns, so that neither starves
 * the other; of logins those from known devices come first. Strangers leave one place free: a flood of them delays others by no more
 * than the work that is under way.
 */
export function secretQueues(width: number, length: number): <T>(asker: Asker, work: () => Promise<T>) => Promise<T> {
  const waiting: Record<Asker, (() => void)[]> = { 'known-device': [], stranger: [], money: [] };
  const strangersAtMost = Math.max(1, width - 1);
  let running = 0;
  let strangers = 0;
  let isMoneysTurn = false;

  function nextAsker(): Asker | null {
    const money = waiting.money.length > 0 ? 'money' : null;
    const login = nextLogin();
    if (money === null || login === null) return money ?? login;
    isMoneysTurn = !isMoneysTurn;
    return isMoneysTurn ? money : login;
  }

  function nextLogin(): Asker | null {
    if (waiting['known-device'].length > 0) return 'known-device';
    return waiting.stranger.length > 0 && strangers < strangersAtMost ? 'stranger' : null;
  }

  function startNext(): void {
    while (running < width) {
      const asker = nextAsker();
      if (asker === null) return;
      running++;
      if (asker === 'stranger') strangers++;
      waiting[asker].shift()?.();
    }
  }

  return async (asker, work) => {
    const queue = waiting[asker];
    if (queue.length >= length) throw new Overloaded('too many secrets wait to be compared', { asker });
    const started = new Promise<void>((resolve) => void queue.push(resolve));
    startNext();
    await started;
    try {
      return await work();
    } finally {
      running--;
      if (asker === 'stranger') strangers--;
      startNext();
    }
  };
}
