// That a payment can never be in a block any more returns its amount, and is the word of two nodes where a second one is configured.
// On a real anvil, with the real signer; the first node lies, or the second.
import { type ChainAdapter, ChainUnavailable, type SentStatus } from '@lode/chain';
import { afterEach, expect, it } from 'vitest';
import { fundedEvmTests } from '../../../testing/funded-evm-fixture.ts';
import { endAt } from '../../../testing/payout-deps.ts';

const world = fundedEvmTests({ paidIn: 1_000_000_000n });
const conflicted: SentStatus = { state: 'CONFLICTED', by: `0x${'ab'.repeat(32)}`, confirmations: 99 };

afterEach(async () => {
  delete world.second.ERC20;
  await world.mine(4);
  await world.assertBooks();
});

const fail = (id: string) =>
  world.ops('withdrawal:fail', `--id ${id} --by finance --approved-by approver --reason looked-up`);

/** A node that says the same of every payment; everything else that it says is true. */
const nodeSaying = (status: SentStatus): ChainAdapter => ({ ...world.chain, status: async () => status });

/** The usual node says so while `during` runs. */
async function lying<Result>(status: SentStatus, during: () => Promise<Result>): Promise<Result> {
  const truth = world.chain.status;
  world.chain.status = async () => status;
  try {
    return await during();
  } finally {
    world.chain.status = truth;
  }
}

async function broadcast(): Promise<string> {
  const id = await world.approvedOne();
  await world.look(4);
  expect(await world.state(id)).toBe('IN_PAYMENT');
  return id;
}

it('one node that says that a nonce was used elsewhere returns nothing that is on its way, or paid', async () => {
  world.second.ERC20 = { ...world.chain };
  const id = await broadcast();
  const refused = { exit: 1, failed: [expect.stringContaining('the second node does not confirm it')] };
  expect(await lying(conflicted, () => fail(id))).toMatchObject(refused);
  await world.anvil.mine(3);
  expect(await lying(conflicted, () => fail(id))).toMatchObject(refused);
  await world.mine(4);
  await world.expectPaid(id);
});

it('its amount returned by the word of that node alone, where no second one is (control)', async () => {
  const id = await broadcast();
  const preview = () => world.ops('withdrawal:fail', `--id ${id} --by finance --reason looked-up`);
  expect(await lying(conflicted, preview)).toMatchObject({ exit: 0 });
  expect(await preview()).toMatchObject({ exit: 1 });
});

it.each<[string, () => ChainAdapter, string]>([
  ['does not know it', () => nodeSaying({ state: 'UNKNOWN' }), 'does not confirm it'],
  ['has it waiting', () => nodeSaying({ state: 'MEMPOOL' }), 'does not confirm it'],
  ['has too few blocks', () => nodeSaying({ ...conflicted, confirmations: 1 }), 'does not confirm it'],
  [
    'does not answer',
    () => ({
      ...world.chain,
      identify: async () => {
        throw new ChainUnavailable('ERC20', 'down', 'gone');
      },
    }),
    'gone',
  ],
])(
  'what is in fact used elsewhere waits while the second node %s, and returns once, when it agrees',
  async (_what, second, why) => {
    const id = await world.approvedOne();
    await endAt('sign:committed', world.payer);
    expect(await world.state(id)).toBe('IN_PAYMENT');
    await world.strange(await world.nonceNow());
    await world.mine(4);
    world.second.ERC20 = second();
    expect(await fail(id)).toMatchObject({ exit: 1, failed: [expect.stringContaining(why)] });
    expect(await world.state(id)).toBe('IN_PAYMENT');
    world.second.ERC20 = { ...world.chain };
    expect(await fail(id)).toMatchObject({ exit: 0 });
    expect(await world.state(id)).toBe('FAILED');
    expect(await world.balance()).toBe(world.before);
    expect(await world.usdtOf(world.address)).toBe(0n);
  },
);
