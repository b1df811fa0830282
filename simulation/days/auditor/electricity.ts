import { scaled } from './exact.ts';

/** kWh · price, rounded down to a micro-USDT. */
export function electricity(powerWatts: number, seconds: number, price: string): bigint {
  return (BigInt(powerWatts) * BigInt(seconds) * scaled(price, 6)) / 3_600_000n;
}
