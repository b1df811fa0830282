/**
 * R4, withdrawals: a real worker process gets a real SIGKILL at every named point of paying, on a real bitcoind with the real
 * signer. Whoever takes over brings it to its end: one payment on the chain, and custody is what the node holds.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { BitcoinChain } from '@lode/chain-bitcoin';
import { TestBitcoind } from '@lode/chain-bitcoin/testing';
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningSigner, startSigner } from '../../apps/server/src/features/withdrawals/testing/running-signer.ts';
import { projectFolder } from '../../apps/server/src/platform/project-folder.ts';
import { hashCode } from '../../apps/server/src/platform/secrets/one-time-secret.ts';
import {
  startTestApp,
  type TestApp,
  type TestCustomer,
  testFundsPassword,
  testPepper,
} from '../../apps/server/src/testing/app.ts';
import { addStaff, runCommand } from '../../apps/server/src/testing/commands.ts';
import { seed, sizes } from './sizes.ts';

/** In the order in which a payment reaches them; the last ones need blocks. */
const points = [
  'screen:before-commit',
  'screen:begun',
  'screen:answered',
  'screen:decided',
  'sign:before-built',
  'sign:built',
  'sign:answered',
  'sign:before-commit',
  'sign:committed',
  'broadcast:before',
  'broadcast:sent',
  'broadcast:noted',
  'follow:final',
  'follow:before-commit',
  'follow:settled',
];
/** Where a payment is out and nothing says so yet, or is settled and nobody has been told: the short form goes here first. */
const worst = ['broadcast:sent', 'sign:before-commit', 'follow:before-commit', 'sign:answered'];

let app: TestApp;
let bitcoind: TestBitcoind;
let signer: RunningSigner;
let customer: TestCustomer;

beforeAll(async () => {
  [bitcoind, signer] = await Promise.all([TestBitcoind.start(), startSigner()]);
  await bitcoind.fundPayer();
  const { bitcoin } = await signer.client.about();
  if (!bitcoin) throw new Error('the signer has no Bitcoin');
  const { extendedPublicKey: accountKey, fingerprint: masterFingerprint } = bitcoin;
  const chain = new BitcoinChain({ url: bitcoind.url, chain: 'regtest', accountKey, masterFingerprint });
  app = await startTestApp({
    now: new Date().toISOString(),
    env: { WITHDRAW_HOLD_HOURS: '0', DATA_DIR: signer.dataDir },
    nodes: {
      open: async (network) => (network === 'BITCOIN' ? chain : { closed: 'not in this run' }),
      confirmations: () => 3,
      depth: () => 20,
      demoNode: async () => null,
    },
  });
  await addStaff(app);
  await look();
  customer = await app.createMoneyCustomer();
});
afterAll(async () => {
  await app?.stop();
  await Promise.all([bitcoind?.stop(), signer?.stop()]);
});

async function look(): Promise<void> {
  for (const watcher of app.watchers) await watcher(app.clock.now());
}

async function mine(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block++) {
    await bitcoind.mine(1);
    await look();
  }
}

/** One deposit for each payment: what one spends is not what another waits for. */
async function deposit(times: number): Promise<void> {
  const { address } = await app.data('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, customer.caller);
  for (let time = 0; time < times; time++) await bitcoind.pay(address, '0.02');
  await mine(3);
}

async function approved(address: string, key: string): Promise<string> {
  const code = '424242';
  await app.owner.query({
    text: `insert into one_time_code (account, scene, code_hash, sent_at, expires_at)
           values ($1, 'WITHDRAW', $2, $3::timestamptz, $3::timestamptz + interval '10 minutes')`,
    values: [customer.account, hashCode(testPepper, `WITHDRAW ${customer.account}`, code), app.clock.now()],
  });
  const input = {
    coin: 'BTC',
    network: 'BITCOIN',
    address,
    amount: '0.01',
    password: testFundsPassword,
    code,
  } as const;
  const { id } = await app.data('withdrawApply', input, { ...customer.caller, requestId: key });
  for (const [name, by] of [
    ['withdrawal:propose', 'finance'],
    ['withdrawal:approve', 'approver'],
  ] as const) {
    const command = app.slices.withdrawals.opsCommands[name] as never;
    const { exit, failed } = await runCommand(app, command, `--id ${id} --by ${by} --reason seen`);
    if (exit !== 0) throw new Error(failed.join());
  }
  return id;
}

/** Whether the worker died of the kill that it gives itself; one that never gets to the point ends well. */
function workUntil(point: string): Promise<boolean> {
  const program = join(projectFolder, 'apps', 'server', 'src', 'testing', 'paying-process.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', program, app.clock.now().toISOString(), point], {
    cwd: projectFolder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: app.databaseUrl,
      BITCOIN_RPC_URL: bitcoind.url,
      DATA_DIR: signer.dataDir,
    },
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(true);
      else if (code === 0) resolve(false);
      else reject(new Error(`the worker ended with ${code ?? signal}: ${said}`));
    });
  });
}

/** Every payment to an address that is in a block or waits for one. */
async function paymentsTo(address: string): Promise<unknown[]> {
  const received = (await bitcoind.call('listreceivedbyaddress', [0, false, true, address])) as {
    amount: number;
    txids: string[];
  }[];
  return received.flatMap(({ amount, txids }) => [String(amount), txids.length]);
}

async function assertPaidOnce(id: string, address: string): Promise<void> {
  const [record] = (await app.data('withdrawPage', { id }, customer.caller)).records;
  expect(record).toMatchObject({ status: 'SUCCESS', thirdStatus: 'SUCCESS' });
  expect(await paymentsTo(address)).toEqual(['0.0098', 1]);
}

async function assertCustody(): Promise<void> {
  const { withdrawals, deposits } = app.slices;
  await assertBooksBalance(app.database, [...withdrawals.bookChecks, ...deposits.bookChecks]);
  for (const check of deposits.custodyChecks) {
    for (const custody of await check())
      if (custody.coin === 'BTC' && 'ledger' in custody) expect(custody.ledger).toBe(custody.chain);
  }
}

it(`R4: ${sizes.withdrawalKills} SIGKILLs of a paying worker: each withdrawal is paid once`, async () => {
  const others = points.filter((point) => !worst.includes(point));
  const all = [...worst, ...others.slice(seed % others.length), ...others.slice(0, seed % others.length)];
  for (let kill = 0; kill < sizes.withdrawalKills; kill++) {
    if (kill % 20 === 0) await deposit(Math.min(20, sizes.withdrawalKills - kill) + 1);
    const point = all[kill % all.length] as string;
    const address = (await bitcoind.call('getnewaddress', [])) as string;
    const id = await approved(address, `kill ${kill}`);
    if (point.startsWith('follow:')) {
      // Out first; the worker that is killed is the one that finds it final.
      await app.runJobs();
      await bitcoind.mine(3);
    }
    expect(await workUntil(point), `no worker got to ${point}`).toBe(true);
    await app.runJobs();
    for (let round = 0; round < 3; round++) await look();
    await mine(3);
    await assertPaidOnce(id, address);
  }
  await assertCustody();
});

it('R4, control: a second payment to the same address is noticed', async () => {
  await deposit(1);
  const address = (await bitcoind.call('getnewaddress', [])) as string;
  const id = await approved(address, 'control');
  await app.runJobs();
  for (let round = 0; round < 3; round++) await look();
  await mine(3);
  await assertPaidOnce(id, address);
  await bitcoind.pay(address, '0.0098');
  await expect(assertPaidOnce(id, address)).rejects.toThrow();
});
