// What fails its screening has two people's approvals: its amount returns when the signer has ended the payment, and not before.
import { SignerUnavailable } from '@lode/signing';
import { expect, it } from 'vitest';
import { payoutTests } from '../../../testing/payout-fixture.ts';

const world = payoutTests();
const refused = [async () => ({ isClear: false as const, reason: 'stolen coins' })];
const returned = async () =>
  (await world.app.data('ledgerPage', { type: 'WITHDRAW_RETURN' }, world.payee.caller)).records;

it('returns after the end at the signer, and again after a kill in between', async () => {
  const id = await world.approvedOne();
  const asked: bigint[] = [];
  const finalise = async ({ withdrawalId }: { withdrawalId: bigint }) => {
    expect(await returned()).toEqual([]);
    asked.push(withdrawalId);
    return { isFinalised: true, signed: [] };
  };
  const killed = world.payer({
    screenings: refused,
    finalise,
    failpoint: (name) => {
      if (name === 'screen:ended') throw new Error('killed');
    },
  });
  await expect(killed.tick()).rejects.toThrow('payouts failed');
  expect([await world.state(id), await returned()]).toEqual(['KYT_VERIFICATION', []]);
  await world.payer({ screenings: refused, finalise }).tick();
  expect([await world.state(id), asked]).toEqual(['FAILED', [BigInt(id), BigInt(id)]]);
  expect(await returned()).toHaveLength(1);
});

it('returns nothing while the signer does not answer, or when it has signed the payment', async () => {
  const id = await world.approvedOne();
  const signed = [{ payload: 'p', signed: 's' }];
  for (const finalise of [
    () => Promise.reject(new SignerUnavailable('down')),
    async () => ({ isFinalised: false, signed }),
    async () => ({ isFinalised: true, signed }),
  ]) {
    await world.payer({ screenings: refused, finalise }).tick();
    expect([await world.state(id), await returned()]).toEqual(['KYT_VERIFICATION', []]);
  }
  expect(world.alerts.join()).toContain('neither paid nor returned');
});
