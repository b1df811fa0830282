// A process that serves customers gives out what the worker derived, and nothing else.
import { ScriptedChain, scriptedKey } from '@lode/chain/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { tryAttack, tryWithout } from '../../testing/attacks.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { depositAddress, deriveAddresses } from './deposit-address.ts';

const network = 'BITCOIN';
const now = new Date('2026-03-10T00:00:00Z');
const chain = new ScriptedChain();
let test: TestDatabase;
let publicLogin: Database;
let worker: Database;

beforeEach(async () => {
  test = await createTestDatabase();
  publicLogin = openDatabase(test.partUrls.public, { max: 2 });
  worker = openDatabase(test.partUrls.worker, { max: 1 });
  const customers = `insert into customer (account, created_at) select '139' || lpad(n::text, 8, '0'), now() from generate_series(1, 210) n`;
  await test.owner.query({ text: customers });
});
afterEach(async () => {
  await publicLogin.end();
  await worker.end();
  await test.drop();
});

const give = (customerId: bigint) => depositAddress(publicLogin, chain, { network, customerId, now });
const count = async (table: string) =>
  (await test.owner.query<{ count: number }>({ text: `select count(*)::int from ${table}` })).rows[0]?.count;

it('gives none before the worker has derived one, then the next, and no more than were derived', async () => {
  expect(await give(10001n)).toBeNull();
  await deriveAddresses(worker, chain);
  const all = [];
  for (let n = 0; n < 201; n += 1) all.push(await give(10001n + BigInt(n)));
  expect(all.slice(0, 200)).toEqual(Array.from({ length: 200 }, (_, n) => chain.ownAddress('customer', n).address));
  expect(all.at(-1)).toBeNull();
  await deriveAddresses(worker, chain);
  expect(await give(10201n)).toBe(chain.ownAddress('customer', 200).address);
});

it('derives what is missing and nothing twice, also from two workers at once, and from a raised floor on', async () => {
  await Promise.all([deriveAddresses(worker, chain), deriveAddresses(test.owner, chain)]);
  expect(await count('derived_address')).toBe(200);
  await give(10001n);
  await deriveAddresses(worker, chain);
  expect(await count('derived_address')).toBe(201);
  await test.owner.query({
    text: `insert into deposit_address_floor (network, number, set_at) values ('BITCOIN', 5000, now())`,
  });
  await deriveAddresses(worker, chain);
  expect(await give(10002n)).toBe(chain.ownAddress('customer', 5000).address);
  expect(await count('derived_address')).toBe(401);
});

it('takes no other address from a customers’ process, and does without its guard (broken control)', async () => {
  await deriveAddresses(worker, chain);
  const { address, key } = chain.ownAddress('customer', 1);
  const own = chain.ownAddress('customer', 0);
  const planted = scriptedKey('ef');
  for (const [text, scriptKey] of [
    [chain.addressOf(planted), planted],
    [own.address, planted],
    [chain.addressOf(planted), own.key],
    [address, key],
  ]) {
    const insert = `insert into deposit_address (network, number, customer_id, address, key, given_at)
      values ('BITCOIN', 0, 10001, '${text}', '${scriptKey}', now())`;
    expect(await tryAttack(publicLogin, [insert])).toMatch('is not one that was derived');
    const guard = ['deposit_address', 'deposit_address_is_next'] as const;
    expect(await tryWithout(test.owner, [guard], () => tryAttack(publicLogin, [insert]))).toBeNull();
  }
  const derive = `insert into derived_address (network, number, address, key) values ('BITCOIN', 900, '${chain.addressOf(planted)}', '${planted}')`;
  expect(await tryAttack(publicLogin, [derive])).toMatch('permission denied');
  expect(await give(10001n)).toBe(own.address);
});
