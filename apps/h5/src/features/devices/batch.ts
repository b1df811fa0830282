import { electricityFee } from '@lode/mining';
import { type Amount, type Coin, parseAmount } from '@lode/money';
import type { Machine } from './machine.ts';
import { switchActionOf } from './machine-switch.ts';

/** The server's limit of one call. */
export const batchLimit = 100;

export type BatchTarget = 'RUNNING' | 'SUSPEND';

/** What a batch does, summed up over the machines that it changes. */
export interface BatchEffect {
  machines: Machine[];
  /** Chosen, but set to the wanted state already. */
  unchanged: number;
  /** Of `machines` all but those stopped for debt, whose request is kept until it is paid. */
  moving: Machine[];
  /** Yesterday's outputs of the running machines that stop. */
  outputs: { coin: Coin; amount: Amount }[];
  /** Micro-USDT a day: yesterday's electricity of those that stop, that of a full day at rated power of those that start. */
  dailyFee: Amount;
  hasOwnMachines: boolean;
}

const fullDay = 86_400;

/** The effect of starting or stopping those of the chosen machines that are not so yet. */
export function batchEffect(chosen: readonly Machine[], to: BatchTarget): BatchEffect {
  const isMeant = (machine: Machine) => {
    const action = switchActionOf(machine);
    return to === 'RUNNING'
      ? action === 'turnOn' || action === 'resumeAfter'
      : action === 'turnOff' || action === 'stayOff';
  };
  const machines = chosen.filter(isMeant);
  const moving = machines.filter(({ status }) => status !== 'ARREAR');
  const outputs = new Map<Coin, Amount>();
  for (const { coin, yesterdayOutput } of to === 'SUSPEND' ? moving : []) {
    outputs.set(coin, (outputs.get(coin) ?? 0n) + parseAmount(yesterdayOutput, coin));
  }
  return {
    machines,
    unchanged: chosen.filter((machine) => switchActionOf(machine) !== null && !isMeant(machine)).length,
    moving,
    outputs: [...outputs].filter(([, amount]) => amount > 0n).map(([coin, amount]) => ({ coin, amount })),
    dailyFee: moving.reduce((sum, machine) => sum + dailyFee(machine, to), 0n),
    hasOwnMachines: moving.some(({ purchaseKind }) => purchaseKind === 'THIRD'),
  };
}

function dailyFee({ yesterdayFee, powerWatts, electricityPrice }: Machine, to: BatchTarget): Amount {
  return to === 'SUSPEND' ? parseAmount(yesterdayFee, 'USDT') : electricityFee(powerWatts, fullDay, electricityPrice);
}
