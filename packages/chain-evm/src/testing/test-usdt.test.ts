/** Proves that the committed code of the test token is compiled from the committed source, and returns nothing from `transfer`. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAnvil, type TestAnvil } from './anvil.ts';
import { compiledContracts, compileTestUsdt } from './compile-test-usdt.ts';

let anvil: TestAnvil;
beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil.stop());

it('is compiled from the source beside it', () => {
  expect(JSON.parse(readFileSync(compiledContracts, 'utf8'))).toEqual(compileTestUsdt());
});

it('returns nothing from a transfer, as the main net USDT does', async () => {
  await anvil.issue(anvil.rich, 5n);
  await anvil.mine();
  const data = `0xa9059cbb${'0'.repeat(24)}${'1'.repeat(40)}${'5'.padStart(64, '0')}`;
  expect(await anvil.ask('eth_call', { from: anvil.rich, to: anvil.usdt, data }, 'latest')).toBe('0x');
});
