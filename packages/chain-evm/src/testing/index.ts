export { etherOf, startAnvil, type TestAnvil, testChainId, textOf } from './anvil.ts';
