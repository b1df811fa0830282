export { etherOf, startAnvil, type TestAnvil, testChainId, textOf } from './anvil.ts';
export { type TestPayment, unsignedPayment } from './unsigned.ts';
