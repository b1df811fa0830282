import { fppsOutput } from '@lode/mining';
import { parseAmount } from '@lode/money';
import type { Output } from './output.ts';

export interface Recomputation {
  agrees: boolean;
  /** Net output in minor units, from the evidence. */
  net: bigint;
}

/** Whether the hashrate has the unit of the formula. */
export function isRecomputable({ hashrateUnit, evidence }: Output): boolean {
  return evidence !== null && hashrateUnit === 'TH/s';
}

/**
 * Recomputes an output from its evidence and compares it with the booked figures: gross, pool fee and net must match to the
 * last unit, and the epochs' seconds must equal the running seconds.
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
