/** Customers, sites and machines that a simulated company begins with, and those that come later. */
import type { seededRandom } from '../../random.ts';
import { dayLength, hour } from '../auditor/calendar.ts';
import type { MachineFacts, MinedCoin } from '../events.ts';

export type Random = ReturnType<typeof seededRandom>;

export const customerName = (number: number): string => `138${String(number).padStart(8, '0')}`;

interface Model {
  model: string;
  coin: MinedCoin;
  hashrate: number;
  powerWatts: number;
}

/** The old ones do not earn their electricity. */
const models: readonly Model[] = [
  { model: 'S17 Pro', coin: 'BTC', hashrate: 50, powerWatts: 1975 },
  { model: 'S19', coin: 'BTC', hashrate: 95, powerWatts: 3250 },
  { model: 'T17', coin: 'BTC', hashrate: 40, powerWatts: 2200 },
  { model: 'S9', coin: 'BTC', hashrate: 13, powerWatts: 1320 },
  { model: 'S7', coin: 'BTC', hashrate: 4, powerWatts: 1300 },
  { model: 'S7', coin: 'BTC', hashrate: 4, powerWatts: 1300 },
  { model: 'E9', coin: 'ETH', hashrate: 2400, powerWatts: 1920 },
  { model: 'L3', coin: 'DOGE', hashrate: 504, powerWatts: 800 },
];

/** One customer in three has machines only that do not earn their electricity, and little money. */
/** Half as much again as the model has, which is what the product takes. */
export function fastestOf(name: string): number {
  const { hashrate = 0 } = models.find(({ model }) => model === name) ?? {};
  return Math.floor(hashrate * 1.5);
}

export const isPoor = (customer: string): boolean => Number(customer.slice(-4)) % 3 === 0;

export const sites = ['Leshan', 'Ordos', 'Yili', 'Kangding', 'Chifeng'] as const;
const prices = ['0.028', '0.045', '0.052', '0.078', '0.1'];

export const priceAtStart = (site: string): string => prices[sites.indexOf(site as (typeof sites)[number])] ?? '0.05';

/** A machine in a contract that may be odd: it ends soon, at any instant, or costs nothing to host. */
export function machineOf(
  random: Random,
  { no, owner, start, site, price }: { no: string; owner: string; start: number; site: string; price: string },
): MachineFacts {
  const { below, pick } = random;
  const { model, coin, hashrate, powerWatts } = pick(isPoor(owner) ? models.slice(4) : models);
  const isHosted = below(3) === 0;
  const fees = [null, 0n, 31_000_000n, 45_500_000n, 12_345_678n];
  const lasts = (2 + below(400)) * dayLength + below(24) * hour + pick([0, 1, below(3_600_000)]);
  return {
    no,
    owner,
    model,
    coin,
    hashrate: `${hashrate + below(hashrate < 8 ? 2 : 3)}${below(2) === 0 ? '' : `.${1 + below(9)}`}`,
    powerWatts,
    kind: isHosted ? 'THIRD' : 'SUBSCRIBE',
    site,
    price,
    poolFee: pick(['0.04', '0.04', '0.025', '0', '0.013579']),
    start,
    end: below(3) === 0 ? start + lasts : null,
    hostingFee: isHosted ? pick(fees) : null,
  };
}
