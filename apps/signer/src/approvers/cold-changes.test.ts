// Proves that a cold wallet, which needs no approvals, is taken from two approvers' signatures and from nothing else.
import type { KeyObject } from 'node:crypto';
import { type ColdChange, descriptorFingerprint, type KeyPath, signPolicyChange } from '@lode/signing';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { coldDescriptorsOf } from '../cold-transfer.ts';
import { Journal, type NewLine } from '../journal.ts';
import type { Policy } from '../policy.ts';
import { createSigner } from '../signer.ts';
import { type LocalSigner, localSigner } from '../testing/in-process.ts';
import { testPayments } from '../testing/payments.ts';
import { reconcilePolicy } from './reconcile-policy.ts';

const at = '2026-03-01T04:00:00.000Z';
const now = new Date(at);
const own = '0x52908400098527886E0F7030069857D2E4169EE7';
const thiefs = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const none = { BITCOIN: null, ERC20: null };
let local: LocalSigner;
let keys: Record<'finance' | 'approver', KeyObject>;

beforeEach(async () => {
  local = await localSigner();
  onTestFinished(() => local.close());
  keys = { finance: await local.keyOf('finance'), approver: await local.keyOf('approver') };
});

const by = (approver: string) => ({ approver, signedAt: at });
const signatureOf = (name: keyof typeof keys, change: ColdChange, as: string = name) =>
  signPolicyChange(keys[name], by(as), change);
const take = (name: keyof typeof keys, change: ColdChange, as?: string) =>
  local.signer.keys.take({ id: change.id, signature: signatureOf(name, change, as) });
const descriptors = () => coldDescriptorsOf(local.policy);
async function asked(descriptor: string | null = own): Promise<ColdChange> {
  const result = await local.signer.keys.askCold({ network: 'ERC20', descriptor });
  if ('refused' in result) throw new Error(result.refused);
  return result.change;
}
const settle = (policy: Policy, journal = local.journal) =>
  reconcilePolicy(journal, policy, async () => undefined, now);
const withCold = (descriptor: string | null): Policy => ({
  ...local.policy,
  erc20: local.policy.erc20 && {
    ...local.policy.erc20,
    cold: descriptor === null ? null : { descriptor, perDay: '1000000' },
  },
});

it('one signature changes nothing, also given twice or in the name of the other', async () => {
  const change = await asked();
  expect(await take('finance', change)).toBe('SIGNED');
  expect(await take('finance', change)).toBe('SIGNED_BEFORE');
  expect(await take('finance', change, 'approver')).toBe('PROOF');
  expect(descriptors()).toEqual(none);
  await local.restart();
  expect(descriptors()).toEqual(none);
  expect(local.signer.keys.open('approver')[0]).toMatchObject({ signers: ['finance'], asked: { by: by('approver') } });
});

it('two signatures make it, with a limit of nothing, and it stays after a restart', async () => {
  const change = await asked();
  expect(await take('finance', change)).toBe('SIGNED');
  expect(await take('approver', change)).toBe('CHANGED');
  expect(local.policy.erc20?.cold).toEqual({ descriptor: own, perDay: '0' });
  await local.restart();
  expect(await local.signer.keys.askCold({ network: 'ERC20', descriptor: own })).toEqual({
    refused: 'this is the cold wallet already',
  });
  const removal = await asked(null);
  expect(await take('approver', removal)).toBe('SIGNED');
  expect(await take('finance', removal)).toBe('CHANGED');
  expect(descriptors()).toEqual(none);
});

it('a signature for one wallet counts for no other, and the text says which', async () => {
  const [first, second] = [await asked(), await asked(thiefs)];
  const signature = signatureOf('finance', first);
  expect(await local.signer.keys.take({ id: second.id, signature })).toBe('PROOF');
  expect(local.signer.keys.open('finance').map(({ asked: one }) => one?.text.split('\n').slice(2, 5))).toEqual(
    [own, thiefs].map((one) => ['cold wallet of ERC20', one, `fingerprint ${descriptorFingerprint(one)}`]),
  );
});

it('a descriptor that is none on the chain of the policy is not asked for', async () => {
  for (const [network, descriptor] of [
    ['ERC20', own.toLowerCase()],
    ['BITCOIN', own],
  ] as const)
    expect(await local.signer.keys.askCold({ network, descriptor })).toHaveProperty('refused');
  expect(local.signer.keys.open(null)).toEqual([]);
});

it('lines that were written by hand stop the start, though their HMACs are right', async () => {
  const change: ColdChange = {
    id: '0123456789abcdef',
    askedAt: at,
    action: 'SET_COLD',
    network: 'ERC20',
    descriptor: thiefs,
  };
  const ask: NewLine = { kind: 'COLD_CHANGE', at, change };
  const line = (signature: ReturnType<typeof signatureOf>): NewLine => ({
    kind: 'COLD_CHANGE_SIGNED',
    at,
    id: change.id,
    signature,
    passkey: null,
  });
  const honest = line(signatureOf('finance', change));
  const ofAnother = line(signatureOf('approver', { ...change, descriptor: own }));
  const written: [NewLine[], string][] = [
    [[honest], 'NOT_OPEN'],
    [[ask, honest, honest], 'SIGNED_BEFORE'],
    [[ask, honest, line(signatureOf('finance', change, 'approver'))], 'PROOF'],
    [[ask, honest, ofAnother], 'PROOF'],
    [[ask, line(signatureOf('finance', change, 'stranger'))], 'PROOF'],
    [[ask, ask], 'asked for before'],
  ];
  await settle(local.policy);
  for (const [index, [lines, why]] of written.entries()) {
    const journal = await Journal.open(`${local.journalFile}-${index}`, local.secrets.journalKey);
    onTestFinished(() => journal.close());
    for (const { line: _, ...known } of local.journal.lines) await journal.append(known as NewLine);
    for (const one of lines) await journal.append(one);
    await expect(settle(local.policy, journal), why).rejects.toThrow(why);
    await expect(settle(withCold(thiefs), journal), why).rejects.toThrow(why);
  }
});

it('a policy with a wallet that no two approvers signed stops the start, whatever its version', async () => {
  // Also in a journal from before: the person at the signer cleared it once, then two sign.
  await expect(settle(withCold(thiefs))).rejects.toThrow('names another cold wallet than two approvers signed');
  await settle(local.policy);
  await local.restart();
  const change = await asked();
  for (const name of ['finance', 'approver'] as const) await take(name, change);
  expect(await settle(local.policy)).toEqual(local.policy);
  for (const wrong of [thiefs, null])
    for (const version of [local.policy.version ?? 1, 9])
      await expect(settle({ ...withCold(wrong), version })).rejects.toThrow('names another cold wallet');
});

it('two writes of the policy that fail leave the signed wallet in force, and the next start completes it', async () => {
  await settle(local.policy);
  await local.restart();
  const stale = local.policy;
  let writes = 0;
  const { journal, secrets } = local;
  const signer = createSigner({
    secrets,
    policy: stale,
    journal,
    now: () => now,
    savePolicy: async () => {
      writes += 1;
      throw new Error('the disk is full');
    },
  });
  for (const descriptor of [thiefs, own]) {
    const result = await signer.keys.askCold({ network: 'ERC20', descriptor });
    if ('refused' in result) throw new Error(result.refused);
    const { change } = result;
    const given = (name: keyof typeof keys) =>
      signer.keys.take({ id: change.id, signature: signatureOf(name, change) });
    expect(await given('finance')).toBe('SIGNED');
    await expect(given('approver')).rejects.toThrow('the disk is full');
  }
  expect(writes).toBe(2);
  // It is the cold wallet in memory, with a limit of nothing: the signed one, and from the hot wallet only.
  const { usdtPayment, bitcoin } = await testPayments({ ...local, client: { info: async () => signer.info() } });
  bitcoin.close();
  const send = (to: string, from?: KeyPath) => {
    const { payload } = usdtPayment('cold:1', { to: to.slice(2).toLowerCase() });
    return signer.sign({ kind: 'COLD', id: 'cold:1', network: 'ERC20', payload, coldNumber: 0, ...(from && { from }) });
  };
  expect(await send(own)).toMatchObject({ refused: 'DAY_LIMIT' });
  expect(await send(own, { branch: 'house', index: 0 })).toMatchObject({ refused: 'DAY_LIMIT' });
  for (const from of [
    { branch: 'customer', index: 0 },
    { branch: 'house', index: 1 },
  ] as const)
    expect(await send(own, from)).toMatchObject({ refused: 'TRANSACTION' });
  expect(await send(thiefs)).toMatchObject({ refused: 'DESTINATION' });
  expect(await signer.keys.askCold({ network: 'ERC20', descriptor: own })).toHaveProperty('refused');
  const completed = await settle(stale);
  expect(coldDescriptorsOf(completed)).toEqual({ BITCOIN: null, ERC20: own });
});
