import { fppsOutput } from '@lode/mining';
import { parseAmount } from '@lode/money';
import type { Output } from './output.ts';

export interface Recomputation {
  agrees: boolean;
  /** Net output in minor units as the evidence has it. */
  net: bigint;
}

/** Whether a machine's hashrate is in the unit that the formula takes. */
export function isRecomputable({ hashrateUnit, evidence }: Output): boolean {
  return evidence !== null && hashrateUnit === 'TH/s';
}

/**
 * Computes an output anew from its evidence alone and holds it against what the server booked: gross, pool fee and net
 * must be equal to the last unit, and the seconds of the epochs must be the machine's running seconds.
 */
export function recompute(output: Output): Recomputation {
  const { evidence, coin } = output;
  if (evidence === null || !isRecomputable(output)) return { agrees: false, net: 0n };
  const found = fppsOutput({ ...evidence, hashrate: output.hashrate });
  const seconds = evidence.epochs.reduce((sum, epoch) => sum + epoch.seconds, 0);
  const agrees =
    found.net === parseAmount(output.net, coin) &&
    found.gross === parseAmount(output.gross, coin) &&
    found.poolFee === parseAmount(output.poolFee, coin) &&
    seconds === output.runningSeconds;
  return { agrees, net: found.net };
}
