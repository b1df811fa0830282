import type { BuildRefusal, Unsigned } from '../payment.ts';
import type { ChainSum, Payment } from '../shapes.ts';

export function required<T>(value: T | null): T {
  if (value === null) throw new Error('expected a value, got null');
  return value;
}

export const outpointsOf = (payments: readonly Payment[]): Set<string> =>
  new Set(payments.map(({ txid, index }) => `${txid}:${index}`));

export const sumOf = (sums: readonly ChainSum[], coin: string): bigint =>
  sums.find((sum) => sum.coin === coin)?.atomic ?? 0n;

export function accepted(built: Unsigned | BuildRefusal): Unsigned {
  if ('refused' in built) throw new Error(`refused: ${built.refused}`);
  return built;
}
