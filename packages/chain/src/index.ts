export type { AddressCheck, AddressRefusal, BroadcastResult, ChainAdapter } from './chain-adapter.ts';
export { ChainUnavailable, WrongChain } from './errors.ts';
export {
  earlierHotAddresses,
  generationOf,
  hotAddress,
  keyAt,
  numberIn,
  numbersPerGeneration,
} from './generation.ts';
export type {
  BuildRefusal,
  ConfirmedStatus,
  FeeRate,
  OwnOutput,
  PaymentOrder,
  Receiver,
  SentPayment,
  SentStatus,
  Signed,
  Source,
  Unsigned,
} from './payment.ts';
export type {
  AddressKey,
  Block,
  Branch,
  ChainIdentity,
  ChainSum,
  Network,
  OwnAddress,
  Payment,
  ScannedBlock,
  SpentOutput,
  Watched,
} from './shapes.ts';
export { WatchSet } from './watch-set.ts';
export {
  advance,
  type BlockRef,
  type BlockUpdate,
  pinWatcher,
  readBlockUpdate,
  type WatcherLimits,
  type WatcherState,
} from './watcher.ts';
