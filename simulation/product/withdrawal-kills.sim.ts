/**
 * R4, withdrawals: a real worker process gets a real SIGKILL at every named point of paying, on a real bitcoind and a real
 * anvil in turn, with the real signer. Whoever takes over brings it to its end: one payment on the chain, no nonce left out,
 * and custody is what the nodes hold. The control takes the memory of what was signed away.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mortalProcess } from '../../apps/server/src/testing/mortal-process.ts';
import { type PayingSide, startPayingWorld } from './paying-world.ts';
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

let world: Awaited<ReturnType<typeof startPayingWorld>>;
let work: Awaited<ReturnType<typeof mortalProcess>>;

beforeAll(async () => {
  world = await startPayingWorld();
  work = await mortalProcess('apps/server/src/testing/paying-process.ts', world.app.databaseUrl, world.environment);
});
afterAll(() => world?.stop());

/** Whether the worker died of the kill that it gives itself; one that never gets to the point ends well. */
async function workUntil(point: string): Promise<boolean> {
  const { signal, code, complaint } = await work([world.app.clock.now().toISOString(), point]);
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the worker ended with ${code ?? signal}: ${complaint}`);
  return signal === 'SIGKILL';
}

async function takeOver({ mine }: PayingSide): Promise<void> {
  await world.app.runJobs();
  for (let round = 0; round < 3; round++) await world.look();
  await mine(3);
}

async function assertPaidOnce({ net, paymentsTo }: PayingSide, id: string, address: string): Promise<void> {
  const [record] = (await world.app.data('withdrawPage', { id }, world.customer.caller)).records;
  expect(record).toMatchObject({ status: 'SUCCESS', thirdStatus: 'SUCCESS' });
  expect(await paymentsTo(address)).toEqual([net]);
}

it(`R4: ${sizes.withdrawalKills} SIGKILLs of a paying worker: each withdrawal is paid once`, async () => {
  const others = points.filter((point) => !worst.includes(point));
  const all = [...worst, ...others.slice(seed % others.length), ...others.slice(0, seed % others.length)];
  const [bitcoin, ethereum] = world.sides;
  await ethereum.fund(Math.ceil(sizes.withdrawalKills / 2) + 2);
  const nonces = await ethereum.noncesUsed();
  let onEthereum = 0;
  for (let kill = 0; kill < sizes.withdrawalKills; kill++) {
    if (kill % 20 === 0) await bitcoin.fund(Math.min(10, sizes.withdrawalKills - kill) + 1);
    // There is an odd number of points: each comes to each chain.
    const point = all[kill % all.length] as string;
    const side = world.sides[kill % 2] ?? bitcoin;
    const address = await side.newAddress();
    const id = await world.approved(side, address, `kill ${kill}`);
    if (point.startsWith('follow:')) {
      // Out first; the worker that is killed is the one that finds it final.
      await world.app.runJobs();
      await side.mine(1);
      await side.mineUnseen(2);
    }
    expect(await workUntil(point), `no worker got to ${point} on ${side.network}`).toBe(true);
    await takeOver(side);
    await assertPaidOnce(side, id, address);
    if (side === ethereum) onEthereum += 1;
    expect(await ethereum.noncesUsed()).toBe(nonces + onEthereum);
    if (kill % 50 === 49) console.log(`R4: ${kill + 1} kills, ${onEthereum} of them on Ethereum`);
  }
  await world.assertCustody();
});

// Last: it leaves a payment on each chain that the books do not know.
it.each([0, 1] as const)(
  'R4, control: where nobody remembers what was signed, a killed worker pays twice (%i)',
  async (at) => {
    const side = world.sides[at];
    const { app, signer } = world;
    await side.fund(3);
    const address = await side.newAddress();
    const id = await world.approved(side, address, `control ${side.network}`);
    expect(await workUntil('broadcast:sent')).toBe(true);
    await side.mine(1);
    // The stored bytes, the reserved nonce, and the signer's own journal: each alone would still hold. On Bitcoin the outputs too:
    // whoever takes the same ones makes the same transaction, so they stay taken here.
    const guarded = ['withdrawal', 'withdrawal_payment', 'withdrawal_spend', 'withdrawal_step', 'account_nonce'];
    const all = (deed: string) => guarded.map((table) => `alter table ${table} ${deed} trigger user;`).join('\n');
    await app.owner.query({
      text: `${all('disable')}
           delete from withdrawal_payment where withdrawal_id = ${id};
           delete from withdrawal_step where withdrawal_id = ${id} and step in ('SIGNED', 'BROADCAST');
           delete from account_nonce where holder = 'withdrawal:${id}';
           update withdrawal set third_status = 'APPROVAL_TO_BE_SIGNED' where id = ${id};
           ${all('enable')}`,
    });
    await signer.forget();
    await takeOver(side);
    await expect(assertPaidOnce(side, id, address)).rejects.toThrow();
    expect(await side.paymentsTo(address)).toHaveLength(2);
    await expect(world.assertCustody()).rejects.toThrow(`custody ${side.coin}`);
  },
);
