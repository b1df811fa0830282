/**
 * Proves that a close survives what ends it: a real process is killed with SIGKILL at each named point, the next one goes
 * on, and the day comes out like every other. Two processes at once share the work and do nothing twice.
 */
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../platform/clock/clock.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { expectClosedOrKilled, expectClosedTogether } from '../../testing/closed-together.ts';
import { mortalProcess } from '../../testing/mortal-process.ts';
import {
  addCustomer,
  addNetworkDay,
  addPrice,
  addWorldMachine,
  choosePayMode,
  giveMoney,
  realDay,
} from './testing/mining-fixture.ts';

/** Every place that the product names, and how often it is passed before the process dies there. */
const points: [point: string, times: number][] = [
  ['open:before', 1],
  ['open:committed', 1],
  ['post:taken', 1],
  ['post:gathered', 2],
  ['post:locked', 1],
  ['post:outputs', 2],
  ['post:electricity', 3],
  ['post:arrears', 1],
  ['post:before-commit', 2],
  ['post:committed', 1],
  ['tie-out:taken', 2],
  ['tie-out:before-commit', 1],
  ['tie-out:committed', 2],
  ['seal:before-commit', 1],
];
const customers = 9;
const machines = 12;

let app: TestApp;
let start: Awaited<ReturnType<typeof mortalProcess>>;
let date = realDay.date;

beforeAll(async () => {
  app = await startTestApp();
  start = await mortalProcess('apps/server/src/features/day-close/testing/closing-process.ts', app.databaseUrl);
  for (let number = 1; number <= customers; number++) {
    const customerId = await addCustomer(app.owner, number);
    if (number % 3 === 0) await choosePayMode(app.owner, customerId, 'OUTPUT_FIRST');
    if (number % 3 === 1)
      await giveMoney(app.database, customerId, 'ELE_ACCOUNT', 900_000_000n, '2020-02-29T00:00:00Z');
    for (const index of number % 3 === 0 ? [1, 2] : [1]) {
      await addWorldMachine(app.owner, { machineNo: `${number}-${index}`, customerId, hashrate: String(10 * number) });
    }
  }
});
afterAll(() => app.stop());

async function nextDay(): Promise<void> {
  date = addDays(date, 1);
  await addNetworkDay(app.owner, { ...realDay, date });
  await addPrice(app.owner, date, 8_541_770_000n);
}

const closeInProcess = (point = '', times = 0) =>
  start([date, `${addDays(date, 1)}T06:00:00.000Z`, point, String(times)]);

const closeHere = () => app.slices.dayClose.closeMining(date, new Date(`${addDays(date, 1)}T06:00:00Z`));

/** What the day made of each machine: the same every day, because every day here is the same. */
async function madeOn(day: string) {
  const { rows } = await app.database.query({
    text: `select machine.machine_no, gross, net, amount, (
             select count(*)::int from ledger.posting where source_id = machine.id and date = $1 and type = 'MINING_OUTPUT'
           ) as postings
           from machine
           join machine_output output on output.machine_id = machine.id and output.date = $1
           join electricity_charge charge on charge.machine_id = machine.id and charge.date = $1
           order by machine.machine_no`,
    values: [day],
  });
  return rows;
}

describe('a close that is killed', () => {
  it('closes without being killed', async () => {
    await nextDay();
    expect(await closeInProcess()).toMatchObject({ outcome: 'closed', signal: null });
    expect(await madeOn(date)).toHaveLength(machines);
  });

  it.each(points)('at %s (%i) is taken up and comes out the same', async (point, times) => {
    const reference = await madeOn(date);
    await nextDay();
    expect(await closeInProcess(point, times)).toMatchObject({ signal: 'SIGKILL' });
    expect(await app.slices.dayClose.isClosed('mining', date)).toBe(false);
    expect(await closeHere()).toMatchObject({ outcome: 'closed' });
    expect(await madeOn(date)).toEqual(reference);
    await assertBooksBalance(app.database, [...app.slices.electricity.bookChecks, ...app.slices.dayClose.bookChecks]);
  });
});

describe('two processes at once', () => {
  it('close one day together, once', async () => {
    const reference = await madeOn(date);
    await nextDay();
    const ended = await Promise.all([closeInProcess(), closeInProcess(), closeHere()]);
    expectClosedTogether(ended);
    expect(await madeOn(date)).toEqual(reference);
    await assertBooksBalance(app.database, [...app.slices.electricity.bookChecks, ...app.slices.dayClose.bookChecks]);
  });

  it('go on when one of them is killed', async () => {
    const reference = await madeOn(date);
    await nextDay();
    const [killed, other] = await Promise.all([closeInProcess('post:electricity', 1), closeInProcess()]);
    expectClosedOrKilled(killed, other);
    expect(await madeOn(date)).toEqual(reference);
  });
});
