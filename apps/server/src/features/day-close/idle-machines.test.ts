/** Proves that a machine that did not run is nothing to a day: no output, no charge, and nothing that does not tie out. */
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addCustomer, addNetworkDay, addPrice, addWorldMachine, giveMoney, realDay } from './testing/mining-fixture.ts';

let app: TestApp;
const quiet = '2020-03-01';
const busy = '2020-03-02';

type Run = readonly [string, string | null];
const idle: [what: string, runs: readonly Run[]][] = [
  ['never was started', []],
  ['was stopped days before', [['2020-01-01T00:00:00Z', '2020-02-20T00:00:00Z']]],
  ['was stopped at the first instant', [['2020-01-01T00:00:00Z', '2020-03-01T00:00:00Z']]],
  ['ran for less than a second', [['2020-03-01T12:00:00Z', '2020-03-01T12:00:00.9Z']]],
  ['ran for no time', [['2020-03-01T12:00:00Z', '2020-03-01T12:00:00Z']]],
];

beforeAll(async () => {
  app = await startTestApp();
  const customerId = await addCustomer(app.owner, 1);
  for (const [index, [, runs]] of idle.entries()) {
    await addWorldMachine(app.owner, { machineNo: `I-${index}`, customerId, runs });
    // Alone with its customer, too: nothing beside it in the range has a figure.
    await addWorldMachine(app.owner, {
      machineNo: `J-${index}`,
      customerId: await addCustomer(app.owner, 10 + index),
      runs,
    });
  }
  for (const date of [quiet, busy]) {
    await addNetworkDay(app.owner, { ...realDay, date });
    await addPrice(app.owner, date, 8_541_770_000n);
  }
});
afterAll(async () => {
  await assertBooksBalance(app.database, [...app.slices.electricity.bookChecks, ...app.slices.dayClose.bookChecks]);
  await app.stop();
});

const closed = async (date: string, now: string) => {
  const result = await app.slices.dayClose.closeMining(date, new Date(now));
  expect(result).toMatchObject({ outcome: 'closed' });
};

async function countOf(date: string): Promise<bigint> {
  const { rows } = await app.database.query<{ count: bigint }>({
    text: `select (select count(*) from machine_output where date = $1) + (select count(*) from electricity_charge where date = $1) as count`,
    values: [date],
  });
  return rows[0]?.count ?? -1n;
}

describe('a machine that did not run', () => {
  it('lets a day close on which no machine ran at all', async () => {
    await closed(quiet, '2020-03-02T06:00:00Z');
    expect(await countOf(quiet)).toBe(0n);
  });

  it('lets a day close on which others of its customer ran', async () => {
    const customerId = await addCustomer(app.owner, 2);
    await giveMoney(app.database, customerId, 'ELE_ACCOUNT', 900_000_000n, '2020-03-01T00:00:00Z');
    await addWorldMachine(app.owner, { machineNo: 'R-1', customerId, startTime: '2020-03-02T00:00:00Z' });
    await addWorldMachine(app.owner, { machineNo: 'R-2', customerId, runs: [] });
    await closed(busy, '2020-03-03T06:00:00Z');
    expect(await countOf(busy)).toBe(2n);
  });
});
