/**
 * Proves that the ledger stands beside the chain and the pools as each of them recorded it: what pools owe by the tie-outs of closed days is the
 * receivable, SUSPENSE is its origins, custody is what the last comparison found, and a difference shows.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addCustomer,
  addNetworkDay,
  addPrice,
  addWorldMachine,
  realDay,
} from './features/day-close/testing/mining-fixture.ts';
import { compareCustody, pauseAfter } from './features/deposits/compare-custody.ts';
import type { Custody } from './features/deposits/custody.ts';
import { startTestApp, type TestApp } from './testing/app.ts';
import { as } from './testing/caller-role.ts';
import { addStaff, runCommand } from './testing/commands.ts';
import { consoleClient, consoleOrigin } from './testing/console-client.ts';

const two = '--by finance --approved-by approver --reason statement';
const days = ['2020-03-01', '2020-03-02'] as const;
let app: TestApp;
let call: ReturnType<typeof consoleClient>['call'];

beforeAll(async () => {
  app = await startTestApp({ now: '2020-03-03T06:30:00Z', max: 8, env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  const customerId = await addCustomer(app.owner, 1);
  for (const date of days) {
    await addNetworkDay(app.owner, { ...realDay, date });
    await addPrice(app.owner, date, 8_000_000_000n);
  }
  await addWorldMachine(app.owner, { machineNo: 'P-1', customerId, startTime: '2020-03-01T00:00:00Z' });
  for (const date of days)
    expect(await app.slices.dayClose.closeMining(date, app.clock.now())).toMatchObject({ outcome: 'closed' });
  await logIn();
});
afterAll(() => app.stop());

/** Again after a time in which a session ends by itself. */
async function logIn(): Promise<void> {
  const client = consoleClient(app.console);
  await client.call('loginByPassword', { name: 'auditor', password: 'Lode@Console1' });
  call = client.call;
}

const read = async () => (await call('reconciliation', {})).data;
const btc = async () => (await read()).coins[0];
const zero = '0.00000000';

it('holds the receivable against the closed days that no pool has paid', async () => {
  const { pool } = (await btc()) ?? {};
  expect(pool).toMatchObject({
    difference: zero,
    corrections: zero,
    days: 2,
    firstDay: days[0],
    isDayOpen: null,
    variance: zero,
  });
  expect(pool?.ledger).toMatch(/^0\.00\d*[1-9]/);
  expect(pool?.found).toBe(pool?.outputs);
});

it('leaves a paid day out, with the reason of what was paid too little', async () => {
  const args = `--coin BTC --from ${days[0]} --to ${days[0]} --amount 0.0001 --variance fees ${two}`;
  const { exit, failed } = await runCommand(app, app.slices.suspense.opsCommands['pool:payment'] as never, args);
  expect([exit, failed]).toEqual([0, []]);
  const { coins, payments } = await read();
  expect(coins[0]?.pool).toMatchObject({ difference: zero, days: 1, firstDay: days[1] });
  expect(coins[0]?.pool?.variance).toMatch(/^-0\.00/);
  expect(payments).toMatchObject([{ coin: 'BTC', from: days[0], to: days[0], paid: '0.00010000', isUndone: false }]);
  expect(payments[0]?.difference).toBe(coins[0]?.pool?.variance);
});

it('shows an output that the ledger has and no closed day', async () => {
  const change = (sign: string) =>
    app.owner.query({
      text: `update day_close_batch set result = jsonb_set(result, '{lines,0,expected}', to_jsonb((((result->'lines'->0->>'expected')::bigint) ${sign} 5)::text))
        where kind = 'mining' and date = $1 and stage = 'tie-out'`,
      values: [days[1]],
    });
  await app.owner.query({ text: 'alter table day_close_batch disable trigger user' });
  await change('-');
  expect((await btc())?.pool?.difference).toBe('0.00000005');
  await change('+');
  expect((await btc())?.pool?.difference).toBe(zero);
});

it('shows custody as the worker found it, unknown or different', async () => {
  expect((await btc())?.chain).toBeNull();
  const found: Custody[][] = [];
  const tick = compareCustody(app.database, [async () => found.shift() ?? []]);
  const compare = (...next: Custody[]) => {
    found.push(next);
    return as('worker', () => tick(app.clock.now()));
  };
  await compare({ coin: 'BTC', unknown: 'the node does not answer' });
  expect((await btc())?.chain).toMatchObject({ unknown: 'the node does not answer', result: null });
  app.clock.advance({ seconds: 59 });
  await compare({ coin: 'BTC', ledger: 5n, chain: 5n });
  expect(found).toHaveLength(1);
  app.clock.advance({ seconds: 1 });
  await compare({ coin: 'BTC', ledger: 7n, chain: 6n });
  expect((await btc())?.chain?.result).toMatchObject({ difference: zero });
  app.clock.advance({ hours: 24 });
  await logIn();
  await compare();
  expect((await btc())?.chain?.result).toMatchObject({
    ledger: '0.00000007',
    found: '0.00000006',
    difference: '0.00000001',
  });
});

it('compares again after a day, an hour after a difference, and ever later where a chain does not answer', () => {
  const minutes = (found: Custody[], misses: number) => pauseAfter(found, misses) / 60_000;
  expect(minutes([{ coin: 'BTC', ledger: 1n, chain: 1n }], 0)).toBe(24 * 60);
  expect(minutes([{ coin: 'BTC', ledger: 1n, chain: 2n }], 0)).toBe(60);
  const unknown: Custody[] = [{ coin: 'BTC', unknown: 'x' }];
  expect([1, 2, 3, 9, 12].map((misses) => minutes(unknown, misses))).toEqual([1, 2, 4, 256, 24 * 60]);
});
