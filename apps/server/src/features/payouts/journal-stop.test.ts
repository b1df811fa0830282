// While the signer's journal is known to have been rolled back, nothing of any coin leaves; a person who has looked lets it go on.
import { expect, it } from 'vitest';
import { journalAlert } from '../../platform/chains/signer-journal.ts';
import { payoutTests } from '../../testing/payout-fixture.ts';

const world = payoutTests();

it('stops payments that are not signed, and lets them go on once the alert is resolved', async () => {
  const { alerts, books } = world.app.slices;
  const now = world.app.clock.now();
  const alert = { kind: journalAlert, subject: 'signer', message: 'the journal was rolled back' };
  await alerts.raiseAlert(world.app.database, alert, now);
  const id = await world.approvedOne('0.03');
  await world.app.runJobs();
  expect(await world.record(world.payee, id)).toMatchObject({ thirdStatus: 'APPROVAL_TO_BE_SIGNED', txid: null });
  expect(await books.findDifference(world.app.database, 'BTC', now)).toBeNull();

  await world.app.database.transaction((dbTx) => alerts.resolveAlert(dbTx, journalAlert, 'signer', now));
  await world.app.runJobs();
  await world.mine(6);
  expect(await world.state(id)).toBe('SUCCESS');
  await world.assertBooks();
});
