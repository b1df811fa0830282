export { addressOfKey, checkEvmAddress } from './address.ts';
export { defaultFeeBounds, defaultGasBounds, type EvmOptions, evmAdapter } from './evm-adapter.ts';
export { type EvmFaucet, evmFaucet } from './faucet.ts';
export type { GasRate } from './fees.ts';
export { type AddressBalance, planSweeps, type SweepAction, type SweepLimits, sweepOrder } from './sweep.ts';
export { addToWeiRemainder, weiToLedgerUnits } from './wei-remainder.ts';
