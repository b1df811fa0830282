export { etherOf, startAnvil, type TestAnvil, testChainId, textOf } from './anvil.ts';
export { type ScriptedEvm, startScriptedEvm } from './scripted-evm.ts';
export { type TestPayment, unsignedPayment } from './unsigned.ts';
