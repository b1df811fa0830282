/** A scrypt machine of the replayed time: what it finds for one chain counts for Dogecoin as well. */
export const mergedMiningModels = {
  l3: { model: 'Antminer L3+', hashrate: '504', hashrateUnit: 'MH/s', powerWatts: 800, coin: 'DOGE' },
} as const;

/** Stands before the others, so that the newest outputs of its owner are still those that can be recomputed. */
export const mergedMiningMachine = {
  machineNo: 'LS2-11-0007',
  account: '13800000001',
  model: 'l3',
  site: 'leshan',
  purchaseKind: 'SUBSCRIBE',
  startsOnDay: 0,
} as const;

/** Invented like the reports, of the size of those weeks: what pays power from output needs one every day. */
export const dogePrice = '0.0022';

const usual = 55_40000000n;
const poolFeePercent = 4n;

/**
 * What the pool reports of it for a day. Invented, as people and machine numbers are: of the size of those weeks, a little
 * more on one day and a little less on another.
 */
export function mergedMiningReport(daysSinceFirst: number) {
  const luck = BigInt((daysSinceFirst * daysSinceFirst * 11 + daysSinceFirst * 23) % 41) - 20n;
  const gross = usual + luck * 13_730_000n;
  return {
    machineNo: mergedMiningMachine.machineNo,
    coin: 'DOGE' as const,
    gross,
    poolFee: (gross * poolFeePercent) / 100n,
  };
}
