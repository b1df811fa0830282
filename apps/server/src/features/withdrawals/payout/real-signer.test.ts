// Bitcoin all the way: a real bitcoind, the real signer in a process of its own, and the yes of two people that it asks for.
import { BitcoinChain } from '@lode/chain-bitcoin';
import { TestBitcoind } from '@lode/chain-bitcoin/testing';
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashCode } from '../../../platform/secrets/one-time-secret.ts';
import { startTestApp, type TestApp, type TestCustomer, testFundsPassword, testPepper } from '../../../testing/app.ts';
import { addStaff, runCommand } from '../../../testing/commands.ts';
import { type RunningSigner, startSigner } from '../testing/running-signer.ts';

const start = 120_000;
let app: TestApp;
let bitcoind: TestBitcoind;
let signer: RunningSigner;
let chain: BitcoinChain;

beforeAll(async () => {
  [bitcoind, signer] = await Promise.all([TestBitcoind.start(), startSigner()]);
  await bitcoind.fundPayer();
  const about = await signer.client.about();
  if (!about.bitcoin) throw new Error('the signer has no Bitcoin');
  const { extendedPublicKey: accountKey, fingerprint: masterFingerprint } = about.bitcoin;
  chain = new BitcoinChain({ url: bitcoind.url, chain: 'regtest', accountKey, masterFingerprint });
  app = await startTestApp({
    now: new Date().toISOString(),
    env: { WITHDRAW_HOLD_HOURS: '0', DATA_DIR: signer.dataDir },
    nodes: {
      open: async (network) => (network === 'BITCOIN' ? chain : { closed: 'not in this test' }),
      confirmations: () => 3,
      depth: () => 20,
      demoNode: async () => null,
    },
  });
  await addStaff(app);
  await look();
}, start);
afterAll(async () => {
  await app?.stop();
  await Promise.all([bitcoind?.stop(), signer?.stop()]);
});

async function look(): Promise<void> {
  for (const watcher of app.watchers) await watcher(app.clock.now());
}

const ops = (name: string, args: string) =>
  runCommand(app, app.slices.withdrawals.opsCommands[name] as never, `${args} --reason seen`);

async function apply(customer: TestCustomer, address: string, amount: string): Promise<string> {
  const code = '424242';
  await app.owner.query({
    text: `insert into one_time_code (account, scene, code_hash, sent_at, expires_at)
           values ($1, 'WITHDRAW', $2, $3::timestamptz, $3::timestamptz + interval '10 minutes')`,
    values: [customer.account, hashCode(testPepper, `WITHDRAW ${customer.account}`, code), app.clock.now()],
  });
  const input = { coin: 'BTC', network: 'BITCOIN', address, amount, password: testFundsPassword, code } as const;
  return (await app.data('withdrawApply', input, { ...customer.caller, requestId: amount })).id;
}

it('pays what two people signed for, amount and txid as asked, and custody is what the node holds', {
  timeout: start,
}, async () => {
  const customer = await app.createMoneyCustomer();
  const { address: own } = await app.data('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, customer.caller);
  await bitcoind.call('sendmany', ['', { [own]: '0.5' }]);
  for (let block = 0; block < 3; block += 1) {
    await bitcoind.mine(1);
    await look();
  }
  const address = (await bitcoind.call('getnewaddress', [])) as string;
  const id = await apply(customer, address, '0.2');
  expect(await ops('withdrawal:propose', `--id ${id} --by finance`)).toMatchObject({ exit: 0 });
  expect(await ops('withdrawal:approve', `--id ${id} --by approver`)).toMatchObject({ exit: 0 });
  await app.runJobs();
  for (let block = 0; block < 3; block += 1) {
    await bitcoind.mine(1);
    await look();
  }
  const [record] = (await app.data('withdrawPage', { id }, customer.caller)).records;
  expect(record).toMatchObject({ status: 'SUCCESS', thirdStatus: 'SUCCESS', received: '0.19980000', confirmations: 3 });
  const sent = (await bitcoind.call('gettransaction', [record?.txid])) as { amount: unknown; confirmations: number };
  expect(Number(sent.amount)).toBe(0.1998);
  const { withdrawals, deposits } = app.slices;
  await assertBooksBalance(app.database, [...withdrawals.bookChecks, ...deposits.bookChecks]);
  const [[custody] = []] = await Promise.all(deposits.custodyChecks.map((check) => check()));
  expect(custody).toMatchObject({ coin: 'BTC', ledger: expect.any(BigInt) });
  if (custody && 'ledger' in custody) expect(custody.ledger).toBe(custody.chain);
});

async function assertCustody(): Promise<void> {
  const { withdrawals, deposits } = app.slices;
  await assertBooksBalance(app.database, [...withdrawals.bookChecks, ...deposits.bookChecks]);
  const [custody] = (await Promise.all(deposits.custodyChecks.map((check) => check()))).flat();
  expect(custody).toMatchObject({ coin: 'BTC', ledger: expect.any(BigInt) });
  if (custody && 'ledger' in custody) expect(custody.ledger).toBe(custody.chain);
}

it('pays from coins that came to the hot wallet from outside, and custody is equal at every block, with change in flight', {
  timeout: start,
}, async () => {
  const customer = await app.createMoneyCustomer();
  const { address: own } = await app.data('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, customer.caller);
  const hot = chain.ownAddress('house', 0).address;
  await bitcoind.call('sendmany', ['', { [own]: '0.3' }]);
  await bitcoind.pay(hot, '2');
  for (let block = 0; block < 3; block += 1) {
    await bitcoind.mine(1);
    await look();
    await assertCustody();
  }
  const address = (await bitcoind.call('getnewaddress', [])) as string;
  const id = await apply(customer, address, '0.25');
  await ops('withdrawal:propose', `--id ${id} --by finance`);
  await ops('withdrawal:approve', `--id ${id} --by approver`);
  await app.runJobs();
  await assertCustody();
  for (let block = 0; block < 4; block += 1) {
    await bitcoind.mine(1);
    await look();
    await assertCustody();
  }
  const [record] = (await app.data('withdrawPage', { id }, customer.caller)).records;
  expect(record).toMatchObject({ thirdStatus: 'SUCCESS', received: '0.24980000' });
  const spent = (await bitcoind.call('gettransaction', [record?.txid])) as { confirmations: number };
  expect(spent.confirmations).toBe(4);
});

it('signs nothing for a database that says two people agreed and has no signature of theirs', {
  timeout: start,
}, async () => {
  const customer = await app.createMoneyCustomer();
  const { address: own } = await app.data('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, customer.caller);
  await bitcoind.call('sendmany', ['', { [own]: '0.5' }]);
  for (let block = 0; block < 3; block += 1) {
    await bitcoind.mine(1);
    await look();
  }
  const address = (await bitcoind.call('getnewaddress', [])) as string;
  const id = await apply(customer, address, '0.1');
  await ops('withdrawal:propose', `--id ${id} --by finance`);
  await app.owner.query({
    text: `insert into withdrawal_review select withdrawal_id, 'APPROVED', (select id from staff where name = 'approver'), reason, at,
             statement, approval from withdrawal_review where withdrawal_id = $1`,
    values: [id],
  });
  await app.owner.query({
    text: `update withdrawal set status = 'SUCCESS', third_status = 'WAITING' where id = $1`,
    values: [id],
  });
  for (let round = 0; round < 4; round += 1) await look();
  const [record] = (await app.data('withdrawPage', { id }, customer.caller)).records;
  expect(record).toMatchObject({ thirdStatus: 'APPROVAL_TO_BE_SIGNED', txid: null });
});
