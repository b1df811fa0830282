export { checkEvmAddress } from './address.ts';
export { asUnits, intoBooks } from './ether-books.ts';
export { type EvmOptions, evmAdapter, usualFeeBounds, usualGasBounds } from './evm-adapter.ts';
export { type EvmFaucet, evmFaucet } from './faucet.ts';
export type { GasRate } from './fees.ts';
export { type Holder, planSweeps, type SweepRules, type SweepStep, sweepOrder } from './sweep.ts';
