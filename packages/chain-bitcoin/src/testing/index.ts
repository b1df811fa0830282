export { type BitcoinHarness, startBitcoinHarness, testSeed } from './bitcoin-harness.ts';
export { bitcoindProgram, TestBitcoind } from './bitcoind.ts';
export { brokenNode } from './broken-node.ts';
export { type ColdHolders, createColdHolders, descriptorOfOthers, signAsOther } from './cold-holders.ts';
