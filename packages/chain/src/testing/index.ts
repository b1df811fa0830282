export { DepositBook } from './deposit-book.ts';
export { hashOf, ScriptedBlocks, type ScriptedTx, scriptedTx } from './scripted-blocks.ts';
export { ScriptedChain, signScripted } from './scripted-chain.ts';
