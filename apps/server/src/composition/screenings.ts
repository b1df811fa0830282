import { demoUnansweredKeys } from '../features/demo/demo-usdt.ts';
import { byChainalysis } from '../features/withdrawals/screening/chainalysis.ts';
import { loadKytConfig } from '../features/withdrawals/screening/kyt-config.ts';
import { leaveUnanswered } from '../features/withdrawals/screening/leave-unanswered.ts';
import type { Platform } from './slice-deps.ts';

/** Screenings besides the operator's own deny list. */
export function composeScreenings({ config, isDemo }: Platform) {
  const kyt = loadKytConfig(config);
  return [...(kyt === null ? [] : [byChainalysis(kyt)]), ...(isDemo ? [leaveUnanswered(demoUnansweredKeys)] : [])];
}
