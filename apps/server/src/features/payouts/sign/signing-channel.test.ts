// Which way a withdrawal is signed: taken before anybody is asked, and given back only when nothing can have been signed.
import type { Unsigned } from '@lode/chain';
import { SignerUnavailable, signerClient } from '@lode/signing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SigningOutcome } from '../../../platform/chains/payment-signer.ts';
import type { TestCustomer } from '../../../testing/app.ts';
import { startWithdrawalFixture } from '../../../testing/withdrawal-fixture.ts';
import { signOnline } from './sign-online.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let customer: TestCustomer;
let id: string;
beforeAll(async () => {
  world = await startWithdrawalFixture();
  customer = await world.customer();
});
afterAll(() => world.stop());
beforeEach(async () => {
  id = (await world.applied(customer, 'BTC', '0.01')).id;
});

const unsigned = { payload: 'p' } as Unsigned;
const no: SigningOutcome = { outcome: 'DENIED_FOR_NOW', reason: 'the limit of the day' };
const asking = (answer: () => Promise<SigningOutcome>) =>
  signOnline(
    world.app.database,
    world.app.clock,
    answer,
  )({ withdrawalId: BigInt(id), approvalRequest: null, approvals: [] }, unsigned);
const offline = (one = id) => world.ops('withdrawal:offline', `--id ${one} --by finance --reason seen`);
const taken = { exit: 1, failed: ['refused: the signer on the wire was asked, and may have signed it'] };

it('a signer that was never reached leaves the way free', async () => {
  const client = signerClient({ socketPath: '/nowhere/signer.sock', secretFile: '/nowhere/secret' });
  await expect(
    asking(async () => {
      await client.info();
      return no;
    }),
  ).rejects.toThrow(SignerUnavailable);
  expect(await offline()).toMatchObject({ exit: 0 });
});

it('one that was reached and is silent keeps it', async () => {
  const cause = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
  await expect(asking(() => Promise.reject(new SignerUnavailable('no answer', { cause })))).rejects.toThrow();
  expect(await offline()).toMatchObject(taken);
});

it('a refusal gives back only the way that its own ask took', async () => {
  let answerFirst: (answer: SigningOutcome) => void = () => undefined;
  let first: Promise<unknown> = Promise.resolve();
  const asked = new Promise<void>((isAsked) => {
    first = asking(() => {
      isAsked();
      return new Promise((resolve) => (answerFirst = resolve));
    });
  });
  // The way is taken before anybody is asked.
  await asked;
  expect(await offline()).toMatchObject(taken);
  await asking(async () => no);
  expect(await offline()).toMatchObject(taken);
  answerFirst(no);
  await first;
  expect(await offline()).toMatchObject({ exit: 0 });
});

it('a payment on ERC20 never takes the offline channel: later nonces would wait', async () => {
  const { id: other } = await world.applied(customer, 'USDT', '20');
  expect(await offline(other)).toMatchObject({
    exit: 1,
    failed: ['refused: only payments on BITCOIN are signed offline'],
  });
});
