// Where the policy takes passkeys only, what a passphrase signs at a terminal counts for nothing: a thief of the server, and of the
// terminals at which passphrases were typed, has no approval from that.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Approval,
  type ApprovalRequest,
  challengeOf,
  type PasskeyApproval,
  signPolicyChange,
} from '@lode/signing';
import { expect, it, onTestFinished } from 'vitest';
import { invites } from './approvals/invites.ts';
import { pageCalls } from './page/page-calls.ts';
import type { Policy } from './policy.ts';
import { testAuthenticator } from './testing/authenticator.ts';
import { localPayments } from './testing/local-payments.ts';
import { startSigner } from './testing/start-signer.ts';

type Role = PasskeyApproval['role'];

async function world(policy: Pick<Policy, 'passkeysOnly'>) {
  const keys = { finance: testAuthenticator(), approver: testAuthenticator() };
  const passkeys = { finance: keys.finance.passkey, approver: keys.approver.passkey };
  const { local, payments } = await localPayments({ ...policy, passkeys });
  const byPasskey = (approver: keyof typeof keys, role: Role, { paymentId }: ApprovalRequest): Approval => {
    // What the page shows goes into the signed text; that it is of this payment is proved in approval-desk.test.ts.
    const shown = local.signer.desk.textFor(paymentId, { name: approver, role }).review;
    if (!shown) throw new Error(`${paymentId} is not shown`);
    return { ...shown.by, text: shown.text, passkey: keys[approver].get(challengeOf(shown.text)) };
  };
  let number = 0;
  return {
    local,
    payments,
    async payment() {
      const paymentId = `withdrawal:${++number}-abc`;
      const { approvalRequest, unsigned } = await payments.bitcoinPayment(paymentId);
      local.signer.desk.show({
        approvalRequest,
        draft: { payload: unsigned.payload },
        claims: {
          withdrawalId: `${number}`,
          customer: null,
          address: payments.bitcoin.addressOf(approvalRequest.destination),
          amount: approvalRequest.amount,
          fee: '0',
          addressSince: null,
          earlier: { count: 0, total: '0' },
          proposedBy: null,
          hold: null,
        },
      });
      const [software, otherSoftware] = await local.approvals(approvalRequest);
      if (!software || !otherSoftware) throw new Error('two people approve');
      const passkeyApprovals = [
        byPasskey('finance', 'FINANCE', approvalRequest),
        byPasskey('approver', 'APPROVER', approvalRequest),
      ] as const;
      const sign = (approvals: readonly Approval[]) =>
        local.signer.sign({
          kind: 'PAYMENT',
          approvalRequest,
          authorization: { kind: 'APPROVALS', approvals: [...approvals] },
          payload: unsigned.payload,
        });
      return { approvalRequest, software: [software, otherSoftware] as const, passkeyApprovals, sign };
    },
  };
}

it('refuses two software keys, and one of each, and signs for two passkeys', async () => {
  const { payment } = await world({ passkeysOnly: true });
  const { software, passkeyApprovals, sign } = await payment();
  const [finance, approver] = passkeyApprovals;
  expect(await sign(software)).toMatchObject({ refused: 'APPROVALS' });
  expect(await sign([finance, software[1]])).toMatchObject({ refused: 'APPROVALS' });
  expect(await sign([software[0], approver])).toMatchObject({ refused: 'APPROVALS' });
  expect(await sign(passkeyApprovals)).toHaveProperty('signed');
});

it('signs for each of them where the policy does not say so (control)', async () => {
  const { payment } = await world({});
  const [one, two] = [await payment(), await payment()];
  expect(await one.sign(one.software)).toHaveProperty('signed');
  expect(await two.sign([two.passkeyApprovals[0], two.software[1]])).toHaveProperty('signed');
});

it('takes no click on the page that a software key stands in for', async () => {
  const { local, payment } = await world({ passkeysOnly: true });
  const { approvalRequest } = await payment();
  const finance = { name: 'finance', role: 'FINANCE' } as const;
  const shown = local.signer.desk.reviews(finance).at(-1)?.shownText;
  if (!shown) throw new Error(`${approvalRequest.paymentId} is not shown`);
  expect(await local.signer.desk.approve(finance, shown, { key: await local.keyOf('finance') })).toBe('PROOF');
});

it.each([
  [true, 'PASSKEYS_ONLY'],
  [false, null],
])('and the page has no button for one, where it has one else (control): %s', async (passkeysOnly, expected) => {
  const { local, payment } = await world({ passkeysOnly });
  await payment();
  const { calls } = pageCalls({
    desk: local.signer.desk,
    keys: local.signer.keys,
    invites: invites('not-written', Buffer.alloc(32), () => new Date()),
    origin: 'http://localhost:8082',
    isDemo: true,
    openDemoKey: (name) => local.keyOf(name),
    now: () => Date.now(),
    log: () => undefined,
  });
  const { token } = await calls['demo-login']({ name: 'finance', passphrase: 'x' });
  expect((await calls.reviews({}, token)).map(({ obstacle }) => obstacle)).toEqual([expected]);
});

it.each([
  [true, 'PROOF'],
  [false, 'SIGNED'],
])('and no signature of a software key over a new key of an approver: %s', async (passkeysOnly, expected) => {
  const { local } = await world({ passkeysOnly });
  const publicKey = Buffer.alloc(32, 1).toString('base64');
  for (const name of ['one', 'two']) {
    const key = { kind: 'PASSKEY', passkey: testAuthenticator().passkey } as const;
    await local.signer.keys.ask({ action: 'ENROL', name, role: 'APPROVER', key });
  }
  const asked = await local.signer.keys.ask({
    action: 'REPLACE',
    name: 'one',
    role: 'APPROVER',
    key: { kind: 'SOFTWARE', publicKey },
  });
  if (!('outcome' in asked) || asked.outcome !== 'PENDING') throw new Error(JSON.stringify(asked));
  const by = { approver: 'finance', signedAt: '2026-03-01T04:00:00.000Z' };
  const signature = signPolicyChange(await local.keyOf('finance'), by, asked.change);
  expect(await local.signer.keys.take({ id: asked.change.id, signature })).toBe(expected);
  expect(await local.signer.keys.sign(asked.change.id, by, { key: await local.keyOf('finance') })).toBe(
    passkeysOnly ? 'PROOF' : 'SIGNED_BEFORE',
  );
});

it('is refused by policy:set while no approval would count, and then the signer goes on as before', async () => {
  const signer = await startSigner();
  onTestFinished(() => signer.close());
  await signer.kill();
  const policy = JSON.parse((await signer.command(['show'])).output) as Policy;
  const file = join(signer.folder, 'wanted.json');
  await writeFile(file, JSON.stringify({ ...policy, passkeysOnly: true }));
  const set = await signer.command(['policy:set', '--file', file]);
  expect(set.code).not.toBe(0);
  expect(set.output).toContain('a FINANCE and an APPROVER make a passkey on the page first');
  expect(JSON.parse((await signer.command(['show'])).output)).toEqual(policy);
  await writeFile(file, (await readFile(file, 'utf8')).replace('"passkeysOnly":true', '"unapprovedEndsPerDay":5'));
  expect((await signer.command(['policy:set', '--file', file])).code).toBe(0);
  await signer.start();
  expect((await signer.client.info()).passkeysOnly).toBeUndefined();
});
