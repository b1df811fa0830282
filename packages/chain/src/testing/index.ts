export { DepositBook } from './deposit-book.ts';
export { hashOf, ScriptedBlocks, type ScriptedTx, scriptedKey, scriptedTx } from './scripted-blocks.ts';
export { ScriptedChain, signScripted } from './scripted-chain.ts';
