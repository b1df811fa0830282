// A failing sweep delays no other: a refused fee, a chain that does not respond, a slower worker. A signed sweep is confirmed, and
// a condition that returns is logged again.
import { ChainUnavailable } from '@lode/chain';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { internalTransferSigner } from '../../platform/chains/internal-transfer-signer.ts';
import { writeUnsigned } from '../../platform/chains/stored-unsigned.ts';
import { startEvmWorld } from '../../testing/evm-fixture.ts';
import { raiseFee } from '../../testing/payout-deps.ts';
import { recordingLog } from '../../testing/recording-log.ts';
import type { SweepsDeps } from './sweeps.slice.ts';
import { type SweepWorld, stepsOf, sweeperOf } from './testing/sweeper.ts';

const gwei = 10n ** 9n;
let world: SweepWorld;
let log = recordingLog();
let before = 0;

beforeAll(async () => {
  world = await startEvmWorld();
  await world.fund({ wei: 10n ** 18n });
});
afterAll(() => world?.stop());
afterEach(() => world.assertBooks());
beforeEach(async () => {
  log = recordingLog();
  before = (await stepsOf(world)).length;
});

const sweeper = (broken: Partial<SweepsDeps> = {}) => sweeperOf(world, { log, ...broken });
const steps = async () => (await stepsOf(world)).slice(before);

/** Blocks that only the deposits look at: sweeps are the test's own. */
async function mine(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await world.anvil.mine();
    for (const watcher of world.app.slices.deposits.watchers) await watcher(world.app.clock.now());
  }
}

/** A deposit without a sweep. */
async function deposited(amount: bigint): Promise<void> {
  const customer = await world.app.createMoneyCustomer();
  await world.anvil.issue(await world.addressOf(customer), amount);
  await mine(3);
}

async function runToEnd(tick: () => Promise<void>): Promise<void> {
  for (let round = 0; round < 14; round += 1) {
    await mine(1);
    await tick();
  }
}

async function signedNow(): Promise<number | undefined> {
  const { rows } = await world.app.owner.query<{ signed: number }>({
    text: 'select count(txid)::int as signed from sweep_payment join sweep s on s.id = sweep_id where s.ended_at is null',
  });
  return rows[0]?.signed;
}

type Sign = NonNullable<SweepsDeps['sign']>;
type Race = (
  quick: () => Promise<void>,
  sign: () => ReturnType<Sign>,
  unsigned: Parameters<Sign>[1],
) => ReturnType<Sign>;

/** A quick worker is refused, and gives up and plans anew while the first request of a slower one is on its way. */
async function outrun(race: Race): Promise<void> {
  const sign = internalTransferSigner(world.signer.client);
  const quick = sweeper({ sign: async () => ({ refused: 'above the limit for one day' }) });
  await quick();
  let asked = 0;
  const slow = sweeper({
    sign(move, unsigned) {
      const signIt = () => sign(move, unsigned);
      return asked++ === 0 ? race(quick, signIt, unsigned) : signIt();
    },
  });
  await slow();
}

it('is posted though its higher fee is refused', async () => {
  await deposited(45_000_000n);
  const sign = internalTransferSigner(world.signer.client);
  let refusals = 0;
  const tick = sweeper({
    async sign(move, unsigned) {
      const { rate } = unsigned;
      if (rate.unit !== 'WEI_PER_GAS' || rate.maxFee < 40n * gwei) return sign(move, unsigned);
      refusals += 1;
      return { refused: 'the fee is above the limit' };
    },
  });
  await tick();
  await tick();
  const restoreFee = raiseFee(world.chain);
  world.app.clock.advance({ minutes: 11 });
  await tick();
  await tick();
  await tick();
  restoreFee();
  expect(refusals).toBeGreaterThan(0);
  expect(log.events).toEqual([
    expect.objectContaining({ event: 'sweep.not-signed', reason: 'the fee is above the limit' }),
  ]);
  await runToEnd(tick);
  expect(await steps()).toEqual(['TOP_UP true', 'SWEEP true']);
});

it('sends the first one again where its address cannot pay the higher fee', async () => {
  await deposited(44_000_000n);
  const tick = sweeper();
  for (let round = 0; round < 12 && !(await steps()).includes('SWEEP open'); round += 1) {
    await mine(1);
    await tick();
  }
  await tick();
  const restoreFee = raiseFee(world.chain);
  world.app.clock.advance({ minutes: 11 });
  await tick();
  await tick();
  restoreFee();
  expect(await signedNow()).toBe(2);
  const { rows } = await world.app.owner.query<{ txid: string }>({
    text: 'select txid from sweep_payment where attempt = 0 order by sweep_id desc limit 1',
  });
  // A full node may have forgotten it.
  await world.anvil.ask('anvil_dropTransaction', rows[0]?.txid);
  await runToEnd(tick);
  expect(await steps()).toEqual(['TOP_UP true', 'SWEEP true']);
  expect(log.events).toEqual([expect.objectContaining({ event: 'sweep.not-broadcast' })]);
});

it.each([
  ['fails', new Error('the signed bytes are not what was built'), 'sweeps could not be looked at'],
  ['has no answer from the chain', new ChainUnavailable('ERC20', 'down', 'no answer'), null],
])('that %s holds up no other', async (_name, error, failure) => {
  await deposited(46_000_000n);
  const sign = internalTransferSigner(world.signer.client);
  let stuck: string | null = null;
  let isStuck = true;
  const tick = sweeper({
    async sign(move, unsigned) {
      stuck ??= move.id;
      if (isStuck && move.id === stuck) throw error;
      return sign(move, unsigned);
    },
  });
  const round = () =>
    tick().then(
      () => null,
      (error: AggregateError) => `${error.message}: ${error.errors.map(({ message }: Error) => message).join()}`,
    );
  await tick();
  const failed = failure && `${failure}: ${error.message}`;
  expect(await round()).toBe(failed);
  await deposited(47_000_000n);
  expect(await round()).toBe(failed);
  expect(await round()).toBe(failed);
  expect(await steps()).toEqual(['TOP_UP open', 'TOP_UP open']);
  expect(await signedNow()).toBe(1);
  expect(log.events).toEqual(failure ? [] : [{ event: 'sweep.waiting', reason: error.message }]);
  isStuck = false;
  await runToEnd(tick);
  expect((await steps()).sort()).toEqual(['SWEEP true', 'SWEEP true', 'TOP_UP true', 'TOP_UP true']);
});

it('that one worker gives up while another one has it signed is in the books', async () => {
  await deposited(48_000_000n);
  await outrun(async (quick, sign) => {
    await quick();
    return sign();
  });
  expect(await steps()).toEqual(['TOP_UP false', 'TOP_UP false', 'TOP_UP open']);
  await runToEnd(sweeper());
  expect(await steps()).toEqual(['TOP_UP false', 'TOP_UP false', 'TOP_UP true', 'SWEEP true']);
});

it('that was given up and goes on under a new name is offered at a higher fee, though the signer knows it by its first one', async () => {
  await deposited(49_000_000n);
  await outrun(async (quick, sign) => {
    const answer = await sign();
    await quick();
    return answer;
  });
  log = recordingLog();
  const usual = sweeper();
  // Readmitted, and sent.
  await usual();
  const restoreFee = raiseFee(world.chain);
  world.app.clock.advance({ minutes: 11 });
  await usual();
  await usual();
  restoreFee();
  expect(log.events).toEqual([]);
  expect(await signedNow()).toBe(2);
  await runToEnd(usual);
  expect((await steps()).slice(-2)).toEqual(['TOP_UP true', 'SWEEP true']);
});

it('that comes back signed while another one of its address is signed, too, goes on beside it', async () => {
  await deposited(51_000_000n);
  const owner = (text: string, values: unknown[] = []) => world.app.owner.query({ text, values });
  await outrun(async (quick, sign, unsigned) => {
    // Given up and planned anew meanwhile; another payment took its nonce, so the new one has another, and is signed.
    await quick();
    const { rows } = await world.app.owner.query<{ id: string; nonce: number }>({
      text: `select s.id::text as id, n.nonce from sweep s join account_nonce n on n.holder = 'top-up:' || s.id where s.ended_at is null`,
    });
    const [planned] = rows;
    if (!planned) throw new Error('nothing was planned anew');
    const answer = await sign();
    const later = await world.chain.build({
      to: unsigned.to,
      coin: 'ETH',
      amount: unsigned.amount,
      rate: unsigned.rate,
      source: { kind: 'ACCOUNT', from: world.hot, nonce: planned.nonce + 1 },
    });
    if ('refused' in later) throw new Error(later.refused);
    await owner('delete from account_nonce where holder = $1', [`top-up:${planned.id}`]);
    await owner(`insert into account_nonce (address_key, nonce, holder, usdt, wei) values ($1, $2, $3, 0, 0)`, [
      world.hot.key,
      planned.nonce + 1,
      `top-up:${planned.id}`,
    ]);
    await owner('alter table sweep_payment disable trigger sweep_payment_stands');
    await owner('update sweep_payment set unsigned = $2 where sweep_id = $1', [planned.id, writeUnsigned(later)]);
    await owner('alter table sweep_payment enable trigger sweep_payment_stands');
    await sweeper()();
    return answer;
  });
  const openNow = async () => (await steps()).filter((step) => step.endsWith('open'));
  expect(await openNow()).toEqual(['TOP_UP open', 'TOP_UP open']);
  await runToEnd(sweeper());
  expect(await steps()).toEqual(['TOP_UP false', 'TOP_UP true', 'TOP_UP true', 'SWEEP true']);
});

it('logs an unavailable node once, and once more when it is unavailable again', async () => {
  const { identify } = world.chain;
  const tick = sweeper();
  const isDown = async () => {
    world.chain.identify = () => Promise.reject(new ChainUnavailable('ERC20', 'down', 'no answer'));
    await tick();
    await tick();
    world.chain.identify = identify;
  };
  await isDown();
  await tick();
  await isDown();
  const waiting = { event: 'sweep.waiting', reason: 'ERC20 node unavailable (down): no answer' };
  expect(log.events).toEqual([waiting, waiting]);
});
