// Proves that a start takes the approvers from the journal, whatever policy or line was written with the HMAC keys.
import { createApproverKey, signPolicyChange } from '@lode/signing';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { Journal, type NewLine } from '../journal.ts';
import type { Policy } from '../policy.ts';
import { type LocalSigner, localSigner } from '../testing/in-process.ts';
import { passphrase } from '../testing/start-signer.ts';
import { reconcilePolicy } from './reconcile-policy.ts';

const now = new Date('2026-03-01T04:00:00.000Z');
let local: LocalSigner;
let saved: Policy[];

beforeEach(async () => {
  local = await localSigner();
  onTestFinished(() => local.close());
  saved = [];
  const { publicKey } = await createApproverKey('deputy', passphrase, 16);
  const key = { kind: 'SOFTWARE', publicKey } as const;
  await settle(local.policy);
  await local.restart();
  await local.signer.keys.ask({ action: 'ENROL', name: 'deputy', role: 'APPROVER', key });
});

const settle = (policy: Policy, journal = local.journal) =>
  reconcilePolicy(journal, policy, async (one) => void saved.push(one), now);
const thief = async () => (await createApproverKey('finance', passphrase, 16)).publicKey;

it('a policy with an exchanged key, another role or one approver less is refused, whatever its version', async () => {
  expect(await settle(local.policy)).toEqual(local.policy);
  const [finance, approver, deputy] = local.policy.approvers as [never, never, never];
  const publicKey = await thief();
  for (const approvers of [
    [{ ...(finance as object), publicKey }, approver, deputy],
    [finance, { ...(approver as object), role: 'FINANCE' }, deputy],
    [finance, deputy],
    [finance, approver, deputy, { name: 'thief', role: 'FINANCE', publicKey }],
  ])
    for (const version of [local.policy.version ?? 1, 9])
      await expect(settle({ ...local.policy, approvers, version } as Policy)).rejects.toThrow(
        'other approvers or keys than the journal',
      );
  expect(saved).toEqual([]);
});

it('a process that died between journal and policy is completed at the start', async () => {
  const { publicKey } = await createApproverKey('finance', passphrase, 16);
  const key = { kind: 'SOFTWARE', publicKey } as const;
  const before = structuredClone(local.policy);
  // The lines without their policy: the journal is copied before it is saved.
  const policy = { ...before, approvers: before.approvers.filter(({ name }) => name !== 'deputy') };
  const lines = local.journal.lines.filter(({ kind }) => kind !== 'POLICY');
  expect(lines.map(({ kind }) => kind)).toEqual(['SIGNER', 'APPROVERS', 'APPROVERS']);
  const completed = await settle({ ...policy, version: 1 });
  expect(completed.approvers.map(({ name }) => name)).toEqual(['finance', 'approver', 'deputy']);
  expect(saved).toEqual([completed]);
  await local.signer.keys.ask({ action: 'REPLACE', name: 'finance', role: 'FINANCE', key });
  // What is only asked for changes nothing.
  expect(await settle(completed)).toEqual(completed);
  await settle({ ...completed, version: 3 });
  // A later policy has settled that change: the older approvers are no interruption any more.
  await expect(settle({ ...policy, version: 3 })).rejects.toThrow('other approvers or keys');
});

it('a journal line without the signatures of two others stops the start, though its HMAC is right', async () => {
  const publicKey = await thief();
  const change = {
    id: '0123456789abcdef',
    askedAt: now.toISOString(),
    action: 'REPLACE',
    name: 'finance',
    role: 'FINANCE',
    key: { kind: 'SOFTWARE', publicKey },
  } as const;
  const by = (approver: string) => ({ approver, signedAt: now.toISOString() });
  const own = await local.keyOf('approver');
  const signedLine = (approver: string, id = change.id): NewLine => ({
    kind: 'KEY_CHANGE_SIGNED',
    at: now.toISOString(),
    id,
    signature: signPolicyChange(own, by(approver), change),
    passkey: null,
  });
  const exchanged = local.policy.approvers.map((one) => (one.name === 'finance' ? { ...one, publicKey } : one));
  const written: [NewLine[], string][] = [
    [[{ kind: 'APPROVERS', at: now.toISOString(), approvers: exchanged }], 'the set-up is over'],
    [[signedLine('approver')], 'NOT_OPEN'],
    [[asked(), signedLine('approver'), signedLine('approver')], 'SIGNED_BEFORE'],
    [[asked(), signedLine('approver'), signedLine('deputy')], 'PROOF'],
    [[asked(), signedLine('approver'), signedLine('finance')], 'CONCERNED'],
    [[asked(), asked()], 'asked for before'],
  ];
  function asked(): NewLine {
    return { kind: 'KEY_CHANGE', at: now.toISOString(), change };
  }
  for (const [index, [lines, why]] of written.entries()) {
    const journal = await Journal.open(`${local.journalFile}-${index}`, local.secrets.journalKey);
    onTestFinished(() => journal.close());
    for (const { line: _, ...line } of local.journal.lines) await journal.append(line as NewLine);
    expect(await settle(local.policy, journal)).toEqual(local.policy);
    for (const line of lines) await journal.append(line);
    await expect(settle(local.policy, journal)).rejects.toThrow(why);
    await expect(settle({ ...local.policy, approvers: exchanged }, journal)).rejects.toThrow(why);
  }
});
