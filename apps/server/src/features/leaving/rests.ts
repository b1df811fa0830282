import type { Coin } from '@lode/money';
import type { Outstanding, Rest } from './leaving.store.ts';

/** The smallest withdrawal of each coin that can be withdrawn, in minor units; a coin without one leaves by hand alone. */
export type Minimums = Partial<Record<Coin, bigint>>;

export interface Split {
  /** What the leaving itself settles: own coins that no withdrawal can carry, and promotional credit. */
  rests: Rest[];
  /** What has to be settled before. */
  remaining: Outstanding[];
}

/** Which of the outstanding things a leaving settles itself. `promotion`: micro-USDT of ELE that were never the customer's own. */
export function splitRests(outstanding: readonly Outstanding[], promotion: bigint, minimums: Minimums): Split {
  const rests: Rest[] = [];
  const remaining: Outstanding[] = [];
  for (const one of outstanding) {
    const { what, subject: account, coin, amount } = one;
    if (what !== 'BALANCE' || coin === null || amount === null || !isWallet(account)) {
      remaining.push(one);
      continue;
    }
    const lapsing = account === 'ELE_ACCOUNT' ? smaller(promotion, amount) : 0n;
    const own = amount - lapsing;
    const minimum = minimums[coin];
    if (minimum !== undefined && own >= minimum) {
      remaining.push({ ...one, amount: own });
      continue;
    }
    if (own > 0n) rests.push({ account, coin, kind: 'OWN', amount: own });
    if (lapsing > 0n) rests.push({ account, coin, kind: 'PROMOTION', amount: lapsing });
  }
  return { rests, remaining };
}

const isWallet = (account: string): account is Rest['account'] =>
  account === 'OUTPUT_ACCOUNT' || account === 'ELE_ACCOUNT';

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
