import { electricityFee, fppsOutput } from '@lode/mining';
import { divCeil, divFloor } from '@lode/money';
import type { NetworkDay } from '../mining/fpps-terms.ts';

type MinedCoin = 'BTC' | 'ETH' | 'DOGE';
export type PaperOutput = Record<MinedCoin, bigint>;

/**
 * A day of one customer as a person would work it out on paper: machine by machine, charge by charge, one after the
 * other. It knows nothing of SQL, batches or running sums, and the real close must come to the same to the last unit.
 */
export interface PaperMachine {
  machineNo: string;
  coin: MinedCoin;
  hashrate: string;
  poolFeeRate: string;
  powerWatts: number;
  /** USDT per kWh. */
  price: string;
  /** Its seconds in each epoch of the day. */
  seconds: number[];
}

export interface PaperCharge {
  date: string;
  machineNo: string;
  coin: MinedCoin;
  amount: bigint;
  prepaid: bigint;
  /** The part of `prepaid` that is promotional credit. */
  promotion: bigint;
  output: PaperOutput;
  covered: bigint;
  owed: bigint;
}

export interface PaperCustomer {
  outputFirst: boolean;
  prepaid: bigint;
  promotion: bigint;
  output: PaperOutput;
  charges: PaperCharge[];
}

export function liveThroughDay(
  customer: PaperCustomer,
  machines: readonly PaperMachine[],
  network: NetworkDay,
  /** Micro-USDT for one coin, of this day and of those before: `BTC 2020-03-10`. */
  prices: ReadonlyMap<string, bigint>,
): { net: Map<string, bigint> } {
  const net = new Map<string, bigint>();
  for (const machine of machines) {
    const epochs = network.epochs.map(({ difficulty }, i) => ({ difficulty, seconds: machine.seconds[i] ?? 0 }));
    if (machine.coin === 'BTC') {
      const output = fppsOutput({ ...machine, ...network, epochs });
      net.set(machine.machineNo, output.net);
      customer.output.BTC += output.net;
    }
    const seconds = machine.seconds.reduce((sum, part) => sum + part, 0);
    const amount = electricityFee(machine.powerWatts, seconds, machine.price);
    if (seconds > 0)
      customer.charges.push({
        date: network.date,
        machineNo: machine.machineNo,
        coin: machine.coin,
        amount,
        prepaid: 0n,
        promotion: 0n,
        output: { BTC: 0n, ETH: 0n, DOGE: 0n },
        covered: 0n,
        owed: amount,
      });
  }
  payAll(customer, prices);
  return { net };
}

/** Oldest first; each takes what the first account has, the rest from the second; the mined coin before the others. */
function payAll(customer: PaperCustomer, prices: ReadonlyMap<string, bigint>): void {
  const inOrder = customer.charges.toSorted((a, b) =>
    `${a.date} ${a.machineNo}` < `${b.date} ${b.machineNo}` ? -1 : 1,
  );
  for (const charge of inOrder) {
    const fromPrepaid = () => {
      const paid = least(customer.prepaid, charge.owed);
      const promotion = least(customer.promotion, paid);
      customer.promotion -= promotion;
      charge.promotion += promotion;
      customer.prepaid -= paid;
      charge.prepaid += paid;
      charge.owed -= paid;
    };
    const fromOutput = () => {
      payIn(charge.coin);
      payIn('BTC');
      payIn('ETH');
      payIn('DOGE');
    };
    const payIn = (coin: MinedCoin) => {
      const price = prices.get(`${coin} ${charge.date}`) ?? 0n;
      const has = customer.output[coin];
      if (charge.owed === 0n || has === 0n) return;
      const wanted = divFloor(charge.owed * 100_000_000n, price);
      const taken = least(wanted, has);
      const covered = taken === wanted ? charge.owed : least(charge.owed, divCeil(taken * price, 100_000_000n));
      customer.output[coin] -= taken;
      charge.output[coin] += taken;
      charge.covered += covered;
      charge.owed -= covered;
    };
    for (const pay of customer.outputFirst ? [fromOutput, fromPrepaid] : [fromPrepaid, fromOutput]) pay();
  }
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
