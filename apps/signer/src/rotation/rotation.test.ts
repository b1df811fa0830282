import { createHash, type KeyObject } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { type LocalSigner, localSigner } from '../testing/in-process.ts';
import { publicKeysOf } from './generations.ts';

const next = createHash('sha512').update('next').digest();

async function rotating(later: Buffer[] = [next]): Promise<LocalSigner> {
  const local = await localSigner();
  onTestFinished(() => local.close());
  Object.assign(local.secrets, { later });
  await local.restart();
  return local;
}

const by = (approver: string) => ({ approver, signedAt: '2026-03-01T04:00:00.000Z' });
const signed = async ({ signer }: LocalSigner, id: string, name: string, key: KeyObject) =>
  signer.keys.sign(id, by(name), { key });

it('two approvers make the next generation current, also after a restart', async () => {
  const local = await rotating();
  const { hotAddresses } = local.signer;
  const before = hotAddresses();
  const { id, generation } = await local.signer.keys.askRotation(publicKeysOf(next));
  expect((await local.signer.keys.askRotation(publicKeysOf(next))).id).toBe(id);
  expect(generation).toBe(1);
  expect(await signed(local, id, 'finance', await local.keyOf('finance'))).toBe('SIGNED');
  expect(await signed(local, id, 'finance', await local.keyOf('finance'))).toBe('SIGNED_BEFORE');
  expect(local.signer.info().generation).toBe(0);
  expect(await signed(local, id, 'approver', await local.keyOf('approver'))).toBe('CHANGED');
  for (const state of ['running', 'restarted']) {
    if (state === 'restarted') await local.restart();
    expect(local.signer.info()).toMatchObject({ generation: 1, later: [{ publicKeys: publicKeysOf(next) }] });
    expect(local.signer.hotAddresses()).not.toEqual(before);
  }
});

it('a key file without the seed that approvers signed, or with another one, does not start', async () => {
  const local = await rotating();
  const { id } = await local.signer.keys.askRotation(publicKeysOf(next));
  for (const name of ['finance', 'approver']) await signed(local, id, name, await local.keyOf(name));
  for (const later of [[], [createHash('sha512').update('another').digest()]]) {
    Object.assign(local.secrets, { later });
    await expect(local.restart()).rejects.toThrow('the key file does not hold it');
  }
  Object.assign(local.secrets, { later: [next] });
  await local.restart();
});
