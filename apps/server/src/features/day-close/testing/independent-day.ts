import { electricityFee, fppsOutput } from '@lode/mining';
import { divCeil, divFloor } from '@lode/money';
import type { NetworkDay } from '../mining/fpps-terms.ts';

/**
 * A day of one customer as a person would work it out on paper: machine by machine, charge by charge, one after the
 * other. It knows nothing of SQL, batches or running sums, and the real close must come to the same to the last unit.
 */
export interface PaperMachine {
  machineNo: string;
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
  amount: bigint;
  prepaid: bigint;
  output: bigint;
  covered: bigint;
  owed: bigint;
}

export interface PaperCustomer {
  outputFirst: boolean;
  prepaid: bigint;
  output: bigint;
  charges: PaperCharge[];
}

export function liveThroughDay(
  customer: PaperCustomer,
  machines: readonly PaperMachine[],
  network: NetworkDay,
  /** Micro-USDT for one BTC, of this day and of those before. */
  prices: ReadonlyMap<string, bigint>,
): { net: Map<string, bigint> } {
  const net = new Map<string, bigint>();
  for (const machine of machines) {
    const epochs = network.epochs.map(({ difficulty }, i) => ({ difficulty, seconds: machine.seconds[i] ?? 0 }));
    const output = fppsOutput({ ...machine, ...network, epochs });
    net.set(machine.machineNo, output.net);
    customer.output += output.net;
    const seconds = machine.seconds.reduce((sum, part) => sum + part, 0);
    const amount = electricityFee(machine.powerWatts, seconds, machine.price);
    if (seconds > 0)
      customer.charges.push({
        date: network.date,
        machineNo: machine.machineNo,
        amount,
        prepaid: 0n,
        output: 0n,
        covered: 0n,
        owed: amount,
      });
  }
  payAll(customer, prices);
  return { net };
}

/** Oldest first; each takes what the first account has, the rest from the second. */
function payAll(customer: PaperCustomer, prices: ReadonlyMap<string, bigint>): void {
  const inOrder = customer.charges.toSorted((a, b) =>
    `${a.date} ${a.machineNo}` < `${b.date} ${b.machineNo}` ? -1 : 1,
  );
  for (const charge of inOrder) {
    const fromPrepaid = () => {
      const paid = least(customer.prepaid, charge.owed);
      customer.prepaid -= paid;
      charge.prepaid += paid;
      charge.owed -= paid;
    };
    const fromOutput = () => {
      const price = prices.get(charge.date) ?? 0n;
      if (charge.owed === 0n || customer.output === 0n) return;
      const wanted = divFloor(charge.owed * 100_000_000n, price);
      const taken = least(wanted, customer.output);
      const covered = taken === wanted ? charge.owed : least(charge.owed, divCeil(taken * price, 100_000_000n));
      customer.output -= taken;
      charge.output += taken;
      charge.covered += covered;
      charge.owed -= covered;
    };
    for (const pay of customer.outputFirst ? [fromOutput, fromPrepaid] : [fromPrepaid, fromOutput]) pay();
  }
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
