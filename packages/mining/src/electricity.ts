import { divFloor, parseDecimal } from '@lode/money';

/**
 * Fee of one machine for one day in micro-USDT, rounded down:
 * watts · seconds / 3 600 000 kWh at `price` USDT per kWh. `electricityFee(3500, 86_400, '0.078') === 6_552_000n`.
 */
export function electricityFee(powerWatts: number, seconds: number, price: string): bigint {
  const microPrice = parseDecimal(price, 6);
  return divFloor(BigInt(powerWatts) * BigInt(seconds) * microPrice, 3_600_000n);
}
