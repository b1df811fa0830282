import { demoUnansweredKeys } from '../features/demo/demo-usdt.ts';
import { byChainalysis, ofPaidAddress } from '../features/payouts/screening/chainalysis.ts';
import { demoScreening } from '../features/payouts/screening/demo-screening.ts';
import { loadKytConfig } from '../features/payouts/screening/kyt-config.ts';
import type { Platform } from './slice-deps.ts';

/** Screenings besides the operator's own deny list. */
export function composeScreenings({ config, nodes, isDemo }: Platform) {
  const kyt = loadKytConfig(config);
  return [
    ...(kyt === null ? [] : [ofPaidAddress(byChainalysis(kyt), nodes.addressOf)]),
    ...(isDemo ? [demoScreening(demoUnansweredKeys)] : []),
  ];
}
