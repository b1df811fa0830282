/**
 * R4, withdrawals: a real worker process gets a real SIGKILL at every named point of paying, on a real bitcoind and a real
 * anvil in turn, with the real signer. The next worker completes it: one payment on the chain, no nonce left out,
 * and custody is what the nodes hold. The control takes the memory of what was signed away.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mortalProcesses } from '../../apps/server/src/testing/mortal-process.ts';
import { type PayingSide, startPayingWorld } from './paying-fixture.ts';
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
  'confirm:final',
  'confirm:before-commit',
  'confirm:settled',
];
/** The payment is broadcast but not recorded, or confirmed but not posted: the short form takes these first. */
const worst = ['broadcast:sent', 'sign:before-commit', 'confirm:before-commit', 'sign:answered'];

type World = Awaited<ReturnType<typeof startPayingWorld>>;

/** A world with its own worker processes. */
interface KillWorld {
  world: World;
  work: Awaited<ReturnType<typeof mortalProcesses>>['work'];
}
let killWorlds: KillWorld[] = [];
const ends: (() => Promise<void>)[] = [];

/** A payment is a chain of small waits for one process after the other: worlds that know nothing of each other share the machine well. */
const worldCount = Math.min(4, Math.ceil(sizes.withdrawalKills / 2 / points.length));

async function startKillWorld(): Promise<KillWorld> {
  const world = await startPayingWorld();
  ends.push(() => world.stop());
  const worker = 'apps/server/src/testing/paying-process.ts';
  const { work, end } = await mortalProcesses(worker, world.app.databaseUrl, world.environment);
  ends.push(async () => end());
  return { world, work };
}

beforeAll(async () => {
  killWorlds = await Promise.all(Array.from({ length: worldCount }, startKillWorld));
});
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

/** Whether the worker died of the kill that it gives itself; one that never gets to the point ends well. */
async function workUntil({ world, work }: KillWorld, point: string): Promise<boolean> {
  const { signal, code, complaint } = await work([world.app.clock.now().toISOString(), point]);
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the worker ended with ${code ?? signal}: ${complaint}`);
  return signal === 'SIGKILL';
}

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
  expect(record).toMatchObject({ status: 'SUCCESS', thirdStatus: 'SUCCESS' });
  expect(await paymentsTo(address)).toEqual([net]);
}

let killed = 0;

/** The kills `from` to before `to`, one after the other. */
async function killAll(killWorld: KillWorld, from: number, to: number): Promise<void> {
  const { world } = killWorld;
  const others = points.filter((point) => !worst.includes(point));
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
    expect(await workUntil(killWorld, point), `no worker got to ${where}`).toBe(true);
    await takeOver(world, side);
    await assertPaidOnce(world, side, id, address).catch((error) => {
      throw new Error(`after ${where}`, { cause: error });
    });
    if (side === ethereum) onEthereum += 1;
    expect(await ethereum.noncesUsed(), where).toBe(nonces + onEthereum);
    killed += 1;
    if (killed % 50 === 0) console.log(`R4: ${killed} kills after ${Math.round(performance.now() / 1000)} s`);
  }
  await world.look();
  await world.assertCustody();
}

it(`R4: ${sizes.withdrawalKills} SIGKILLs of a paying worker: each withdrawal is paid once`, async () => {
  const upTo = (index: number) => Math.round((sizes.withdrawalKills * index) / worldCount);
  await Promise.all(killWorlds.map((killWorld, at) => killAll(killWorld, upTo(at), upTo(at + 1))));
  expect(killed).toBe(sizes.withdrawalKills);
});

// Last: it leaves a payment on each chain that the books do not know.
it.each([0, 1] as const)(
  'R4, control: without any record of the signature, a killed worker pays twice (%i)',
  async (at) => {
    const killWorld = killWorlds[0] as KillWorld;
    const { world } = killWorld;
    const side = world.sides[at];
    const { app, signer } = world;
    await side.fund(3);
    const address = await side.newAddress();
    const id = await world.approved(side, address, `control ${side.network}`);
    expect(await workUntil(killWorld, 'broadcast:sent')).toBe(true);
    await side.mine(1);
    // The stored bytes, the reserved nonce, and the signer's own journal: each alone would still hold. On Bitcoin the outputs too:
    // a worker that takes the same ones makes the same transaction, so they stay reserved here.
    const guarded = ['withdrawal', 'withdrawal_payment', 'outpoint_reservation', 'withdrawal_step', 'account_nonce'];
    const all = (action: string) => guarded.map((table) => `alter table ${table} ${action} trigger user;`).join('\n');
    await app.owner.query({
      text: `${all('disable')}
           delete from withdrawal_payment where withdrawal_id = ${id};
           delete from withdrawal_step where withdrawal_id = ${id} and step in ('SIGNED', 'BROADCAST');
           delete from account_nonce where holder = 'withdrawal:${id}';
           update withdrawal set phase = 'SIGNING' where id = ${id};
           ${all('enable')}`,
    });
    await signer.forget();
    await takeOver(world, side);
    await expect(assertPaidOnce(world, side, id, address)).rejects.toThrow();
    expect(await side.paymentsTo(address)).toHaveLength(2);
    await expect(world.assertCustody()).rejects.toThrow(`custody ${side.coin}`);
  },
);
