export { bitcoinAddress, checkBitcoinAddress } from './addresses.ts';
export { BitcoinChain, type BitcoinOptions } from './bitcoin-chain.ts';
export { type ColdAddress, type ColdDescriptor, parseColdDescriptor } from './cold-descriptor.ts';
export {
  buildRefill,
  type ColdOutput,
  combineRefill,
  type RefillFlaw,
  type UnsignedRefill,
  UnusableRefill,
} from './cold-psbt.ts';
export { type BitcoinDevNode, bitcoinDevNode } from './dev-node.ts';
export { type BitcoinFaucet, bitcoinFaucet } from './faucet.ts';
export type { BitcoinNetworkDay } from './network-day.ts';
export { type BitcoinChainName, isBitcoinChain } from './networks.ts';
export { decodeTransaction } from './raw-block.ts';
export { isUndefinedWitnessVersion, scriptKind, scriptKinds } from './script-kind.ts';
