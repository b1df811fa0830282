// A taken-over process that serves customers writes into the status log, which outputs follow: only what goes on from its end.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as } from '../../testing/caller-role.ts';
import { addMachine } from '../../testing/machines.ts';

let app: TestApp;
let machine: bigint;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
  const { account } = await app.createCustomer();
  machine = await addMachine(app, { account });
});
afterAll(() => app.stop());

const undone = new Error('undone');

/** Null when it would be done. */
async function refusalOf(text: string): Promise<string | null> {
  const work = () =>
    app.database.transaction(async (dbTx) => {
      await dbTx.query({ text, values: [machine] });
      throw undone;
    });
  return as('public', work).then(
    () => null,
    (error: Error) => (error === undone ? null : error.message),
  );
}

const insert = (end: string, start: string, seq: string, from: string) =>
  `insert into machine_status_period (machine_id, started_at, ended_at, seq, from_status, status, by, reason, recorded_at)
     select $1, ${start}, ${end}, ${seq}, ${from}, 'RUNNING', 'customer', '', now() from last`;
const last = `with last as (select * from machine_status_period where machine_id = $1 order by seq desc limit 1)`;
const closed = `with last as (update machine_status_period set ended_at = started_at + interval '1 day' where machine_id = $1 and ended_at is null returning *)`;

const periods: [what: string, text: string][] = [
  ['beside the one that runs', `${last} ${insert(`now()`, 'started_at', 'seq + 1', 'status')}`],
  ['before the one that has ended', `${closed} ${insert('null', 'started_at', 'seq + 1', 'status')}`],
  ['from another status', `${closed} ${insert('null', 'ended_at', 'seq + 1', `'SUSPEND'`)}`],
  ['with a number left out', `${closed} ${insert('null', 'ended_at', 'seq + 2', 'status')}`],
];

it.each(periods)('a period %s is refused', async (_what, text) => {
  expect(await refusalOf(text)).toContain('does not go on from the one before');
  await app.owner.query({ text: 'alter table machine_status_period disable trigger machine_status_period_goes_on' });
  expect(await refusalOf(text), 'without the guard (broken control)').toBeNull();
  await app.owner.query({ text: 'alter table machine_status_period enable trigger machine_status_period_goes_on' });
});

it('one that goes on from the end is written', async () => {
  expect(await refusalOf(`${closed} ${insert('null', 'ended_at', 'seq + 1', 'status')}`)).toBeNull();
});
