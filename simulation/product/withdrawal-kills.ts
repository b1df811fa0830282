/**
 * R4, withdrawals: a real worker process gets a real SIGKILL at every named point of paying, on a real bitcoind and a real
 * anvil in turn, with the real signer. The next worker completes it: one payment on the chain, no nonce left out,
 * and custody is what the nodes hold. The control takes the memory of what was signed away.
 */
import assert from 'node:assert/strict';
import { mortalProcesses } from '../../apps/server/src/testing/mortal-process.ts';
import { failpoints } from '../../apps/server/src/testing/payout-deps.ts';
import { ensureBitcoind } from '../../scripts/lib/bitcoind.mjs';
import { type PayingSide, startPayingFixture } from './paying-fixture.ts';
import type { Context, Options } from './proofs.ts';
import { workUntil } from './work-until.ts';

/** The payment is broadcast but not recorded, or confirmed but not posted: the short form takes these first. */
const worst = ['broadcast:sent', 'sign:before-commit', 'confirm:before-commit', 'sign:answered'];

type World = Awaited<ReturnType<typeof startPayingFixture>>;

/** A world with its own worker processes. */
interface KillWorld {
  world: World;
  work: Awaited<ReturnType<typeof mortalProcesses>>['work'];
}

async function startKillWorld(onEnd: Context['onEnd']): Promise<KillWorld> {
  const world = await startPayingFixture();
  onEnd(() => world.stop());
  const worker = 'apps/server/src/testing/paying-process.ts';
  const { work, end } = await mortalProcesses(worker, world.app.databaseUrl, world.environment);
  onEnd(end);
  return { world, work };
}

const killedAt = ({ world, work }: KillWorld, point: string): Promise<boolean> =>
  workUntil(work, [world.app.clock.now().toISOString(), point]);

async function takeOver(world: World, { mine }: PayingSide): Promise<void> {
  await world.app.runJobs();
  for (let round = 0; round < 3; round++) await world.look();
  await mine(3);
}

async function assertPaidOnce(
  { app, customer }: World,
  { net, paymentsTo }: PayingSide,
  id: string,
  address: string,
): Promise<void> {
  const [record] = (await app.data('withdrawPage', { id }, customer.caller)).records;
  const { status, thirdStatus } = record ?? {};
  assert.deepEqual({ status, thirdStatus }, { status: 'SUCCESS', thirdStatus: 'SUCCESS' });
  assert.deepEqual(await paymentsTo(address), [net]);
}

/** The kills `from` to before `to`, one after the other; `onKilled` hears of each. */
async function killAll(
  { seed, from, to, onKilled }: { seed: number; from: number; to: number; onKilled(): void },
  killWorld: KillWorld,
): Promise<void> {
  const { world } = killWorld;
  const others = failpoints.filter((point) => !worst.includes(point));
  const all = [...worst, ...others.slice(seed % others.length), ...others.slice(0, seed % others.length)];
  const [bitcoin, ethereum] = world.sides;
  await ethereum.fund(Math.ceil((to - from) / 2) + 2);
  const nonces = await ethereum.noncesUsed();
  let onEthereum = 0;
  for (let kill = from; kill < to; kill++) {
    if ((kill - from) % 20 === 0) await bitcoin.fund(Math.min(10, to - kill) + 1);
    // There is an odd number of points: each comes to each chain.
    const point = all[kill % all.length] as string;
    const side = world.sides[kill % 2] ?? bitcoin;
    const address = await side.newAddress();
    const id = await world.approved(side, address, `kill ${kill}`);
    if (point.startsWith('confirm:')) {
      // Out first; the worker that is killed is the one that finds it final.
      await world.app.runJobs();
      await side.mine(1);
      await side.mineUnseen(2);
    }
    const where = `${point} on ${side.network}, kill ${kill}`;
    assert.ok(await killedAt(killWorld, point), `no worker got to ${where}`);
    await takeOver(world, side);
    await assertPaidOnce(world, side, id, address).catch((error) => {
      throw new Error(`after ${where}`, { cause: error });
    });
    if (side === ethereum) onEthereum += 1;
    assert.equal(await ethereum.noncesUsed(), nonces + onEthereum, where);
    onKilled();
  }
  await world.look();
  await world.assertCustody();
}

/** Throws away all memory of a payment that is out: the next worker pays once more, and that is noticed. */
async function payTwice(killWorld: KillWorld, side: PayingSide): Promise<void> {
  const { world } = killWorld;
  const { app, signer } = world;
  await side.fund(3);
  const address = await side.newAddress();
  const id = await world.approved(side, address, `control ${side.network}`);
  assert.ok(await killedAt(killWorld, 'broadcast:sent'));
  await side.mine(1);
  // The stored bytes, the reserved nonce, the signer's own journal, and the server's memory of it: each alone would still hold.
  // On Bitcoin the outputs too: a worker that takes the same ones makes the same transaction, so they stay reserved here.
  const guarded = [
    'withdrawal',
    'withdrawal_payment',
    'outpoint_reservation',
    'withdrawal_step',
    'account_nonce',
    'signer_journal',
  ];
  const all = (action: string) => guarded.map((table) => `alter table ${table} ${action} trigger user;`).join('\n');
  await app.owner.query({
    text: `${all('disable')}
         delete from signer_journal;
         delete from withdrawal_payment where withdrawal_id = ${id};
         delete from withdrawal_step where withdrawal_id = ${id} and step in ('SIGNED', 'BROADCAST');
         delete from account_nonce where holder = 'withdrawal:${id}';
         update withdrawal set phase = 'SIGNING' where id = ${id};
         ${all('enable')}`,
  });
  await signer.forget();
  await takeOver(world, side);
  await assert.rejects(assertPaidOnce(world, side, id, address));
  assert.equal((await side.paymentsTo(address)).length, 2);
  await assert.rejects(world.assertCustody(), new RegExp(`custody ${side.coin}`));
}

export async function simulateWithdrawalKills({ seed, sizes }: Options, { prove, onEnd }: Context): Promise<void> {
  await ensureBitcoind();
  const { withdrawalKills: wanted } = sizes;
  /** A payment is a chain of small waits for one process after the other: worlds that know nothing of each other share the machine well. */
  const worldCount = Math.min(4, Math.ceil(wanted / 2 / failpoints.length));
  const killWorlds = await Promise.all(Array.from({ length: worldCount }, () => startKillWorld(onEnd)));
  const upTo = (index: number) => Math.round((wanted * index) / worldCount);
  await prove(`R4: ${wanted} SIGKILLs of a paying worker: each withdrawal is paid once`, async () => {
    let killed = 0;
    const onKilled = () => {
      killed += 1;
      if (killed % 50 === 0) console.log(`R4: ${killed} kills after ${Math.round(performance.now() / 1000)} s`);
    };
    await Promise.all(
      killWorlds.map((killWorld, at) => killAll({ seed, from: upTo(at), to: upTo(at + 1), onKilled }, killWorld)),
    );
    assert.equal(killed, wanted);
  });
  // Last: it leaves a payment on each chain that the books do not know.
  const [first] = killWorlds;
  for (const side of first?.world.sides ?? []) {
    await prove(
      `R4, control: without any record of the signature, a killed worker pays twice, ${side.network}`,
      async () => payTwice(first as KillWorld, side),
    );
  }
}
