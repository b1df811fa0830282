// Everything that the worker does by itself can be done with the worker's role of the database.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from './app.ts';
import { startDemoApp } from './demo-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startDemoApp();
  // What the staff imports elsewhere the demo repeats when a day closes; here it is there beforehand.
  for (const day of [-2, -1, 0, 1, 2]) {
    const now = new Date(app.clock.now().getTime() + day * 24 * 3_600_000);
    await app.slices.demo.provideDay(app.database, now.toISOString().slice(0, 10), now);
  }
  await app.owner.query({ text: 'update installation set demo_first_day = null' });
});
afterAll(() => app.stop());

async function closedDays(): Promise<number> {
  const { rows } = await app.owner.query<{ count: number }>({
    text: `select count(*)::int from day_close where kind = 'mining' and closed_at is not null`,
  });
  return rows[0]?.count ?? 0;
}

it('looks for its work in every part of the product, and closes the days that are due', async () => {
  const before = await closedDays();
  for (let day = 0; day < 3; day += 1) {
    app.clock.advance({ days: 1 });
    for (const look of [...app.ticks, ...app.watchers, app.checkBooks, app.watchBooks]) await look(app.clock.now());
    await app.runJobs();
  }
  expect(await closedDays()).toBe(before + 3);
});
