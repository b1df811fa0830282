// Proves that an approver's key is enrolled, replaced and removed by two other approvers only.
import type { KeyObject } from 'node:crypto';
import {
  type ApproverChange,
  challengeOf,
  createApproverKey,
  keyChangeText,
  keyFingerprint,
  type NewKey,
  openApproverKey,
  signApproval,
  signKeyChange,
} from '@lode/signing';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { testAuthenticator } from '../testing/authenticator.ts';
import { type LocalSigner, localSigner } from '../testing/in-process.ts';
import { testPayments } from '../testing/payments.ts';
import { passphrase } from '../testing/start-signer.ts';

let local: LocalSigner;
let keys: Record<string, KeyObject>;
let chensKey: ReturnType<typeof testAuthenticator>;

/** Finance, approver and deputy have software keys, chen a passkey. */
beforeEach(async () => {
  local = await localSigner();
  onTestFinished(() => local.close());
  const deputy = await newKey('deputy');
  keys = { finance: await local.keyOf('finance'), approver: await local.keyOf('approver'), deputy: deputy.secret };
  expect(await ask({ action: 'ENROL', name: 'deputy', role: 'APPROVER', key: deputy.key })).toEqual({
    outcome: 'ENROLLED',
  });
  chensKey = testAuthenticator();
  const change = await asked({ action: 'ENROL', name: 'chen', key: { kind: 'PASSKEY', passkey: chensKey.passkey } });
  expect(await signed('finance', change)).toBe('SIGNED');
  expect(await signed('deputy', change)).toBe('CHANGED');
});

async function newKey(name: string): Promise<{ key: NewKey; secret: KeyObject }> {
  const { publicKey, sealedKey } = await createApproverKey(name, passphrase, 16);
  return { key: { kind: 'SOFTWARE', publicKey }, secret: await openApproverKey({ name, sealedKey }, passphrase) };
}

const ask = (wanted: Omit<ApproverChange, 'id' | 'askedAt'>) => local.signer.keys.ask(wanted);

async function asked(wanted: Partial<ApproverChange>): Promise<ApproverChange> {
  const result = await ask({ action: 'REPLACE', name: 'finance', role: 'APPROVER', key: null, ...wanted });
  if (!('change' in result)) throw new Error(JSON.stringify(result));
  return result.change;
}
const replaced = async (name: string, role: ApproverChange['role'] = 'FINANCE') => {
  const { key, secret } = await newKey(name);
  return { change: await asked({ action: 'REPLACE', name, role, key }), secret };
};

const bySigner = (approver: string) => ({ approver, signedAt: '2026-03-01T04:00:00.000Z' });
function signed(name: string, { id }: ApproverChange) {
  const key = keys[name];
  if (!key) throw new Error(name);
  return local.signer.keys.sign(id, bySigner(name), { key });
}
const enrolled = (name: string) => local.policy.approvers.find((one) => one.name === name);

/** Whether a payment that these two approved is signed. */
async function pays(first: KeyObject, second: KeyObject) {
  const payments = await testPayments(local);
  payments.bitcoin.close();
  const { approvalRequest, payload } = payments.usdtPayment(`withdrawal:${local.journal.lines.length}`);
  const approvals = [
    signApproval(first, { approver: 'finance', role: 'FINANCE', ...at }, approvalRequest),
    signApproval(second, { approver: 'approver', role: 'APPROVER', ...at }, approvalRequest),
  ];
  const authorization = { kind: 'APPROVALS' as const, approvals };
  return local.signer.sign({ kind: 'PAYMENT', approvalRequest, authorization, payload });
}
const at = { approvedAt: '2026-03-01T04:00:00.000Z' };

it('two others replace a key: the new one approves, the old one does not, also after a restart', async () => {
  const { change, secret } = await replaced('finance');
  expect(await signed('approver', change)).toBe('SIGNED');
  expect(await pays(secret, keys.approver as KeyObject)).toMatchObject({ refused: 'APPROVALS' });
  expect(await signed('deputy', change)).toBe('CHANGED');
  await local.restart();
  expect(await pays(keys.finance as KeyObject, keys.approver as KeyObject)).toMatchObject({ refused: 'APPROVALS' });
  expect(await pays(secret, keys.approver as KeyObject)).toHaveProperty('signed');
  expect(local.journal.lines.filter(({ kind }) => kind === 'KEY_CHANGE_SIGNED')).toHaveLength(4);
});

it('the text names person, role, fingerprint and time', async () => {
  const { change } = await replaced('finance');
  const [found] = local.signer.keys.open('deputy');
  expect(found?.asked?.text.split('\n')).toEqual([
    'Lode key change 1',
    `change ${change.id} asked at 2026-03-01T04:00:00.000Z`,
    'replace all keys of finance',
    'role FINANCE',
    `new key software key ${keyFingerprint(change.key as NewKey)}`,
    'signed by deputy at 2026-03-01T04:00:00.000Z',
    '',
  ]);
  expect(keyFingerprint(change.key as NewKey)).toMatch(/^([0-9a-f]{4} ){15}[0-9a-f]{4}$/);
  expect(local.signer.keys.open('finance')[0]?.asked).toBeNull();
});

it('a removed approver signs nothing more, and the passkey of another removes as well', async () => {
  const change = await asked({ action: 'REMOVE', name: 'finance', role: 'FINANCE' });
  expect(await signed('approver', change)).toBe('SIGNED');
  const assertion = chensKey.get(challengeOf(keyChangeText(change, bySigner('chen'))));
  expect(await local.signer.keys.sign(change.id, bySigner('chen'), { assertion })).toBe('CHANGED');
  expect(enrolled('finance')).toBeUndefined();
  const next = await asked({ action: 'REMOVE', name: 'deputy' });
  expect(await signed('finance', next)).toBe('PROOF');
  expect(await local.signer.keys.sign(next.id, bySigner('chen'), { assertion })).toBe('PROOF');
});

describe('no change is made by', () => {
  const unchanged = async (work: (change: ApproverChange, secret: KeyObject) => Promise<unknown>, result: string) => {
    const before = structuredClone(local.policy.approvers);
    const { change, secret } = await replaced('finance');
    expect(await signed('approver', change)).toBe('SIGNED');
    expect(await work(change, secret)).toBe(result);
    expect(local.policy.approvers).toEqual(before);
    await local.restart();
    expect(await pays(secret, keys.approver as KeyObject)).toMatchObject({ refused: 'APPROVALS' });
  };
  /** What a program other than the desk hands in. */
  const take = (id: string, signature: ReturnType<typeof signKeyChange>) => local.signer.keys.take({ id, signature });

  it('one signature', () => unchanged(async () => 'nothing', 'nothing'));

  it('the same person twice', () => unchanged((change) => signed('approver', change), 'SIGNED_BEFORE'));

  it('the person concerned, with the old key or the new one', async () => {
    await unchanged((change) => signed('finance', change), 'CONCERNED');
    await unchanged(
      (change, secret) => take(change.id, signKeyChange(secret, bySigner('finance'), change)),
      'CONCERNED',
    );
  });

  it('a signature for another key, person, role, action or time', async () => {
    const other = (await newKey('finance')).key;
    for (const changes of [
      { key: other },
      { name: 'approver' },
      { role: 'APPROVER' },
      { action: 'ENROL' },
      { askedAt: '2026-03-01T04:00:00.001Z' },
    ] as const)
      await unchanged((change) => {
        const signature = signKeyChange(keys.deputy as KeyObject, bySigner('deputy'), { ...change, ...changes });
        return take(change.id, signature);
      }, 'PROOF');
  });

  it('one key under the names of two, or a key of no approver', async () => {
    const stranger = (await newKey('deputy')).secret;
    for (const key of [keys.approver as KeyObject, stranger])
      await unchanged((change) => take(change.id, signKeyChange(key, bySigner('deputy'), change)), 'PROOF');
  });

  it('a signature of an approval of a payment', () =>
    unchanged((change) => {
      const { signature } = signApproval(keys.deputy as KeyObject, { approver: 'deputy', role: 'APPROVER', ...at }, {
        paymentId: 'withdrawal:1',
      } as never);
      return take(change.id, { ...bySigner('deputy'), proof: { signature } });
    }, 'PROOF'));

  it('signatures that were used, for the same change again or for the next one', async () => {
    const { change, secret } = await replaced('finance');
    const given = ['approver', 'deputy'].map((name) => signKeyChange(keys[name] as KeyObject, bySigner(name), change));
    for (const signature of given) await take(change.id, signature);
    expect(enrolled('finance')).toMatchObject({ publicKey: change.key?.kind === 'SOFTWARE' && change.key.publicKey });
    const back = (await replaced('finance')).change;
    expect(await signed('approver', back)).toBe('SIGNED');
    expect(await signed('deputy', back)).toBe('CHANGED');
    for (const signature of given) expect(await take(change.id, signature)).toBe('NOT_OPEN');
    const again = await asked({ action: 'REPLACE', name: 'finance', role: 'FINANCE', key: change.key });
    for (const signature of given) expect(await take(again.id, signature)).toBe('PROOF');
    expect(await pays(secret, keys.approver as KeyObject)).toMatchObject({ refused: 'APPROVALS' });
  });

  it('a signer who was replaced before the second signature', async () => {
    const { change } = await replaced('finance');
    expect(await signed('approver', change)).toBe('SIGNED');
    const removal = await asked({ action: 'REMOVE', name: 'approver' });
    expect(await signed('deputy', removal)).toBe('SIGNED');
    expect(await signed('finance', removal)).toBe('CHANGED');
    expect(await signed('deputy', change)).toBe('SIGNED');
    expect(enrolled('finance')).toMatchObject({ publicKey: expect.not.stringMatching(keyText(change)) });
  });

  it('signatures after seven days', async () => {
    await unchanged((change) => {
      local.setTime('2026-03-08T04:00:00.001Z');
      return signed('deputy', change).finally(() => local.setTime('2026-03-01T04:00:00.000Z'));
    }, 'EXPIRED');
  });
});

const keyText = ({ key }: ApproverChange) =>
  key?.kind === 'SOFTWARE' ? key.publicKey.replaceAll(/[+/]/g, (one) => `\\${one}`) : '';

it('the set-up ends with the third person, for good', async () => {
  const fresh = await localSigner();
  onTestFinished(() => fresh.close());
  const join = async (name: string, changes: Partial<ApproverChange> = {}) => {
    const { key } = await newKey(name);
    return fresh.signer.keys.ask({ action: 'ENROL', name, role: 'FINANCE', key, ...changes });
  };
  const passkey: NewKey = { kind: 'PASSKEY', passkey: testAuthenticator().passkey };
  // A further key of a person is no beginning: with it one person at the machine would have both approvals.
  for (const [name, role] of [
    ['finance', 'FINANCE'],
    ['approver', 'APPROVER'],
  ] as const)
    expect(await join(name, { role, key: passkey })).toMatchObject({ outcome: 'WAITS' });
  expect(await join('finance')).toEqual({ refused: 'HAS_KEY' });
  expect(await join('third')).toEqual({ outcome: 'ENROLLED' });
  expect(await join('fourth')).toMatchObject({ outcome: 'WAITS' });
  const removal = await fresh.signer.keys.ask({ action: 'REMOVE', name: 'third', role: 'FINANCE', key: null });
  if (!('change' in removal)) throw new Error('it did not wait');
  for (const name of ['finance', 'approver'])
    await fresh.signer.keys.sign(removal.change.id, bySigner(name), { key: await fresh.keyOf(name) });
  expect(fresh.policy.approvers).toHaveLength(2);
  expect(await join('third')).toMatchObject({ outcome: 'WAITS' });
});
