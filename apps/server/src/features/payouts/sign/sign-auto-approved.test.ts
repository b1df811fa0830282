// An auto-approved payment that the signer denies returns to manual review once, and is never signed during the review.
import type { Unsigned } from '@lode/chain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SigningOutcome } from '../../../platform/chains/payment-signer.ts';
import type { TestCustomer } from '../../../testing/app.ts';
import { startAutoApprovalFixture } from '../../../testing/auto-approval-fixture.ts';
import { paymentArgs } from '../../../testing/commands.ts';
import type { Sign } from '../payout-ports.ts';
import { signAutoApproved } from './sign-auto-approved.ts';

let world: Awaited<ReturnType<typeof startAutoApprovalFixture>>;
let app: (typeof world)['app'];
let customer: TestCustomer;
beforeAll(async () => {
  world = await startAutoApprovalFixture();
  ({ app, customer } = world);
});
afterAll(() => world.stop());
afterEach(() => world.mine(5));
beforeEach(() => world.newDay());

describe('an auto-approval that the signer denies', () => {
  const signing = (sign: Sign) => {
    const { database, clock, slices } = app;
    return signAutoApproved({ database, clock, withdrawals: slices.withdrawals.forPayouts }, sign);
  };
  const refusing = (answer: SigningOutcome) => world.payer({ sign: signing(async () => answer) });
  const no: SigningOutcome = { outcome: 'AUTO_APPROVAL_DENIED', reason: 'no rule allows this without people' };
  /** Auto-approved, screened, denied. */
  async function refused(): Promise<string> {
    const id = await world.applied(customer, '0.002');
    await world.ask(id);
    const broken = refusing(no);
    for (let round = 0; round < 3; round += 1) await broken.tick();
    return id;
  }
  beforeEach(async () => {
    expect((await world.on()).exit).toBe(0);
  });

  it('waits for manual review like any other withdrawal, and is paid after approval', async () => {
    const id = await refused();
    expect(await world.recordOf(id)).toMatchObject({ status: 'WAITING', thirdStatus: null });
    expect(await world.stepsOf(id)).toEqual(['APPLIED']);
    expect(world.alerts.at(-1)).toContain('no rule allows this');
    const spent = await world.owner('select from outpoint_reservation where withdrawal_id = $1', [id]);
    expect(spent.rowCount).toBe(0);
    // Not a second time, by whatever asks.
    await world.ask(id);
    expect((await world.recordOf(id)).status).toBe('WAITING');
    const waiting = await world.ops('withdrawal:waiting', '--hours 0');
    expect(waiting.printed.join('\n')).toMatch(
      new RegExp(`withdrawal ${id} .* for FINANCE: withdrawal:propose; not by rule: no rule allows this`),
    );
    expect((await world.ops('withdrawal:by-rule', '')).printed[0]).toContain('back to people: no rule allows this');
    expect((await world.ops('withdrawal:propose', `${await paymentArgs(app, id)} --by finance --reason r`)).exit).toBe(
      0,
    );
    expect((await world.ops('withdrawal:approve', `${await paymentArgs(app, id)} --by approver --reason r`)).exit).toBe(
      0,
    );
    expect((await app.slices.withdrawals.forPayouts.readApproval(app.database, BigInt(id))).approvals).not.toBe('AUTO');
    await world.mine(7);
    expect(await world.recordOf(id)).toMatchObject({ thirdStatus: 'SUCCESS' });
    expect(await world.stepsOf(id)).toEqual(['APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST', 'CONFIRMED']);
    await world.assertBooks();
  });

  it('can be rejected by staff and taken back by the customer: everything returns once', async () => {
    const id = await refused();
    expect((await world.ops('withdrawal:reject', `--id ${id} --by finance --reason no`)).exit).toBe(0);
    expect((await world.recordOf(id)).status).toBe('REJECTED');
    const other = await refused();
    const { code } = await app.call('withdrawCancel', { id: other }, customer.caller);
    expect(code).toBe(200);
    await world.assertBooks();
  });

  it('keeps its place in the sums of the day', async () => {
    await refused();
    expect((await world.recordOf(await world.asked())).status).toBe('SUCCESS');
    expect((await world.recordOf(await world.asked('0.001'))).status).toBe('WAITING');
  });

  it('stays in its phase when the signer denies the approval by people', async () => {
    const id = await world.approved(customer, '0.001');
    const broken = refusing(no);
    for (let round = 0; round < 3; round += 1) await broken.tick();
    expect((await world.recordOf(id)).thirdStatus).toBe('APPROVAL_TO_BE_SIGNED');
    await world.mine(7);
    expect((await world.recordOf(id)).thirdStatus).toBe('SUCCESS');
  });

  it('requests no signature while its customer is blocked: only an existing signature is recovered', async () => {
    const id = await world.applied(customer, '0.001');
    await world.ask(id);
    const proofs: unknown[] = [];
    const listening = world.payer({
      sign: signing(async ({ approvals }) => {
        proofs.push(approvals);
        throw new Error('no answer');
      }),
    });
    for (let round = 0; round < 2; round += 1) await listening.tick().catch(() => undefined);
    expect(proofs).toEqual(['AUTO']);
    await world.owner(`insert into customer_freeze (customer_id, reason, frozen_at) values ($1, 'r', '2026-03-11Z')`, [
      customer.id,
    ]);
    await listening.tick().catch(() => undefined);
    expect(proofs).toEqual(['AUTO', []]);
    await world.owner(`update customer_freeze set lifted_at = frozen_at where customer_id = $1`, [customer.id]);
  });

  it('requests no signature once the policy is off: only an existing signature is recovered', async () => {
    const id = await world.applied(customer, '0.001');
    await world.ask(id);
    const proof = { withdrawalId: BigInt(id), approvalRequest: null, approvals: 'AUTO' } as const;
    const unsigned = { coin: 'BTC' } as Unsigned;
    const proofs: unknown[] = [];
    const answering = (answer: SigningOutcome) =>
      signing(async ({ approvals }) => {
        proofs.push(approvals);
        return answer;
      })(proof, unsigned);
    expect(await answering(no)).toEqual(no);
    app.clock.advance({ seconds: 1 });
    await world.off();
    const plain: SigningOutcome = { outcome: 'DENIED_FOR_NOW', reason: 'two people have not approved' };
    const final: SigningOutcome = { outcome: 'DENIED_FINAL', reason: 'too old' };
    expect(await answering(plain)).toEqual({
      outcome: 'AUTO_APPROVAL_DENIED',
      reason: 'auto-approval was switched off',
    });
    expect(await answering({ outcome: 'SIGNED', signed: 's' })).toEqual({ outcome: 'SIGNED', signed: 's' });
    expect(await answering(final)).toEqual(final);
    expect(proofs).toEqual(['AUTO', [], [], []]);
  });

  it('is asked once at a time, and after its no for nothing more of it', async () => {
    const id = await world.applied(customer, '0.001');
    await world.ask(id);
    const silent = world.payer({ sign: signing(() => Promise.reject(new Error('no answer'))) });
    for (let round = 0; round < 2; round += 1) await silent.tick().catch(() => undefined);
    expect((await world.recordOf(id)).thirdStatus).toBe('APPROVAL_TO_BE_SIGNED');
    const proof = await app.slices.withdrawals.forPayouts.readApproval(app.database, BigInt(id));
    const unsigned = { coin: 'BTC' } as Unsigned;
    const asks: number[] = [];
    let asking = 0;
    let atOnce = 0;
    const one = () =>
      signing(async () => {
        asks.push(++asking);
        atOnce = Math.max(atOnce, asking);
        await app.database.query({ text: 'select pg_sleep(0)' });
        asking -= 1;
        // Midnight: what was above the day's limit is below the next day's.
        return asks.length === 1 ? no : { outcome: 'SIGNED' as const, signed: 'too late' };
      })(proof, unsigned).catch((error: Error) => error.message);
    const answers = await Promise.all([one(), one(), one()]);
    expect(answers.filter((answer) => typeof answer === 'object')).toEqual([no]);
    expect(answers.filter((answer) => typeof answer === 'string')).toHaveLength(2);
    expect([asks.length, atOnce]).toEqual([1, 1]);
    expect(await world.recordOf(id)).toMatchObject({ status: 'WAITING', thirdStatus: null });
    expect((await app.call('withdrawCancel', { id }, customer.caller)).code).toBe(200);
    await world.assertBooks();
  });

  it('would be asked by several at once without its lock (broken control)', async () => {
    const id = await world.applied(customer, '0.001');
    await world.ask(id);
    const proof = { withdrawalId: BigInt(id), approvalRequest: null, approvals: 'AUTO' } as const;
    let asking = 0;
    let goOn: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (goOn = resolve));
    const one = () =>
      signing(async () => {
        if (++asking === 2) goOn();
        await both;
        return { outcome: 'SIGNED' as const, signed: 's' };
      })(proof, { coin: 'BTC' } as Unsigned);
    const answers = await app.without('withdrawals.lock-signing-request', () => Promise.all([one(), one()]));
    expect(answers).toEqual([
      { outcome: 'SIGNED', signed: 's' },
      { outcome: 'SIGNED', signed: 's' },
    ]);
  });
});
