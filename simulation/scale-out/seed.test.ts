// The run itself is not in CI, and a seed whose books differ would hide what a kill did to them.
import { checkBooks, describeDifference } from '@lode/ledger';
import { expect, it } from 'vitest';
import { startTestApp } from '../../apps/server/src/testing/app.ts';
import { allChecks } from '../wrong-rows/wrong-rows.ts';
import { seedScene } from './seed.ts';

it('seeds customers and savings whose books balance', async () => {
  const app = await startTestApp({ now: new Date().toISOString() });
  const { callers } = await seedScene({
    ownerUrl: app.ownerUrl,
    pepper: Buffer.from('of no use here'),
    callers: 2,
    callsOfCaller: 1,
  });
  expect(callers).toHaveLength(2);
  expect((await checkBooks(app.database, allChecks(app))).map(describeDifference)).toEqual([]);
  await app.stop();
});
