// Proves that a demo whose making is killed again and again ends up the same as one made in a single go.
import { assertBooksBalance } from '@lode/ledger';
import { afterEach, expect, it } from 'vitest';
import { demoPorts } from '../../compose-demo.ts';
import { beginDemoHistory, foundInstallation } from '../../platform/installation/installation.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { firstDemoDay, seedDemo, seedStaff } from './seed-demo.ts';

let app: TestApp;
afterEach(() => app.stop());

const now = '2026-03-10T08:00:00.000Z';

/**
 * Everything that the seeding leaves behind, but for numbers that only count: attempts use up transfer ids, and those
 * stand in the seals of savings.
 */
async function picture({ database }: TestApp): Promise<{ line: string }[]> {
  const { rows } = await database.query<{ line: string }>({
    text: `
      select 'balance ' || account || ' ' || posted as line from ledger.balance
      union all select 'moved ' || machine_no || ' ' || period.status || ' ' || started_at
        from machine_status_period period join machine on machine.id = machine_id
      union all select 'message ' || event || ' ' || customer_id || ' ' || at || ' ' || count(*) from customer_message group by event, customer_id, at
      union all select 'closed ' || kind || ' ' || date || case kind when 'mining' then ' ' || encode(seal, 'hex') else '' end from day_close
      union all select 'audit ' || action || ' ' || subject || ' ' || at from audit_log
      order by 1`,
  });
  return rows;
}

async function seeded(dieIn: (date: string) => boolean): Promise<{ line: string }[]> {
  app = await startTestApp({ now });
  await foundInstallation(app.owner, 'demo', Buffer.alloc(32));
  const ports = demoPorts(app, app.slices);
  await seedStaff(ports, app.clock.now());
  const firstDay = await beginDemoHistory(app.database, firstDemoDay(app.clock.now()));
  const died = new Set<string>();
  const dying: typeof ports = {
    ...ports,
    closeMiningDay(date, at) {
      if (died.has(date) || !dieIn(date)) return ports.closeMiningDay(date, at);
      died.add(date);
      throw new Error('killed');
    },
  };
  for (;;) {
    const isDone = await seedDemo(dying, firstDay).then(
      () => true,
      (error: Error) => {
        if (error.message !== 'killed') throw error;
        return false;
      },
    );
    if (isDone) break;
  }
  await assertBooksBalance(app.database);
  return picture(app);
}

it('goes on after dying before the close of every single day', async () => {
  const inOneGo = await seeded(() => false);
  await app.stop();
  const inPieces = await seeded(() => true);
  expect(inPieces.filter(({ line }) => line.startsWith('closed mining'))).toHaveLength(33);
  expect(inPieces).toEqual(inOneGo);
}, 180_000);
