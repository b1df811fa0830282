// Cold wallets are recorded by two people and never changed; what comes to their addresses is custody, whatever the network.
import type { ChainAdapter, Network } from '@lode/chain';
import { BitcoinChain } from '@lode/chain-bitcoin';
import { signingAccount } from '@lode/chain-bitcoin/keys';
import { type ColdHolders, createColdHolders, TestBitcoind } from '@lode/chain-bitcoin/testing';
import { evmAdapter } from '@lode/chain-evm';
import { evmKeys } from '@lode/chain-evm/keys';
import { startAnvil, type TestAnvil } from '@lode/chain-evm/testing';
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff, runCommand, runCommandWith } from '../../testing/commands.ts';
import { testNodes } from '../../testing/test-nodes.ts';

const seed = new Uint8Array(64).fill(9);
const confirmations = 3;
const start = 120_000;
const coldAddress = '0x52908400098527886E0F7030069857D2E4169EE7';

let app: TestApp;
let bitcoind: TestBitcoind;
let anvil: TestAnvil;
let chains: Record<Network, ChainAdapter>;
let holders: ColdHolders;

beforeAll(async () => {
  [bitcoind, anvil] = await Promise.all([TestBitcoind.start(), startAnvil()]);
  await bitcoind.fundPayer();
  holders = await createColdHolders(bitcoind);
  const accountKey = signingAccount(seed, 'regtest').extendedPublicKey;
  const { url: rpcUrl, chainId, usdt: usdtContract } = anvil;
  chains = {
    BITCOIN: new BitcoinChain({ url: bitcoind.url, chain: 'regtest', accountKey, timeoutMs: 60_000 }),
    ERC20: evmAdapter({
      rpcUrl,
      chainId,
      usdtContract,
      extendedPublicKey: evmKeys(seed).extendedPublicKey,
      timeoutMs: 60_000,
    }),
  };
  app = await startTestApp({ nodes: testNodes(chains, { needed: confirmations }) });
  await addStaff(app);
  await look();
}, start);
afterAll(async () => {
  await app?.stop();
  await Promise.all([bitcoind?.stop(), anvil?.stop()]);
});

async function look(): Promise<void> {
  for (const watcher of app.watchers) await watcher(app.clock.now());
}

const two = ['--by', 'finance', '--approved-by', 'approver', '--reason', 'vault'];
const add = (network: Network, descriptor: string, people = two) =>
  runCommandWith(app, app.slices.coldStorage.opsCommands['cold:add'], [
    '--network',
    network,
    '--descriptor',
    descriptor,
    ...people,
  ]);
const list = async () => (await runCommand(app, app.slices.coldStorage.opsCommands['cold:list'], '')).printed;

async function assertCustody(): Promise<void> {
  await assertBooksBalance(app.database, app.slices.deposits.bookChecks);
  const custody = (await Promise.all(app.slices.deposits.custodyChecks.map((check) => check()))).flat();
  for (const one of custody) {
    expect(one).toMatchObject({ ledger: expect.any(BigInt) });
    if ('ledger' in one) expect(one.ledger, one.coin).toBe(one.chain);
  }
}

async function suspense(): Promise<string[]> {
  const { rows } = await app.owner.query<{ line: string }>({
    text: `select concat_ws(' ', coin, goes_to, status) as line from house_arrival order by id`,
  });
  return rows.map(({ line }) => line);
}

describe('recording', () => {
  it('takes two people, one after the other or at once', { timeout: start }, async () => {
    expect(await add('ERC20', coldAddress, ['--by', 'support', '--reason', 'x'])).toMatchObject({ exit: 1 });
    expect(
      await add('ERC20', coldAddress, ['--by', 'finance', '--approved-by', 'finance', '--reason', 'x']),
    ).toMatchObject({
      exit: 1,
    });
    const proposed = await add('BITCOIN', holders.descriptor, ['--by', 'finance', '--reason', 'vault']);
    const [first] = (await bitcoind.call('deriveaddresses', [holders.descriptor, [0, 0]])) as string[];
    expect(proposed.printed.join()).toContain(`has the addresses ${first}`);
    const one = await add('ERC20', coldAddress, ['--by', 'finance', '--reason', 'vault']);
    expect(one.printed.join()).toMatch(new RegExp(`has the address ${coldAddress}$`, 'm'));
    expect(await list()).toEqual(['no cold wallet is recorded']);
    expect(await add('BITCOIN', holders.descriptor)).toMatchObject({ exit: 0 });
    expect(await add('ERC20', coldAddress)).toMatchObject({ exit: 0 });
    expect(await list()).toEqual([
      `BITCOIN version 1, next address ${first}: ${holders.descriptor}`,
      `ERC20 version 1, next address ${coldAddress}: ${coldAddress}`,
    ]);
  });

  it.each([
    ['ERC20', coldAddress.replace('E0F', 'e0F'), 'CHECKSUM'],
    ['ERC20', coldAddress.toLowerCase(), 'with its checksum'],
    ['ERC20', coldAddress.slice(0, -1), 'FORMAT'],
    ['ERC20', coldAddress, 'recorded already'],
    ['BITCOIN', coldAddress, 'ends with #'],
  ] as const)('refuses on %s %s', async (network, descriptor, reason) => {
    const { exit, failed } = await add(network, descriptor);
    expect([exit, failed.join()]).toEqual([1, expect.stringContaining(reason)]);
  });

  it('refuses an address of the product itself, and one that has coins already', { timeout: start }, async () => {
    const own = await add('ERC20', chains.ERC20.ownAddress('house', 0).address);
    expect([own.exit, own.failed.join()]).toEqual([1, expect.stringContaining('in use here')]);
    const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
    await anvil.issue(other, 5_000_000n);
    await anvil.mine();
    const used = await add('ERC20', other);
    expect([used.exit, used.failed.join()]).toEqual([1, expect.stringContaining('never been used')]);
  });

  it('never changes what is recorded, and the database asks for two people by itself', async () => {
    const run = (text: string) => app.owner.query({ text });
    await expect(run(`update cold_wallet set descriptor = '${coldAddress}'`)).rejects.toThrow(
      'a new version replaces it',
    );
    await expect(run('delete from cold_wallet')).rejects.toThrow('a new version replaces it');
    await expect(run(`update cold_address set address = 'x'`)).rejects.toThrow('it is derived');
    const insert = (by: string, approver: string, version: number) =>
      run(`insert into cold_wallet (network, version, descriptor, added_at, added_by, approved_by)
        select 'ERC20', ${version}, '0x00000000000000000000000000000000000000aa', now(), a.id, b.id from staff a, staff b
        where a.name = '${by}' and b.name = '${approver}'`);
    await expect(insert('finance', 'finance', 2)).rejects.toThrow(/APPROVER/);
    await expect(insert('admin', 'approver', 2)).rejects.toThrow(/needs an active FINANCE/);
    await expect(insert('finance', 'approver', 3)).rejects.toThrow(/not the next one/);
  });
});

describe('custody', () => {
  it('counts bitcoin at cold addresses, derived one after the other, and nothing pays them', {
    timeout: start,
  }, async () => {
    const addresses = (await bitcoind.call('deriveaddresses', [holders.descriptor, [0, 110]])) as string[];
    await bitcoind.pay(addresses[0] ?? '', '1.5');
    await bitcoind.mine(1);
    await look();
    await assertCustody();
    await bitcoind.mine(confirmations);
    await look();
    await assertCustody();
    expect(await suspense()).toEqual(['BTC SUSPENSE POSTED']);
    expect((await list())[0]).toContain(`next address ${addresses[1]}`);
    // The last that is watched now; then as many again behind it.
    await bitcoind.pay(addresses[100] ?? '', '0.25');
    await bitcoind.mine(confirmations);
    await look();
    await assertCustody();
    await look();
    expect((await list())[0]).toContain(`next address ${addresses[101]}`);
    const { rows } = await app.owner.query({ text: `select from spendable_output` });
    expect(rows).toEqual([]);
    const check = chains.BITCOIN.checkAddress(addresses[2] ?? '');
    const { rows: own } = await app.owner.query({
      text: 'select from own_address where key = $1',
      values: [check.valid ? check.key : ''],
    });
    expect(own).toHaveLength(1);
  });

  it('counts USDT at the cold address and not its ether; what returns from there to the hot wallet is neither arrival nor deposit', {
    timeout: start,
  }, async () => {
    const before = await suspense();
    await anvil.issue(coldAddress, 700_000_000n);
    await anvil.ether(coldAddress, 10n ** 18n);
    await anvil.mine(confirmations);
    await look();
    await assertCustody();
    expect(await suspense()).toEqual([...before, 'USDT SUSPENSE POSTED']);
    const hot = chains.ERC20.ownAddress('house', 0);
    await anvil.callAs(coldAddress, anvil.usdt, 'transfer(address,uint256)', hot.address, 300_000_000n);
    await anvil.mine(confirmations);
    await look();
    await assertCustody();
    expect(await suspense()).toEqual([...before, 'USDT SUSPENSE POSTED']);
    // Control: the same from anybody else is an arrival.
    await anvil.issue(hot.address, 1_000_000n);
    await anvil.mine(confirmations);
    await look();
    await assertCustody();
    expect(await suspense()).toEqual([...before, 'USDT SUSPENSE POSTED', 'USDT TREASURY POSTED']);
  });
});

it('leaves a cold address out that is in use elsewhere, tells staff, and records it once it is free', {
  timeout: start,
}, async () => {
  const addresses = (await bitcoind.call('deriveaddresses', [holders.descriptor, [0, 260]])) as string[];
  const [taken = '', next = '', near = ''] = [addresses[205], addresses[206], addresses[150]];
  const check = chains.BITCOIN.checkAddress(taken);
  const key = check.valid ? check.key : '';
  await app.owner.query({
    text: `insert into treasury_destination (name, network, address, address_key, added_at, added_by, approved_by, in_force_from)
      select 'vault', 'BITCOIN', $1, $2, now(), a.id, b.id, now() + interval '24 hours' from staff a, staff b
      where a.name = 'finance' and b.name = 'approver'`,
    values: [taken, key],
  });
  const recorded = async () => {
    const { rows } = await app.owner.query<{ address: string }>({
      text: 'select address from cold_address where address = any ($1) order by number',
      values: [[taken, next]],
    });
    return rows.map(({ address }) => address);
  };
  const alerts = async () => {
    const { rows } = await app.owner.query<{ message: string }>({
      text: `select message from alert where resolved_at is null and message like '%cold addresses%'`,
    });
    return rows.map(({ message }) => message);
  };
  await bitcoind.pay(near, '0.1');
  await bitcoind.mine(confirmations);
  await look();
  await look();
  expect(await recorded()).toEqual([next]);
  expect(await alerts()).toEqual([expect.stringContaining(`${taken} are in use elsewhere`)]);
  await assertCustody();
  await app.owner.query({
    text: `update treasury_destination set removed_at = added_at, removed_by = added_by where address = $1`,
    values: [taken],
  });
  await look();
  expect(await recorded()).toEqual([taken, next]);
  expect(await alerts()).toEqual([]);
});
