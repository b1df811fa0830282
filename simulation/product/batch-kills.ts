/**
 * R4, batches: a real worker process gets a real SIGKILL at every named point of paying several auto-approved withdrawals in one
 * transaction, on a real bitcoind, with the real signer and its own policy. The next worker completes all of them: one transaction
 * on the chain, an output for each, and custody is what the node holds. The control: a second transaction to the receiver is seen.
 */
import assert from 'node:assert/strict';
import type { TestCustomer } from '../../apps/server/src/testing/app.ts';
import { startBitcoinPayoutFixture } from '../../apps/server/src/testing/bitcoin-payout-fixture.ts';
import { mortalProcesses } from '../../apps/server/src/testing/mortal-process.ts';
import { failpoints } from '../../apps/server/src/testing/payout-deps.ts';
import { ensureBitcoind } from '../../scripts/lib/bitcoind.mjs';
import type { Context, Options } from './proofs.ts';
import { workUntil } from './work-until.ts';

type World = Awaited<ReturnType<typeof startBitcoinPayoutFixture>>;
type Work = Awaited<ReturnType<typeof mortalProcesses>>['work'];

const amounts = ['0.0011', '0.0012', '0.0013'];
/** Of each, after the withdrawal's fee of 0.0002. */
const outputs = [90_000n, 100_000n, 110_000n];

interface BatchWorld {
  world: World;
  work: Work;
  customer: TestCustomer;
  /** An earlier withdrawal to it was approved by people. */
  address: string;
}

async function startBatchWorld(onEnd: Context['onEnd']): Promise<BatchWorld> {
  // The signer has a clock of its own: the day that makes the address known lies behind us.
  const world = await startBitcoinPayoutFixture({ now: new Date(Date.now() - 26 * 3_600_000) });
  onEnd(() => world.stop());
  const customer = await world.customer(...Array.from({ length: 4 }, () => '0.5'));
  const address = await world.receiver();
  await world.approve(await world.applied(customer, address, '0.1'));
  await world.app.runJobs();
  await world.mine(4);
  world.app.clock.advance({ hours: 26 });
  const bounds = '--per-payment 0.01 --per-customer-day 1 --per-day 1 --known-days 1';
  const on = await world.ops('withdrawal:rule', `--coin BTC ${bounds} --by admin --approved-by approver`);
  assert.equal(on.exit, 0, on.failed.join());
  await world.signer.setRule('bitcoin', { perPayment: '1000000', perDay: '100000000' });
  const environment = { BITCOIN_RPC_URL: world.bitcoind.url, DATA_DIR: world.signer.dataDir };
  const worker = 'apps/server/src/testing/paying-process.ts';
  const { work, end } = await mortalProcesses(worker, world.app.databaseUrl, environment);
  onEnd(end);
  return { world, work, customer, address };
}

async function approvedByRule({ world, customer, address }: BatchWorld): Promise<string[]> {
  const ids: string[] = [];
  const approve = world.app.jobs['withdrawal-auto-approval'] as (payload: unknown) => Promise<void>;
  for (const amount of amounts) {
    const id = await world.applied(customer, address, amount);
    await approve({ id });
    ids.push(id);
  }
  return ids;
}

/** The transactions to the receiver, each with its outputs there in satoshi. */
async function paid({ world, address }: BatchWorld): Promise<Map<string, bigint[]>> {
  const listed = (await world.bitcoind.call('listreceivedbyaddress', [0, false, true, address])) as {
    txids: string[];
  }[];
  const found = new Map<string, bigint[]>();
  for (const txid of listed.flatMap(({ txids }) => txids)) {
    const { details } = (await world.bitcoind.call('gettransaction', [txid])) as {
      details: { address: string; category: string; amount: number }[];
    };
    const here = details.filter((one) => one.address === address && one.category === 'receive');
    found.set(txid, here.map(({ amount }) => BigInt(Math.round(amount * 1e8))).toSorted(ascending));
  }
  return found;
}
const ascending = (one: bigint, other: bigint): number => (one < other ? -1 : Number(one > other));

async function assertPaidTogether(killed: BatchWorld, ids: readonly string[], known: ReadonlySet<string>) {
  const records = await Promise.all(ids.map((id) => killed.world.record(killed.customer, id)));
  assert.deepEqual(
    records.map(({ thirdStatus }) => thirdStatus),
    ids.map(() => 'SUCCESS'),
  );
  const made = [...(await paid(killed))].filter(([txid]) => !known.has(txid));
  assert.deepEqual(made, [[records[0]?.txid, outputs]]);
}

/** One batch, whose worker dies at the point. */
async function killOnce(killed: BatchWorld, point: string): Promise<void> {
  const { world, work } = killed;
  const known = new Set((await paid(killed)).keys());
  const ids = await approvedByRule(killed);
  if (point.startsWith('confirm:')) {
    // Out first; the worker that is killed is the one that finds it final.
    await world.app.runJobs();
    await world.look(3);
    await world.mine(1);
    await world.bitcoind.mine(2);
  }
  assert.ok(await workUntil(work, [world.app.clock.now().toISOString(), point]), `no worker got to ${point}`);
  await world.app.runJobs();
  await world.look(3);
  await world.mine(3);
  await assertPaidTogether(killed, ids, known).catch((cause) => {
    throw new Error(`after ${point}`, { cause });
  });
  await world.assertBooks();
}

export async function simulateBatchKills({ seed, sizes }: Options, { prove, onEnd }: Context): Promise<void> {
  await ensureBitcoind();
  const killed = await startBatchWorld(onEnd);
  await prove(`R4: ${sizes.batchKills} SIGKILLs of a worker that pays three at once: each is paid once`, async () => {
    for (let kill = 0; kill < sizes.batchKills; kill += 1)
      await killOnce(killed, failpoints[(seed + kill) % failpoints.length] as string);
  });
  await prove('R4, control: a second transaction to the receiver is seen', async () => {
    const known = new Set((await paid(killed)).keys());
    const ids = await approvedByRule(killed);
    await killed.world.look(3);
    await killed.world.mine(3);
    await assertPaidTogether(killed, ids, known);
    const strange = await killed.world.bitcoind.pay(killed.address, '0.0011');
    await killed.world.mine(3);
    await assert.rejects(assertPaidTogether(killed, ids, known), new RegExp(strange.txid));
  });
}
