// The exit code says whether the books differ, or could not be compared with a chain that is down.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CustodyCheck } from '../features/deposits/custody.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { runCommandWith } from '../testing/commands.ts';
import { booksCheck } from './books-check.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const balanced = async () => [];
const whole = async () => ({ ledger: [], days: [] });
const same: CustodyCheck = async () => [{ coin: 'BTC', ledger: 5n, chain: 5n }];
const different: CustodyCheck = async () => [{ coin: 'USDT', ledger: 5n, chain: 4n }];
const down: CustodyCheck = async () => [{ coin: 'ETH', unknown: 'the node is down' }];

it.each<[string, CustodyCheck[], number]>([
  ['the chains agree', [same], 0],
  ['a chain differs', [same, different], 1],
  ['a chain is down', [same, down], 2],
  ['one differs and another is down', [down, different], 1],
])('%s', async (_case, checks, exit) => {
  expect((await runCommandWith(app, booksCheck(balanced, checks, whole), ['--chains'])).exit).toBe(exit);
});

it('says what cannot be compared', async () => {
  const { failed } = await runCommandWith(app, booksCheck(balanced, [down], whole), ['--chains']);
  expect(failed).toEqual(['custody ETH cannot be compared: the node is down']);
});

it('says which months are kept elsewhere', async () => {
  const { printed } = await runCommandWith(
    app,
    booksCheck(balanced, [], async () => ({ ledger: ['2026-02-01', '2026-03-01'], days: ['2026-02-01'] })),
    [],
  );
  expect(printed).toEqual([
    'the books balance',
    'kept elsewhere, of the ledger: 2026-02-01, 2026-03-01',
    'kept elsewhere, of days: 2026-02-01',
    'rows of the product were not compared with postings',
  ]);
});
