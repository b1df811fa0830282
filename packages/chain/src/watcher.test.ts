// Proves that a watcher ends with the state of the node's best chain through forks, kills, lost, duplicated and shuffled
// notifications, and a node that fails or changes during a read (R6, R7).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChainUnavailable } from './errors.ts';
import type { ScannedBlock } from './shapes.ts';
import { DepositBook } from './testing/deposit-book.ts';
import { ScriptedBlocks, scanTransactions, scriptedTx } from './testing/scripted-blocks.ts';
import { ScriptedChain } from './testing/scripted-chain.ts';
import { advance, pinWatcher, readBlockUpdate, type WatcherState } from './watcher.ts';

const limits = { maxDepth: 12, maxBlocks: 5 };
const keys = Array.from({ length: 8 }, (_, index) => new ScriptedChain().ownAddress('customer', index).key);

/** A caller of the watcher: stores effects and state together, as one database transaction does. */
class Follower {
  book = new DepositBook(keys);
  stopped = false;
  private state: WatcherState;
  private readonly chain: ScriptedChain;

  private constructor(chain: ScriptedChain, state: WatcherState) {
    this.chain = chain;
    this.state = state;
  }

  static async start(chain: ScriptedChain): Promise<Follower> {
    return new Follower(chain, await pinWatcher(chain, limits.maxDepth));
  }

  /** One step; false when there is nothing more to do now. */
  async step(isKilledBeforeStoring = false): Promise<boolean> {
    if (this.stopped) return false;
    const step = await readBlockUpdate(this.state, this.chain, this.book, limits);
    if (step.kind === 'TOO_DEEP') this.stopped = true;
    if (step.kind !== 'BLOCKS') return false;
    if (isKilledBeforeStoring) return true;
    this.book.apply(step);
    this.state = advance(this.state, step, limits.maxDepth);
    expect(this.state.recent.length).toBeLessThanOrEqual(limits.maxDepth + 1);
    return true;
  }

  async catchUp(): Promise<void> {
    while (await this.step());
  }
}

/** The best chain's payments and spends, read without a watcher. */
function truth(chain: ScriptedChain): string[] {
  const outputs = chain.blocks.transactions().flatMap(({ tx, block }) =>
    tx.outputs.map(({ key, amount }, index) => ({
      key,
      name: `${tx.txid}:${index}`,
      text: `${block.height} ${block.hash} ${tx.txid}:${index} ${amount}`,
    })),
  );
  const own = outputs.filter(({ key }) => keys.includes(key));
  const ownNames = new Set(own.map(({ name }) => name));
  const spentOutputs = chain.blocks
    .transactions()
    .flatMap(({ tx }) =>
      tx.inputs.filter((input) => ownNames.has(input)).map((input) => `${input} spent by ${tx.txid}`),
    );
  return [...own.map(({ text }) => text), ...spentOutputs].sort();
}

/** Random life of a chain: payments (some spending our own earlier ones), blocks, forks that keep or lose what was in them. */
const fork = fc.record({
  do: fc.constant('fork' as const),
  depth: fc.integer({ min: 1, max: limits.maxDepth }),
  longer: fc.integer({ min: 0, max: 3 }),
  keeps: fc.boolean(),
});
const happenings = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), key: fc.nat(9), spendsOwn: fc.boolean() }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('mine' as const) }) },
    { weight: 2, arbitrary: fork },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('step' as const), isKilled: fc.boolean() }) },
  ),
  { maxLength: 30 },
);
type Happening = (typeof happenings extends fc.Arbitrary<infer T> ? T : never)[number];

function startChain(): ScriptedChain {
  const chain = new ScriptedChain();
  for (let block = 0; block < 30; block += 1) chain.blocks.mine();
  return chain;
}

let payments = 0;
function happen(chain: ScriptedChain, happening: Exclude<Happening, { do: 'step' }>): void {
  const { blocks } = chain;
  if (happening.do === 'mine') return void blocks.mine();
  if (happening.do === 'pay') {
    payments += 1;
    const key = keys[happening.key] ?? 'ff'.repeat(20);
    const own = blocks
      .transactions()
      .flatMap(({ tx }) => tx.outputs.map((output, index) => ({ ...output, name: `${tx.txid}:${index}` })))
      .find((output) => keys.includes(output.key) && blocks.isUnspent(output.name, true));
    const input = happening.spendsOwn && own ? own.name : `outside:${payments}`;
    return blocks.submit(
      scriptedTx(
        [input],
        [
          { key, amount: BigInt(payments) },
          { key: 'ee'.repeat(20), amount: 1n },
        ],
      ),
    );
  }
  const depth = happening.depth;
  const gone = Array.from({ length: depth }, (_, i) => blocks.at(blocks.tip.height - depth + 1 + i)?.txs ?? []);
  blocks.reorganise(
    depth,
    Array.from({ length: depth + happening.longer }, (_, i) => (happening.keeps ? (gone[i] ?? []) : [])),
  );
}

describe('the watcher (R6)', () => {
  it('matches the best chain after 2,000 random histories of forks and kills', async () => {
    let forks = 0;
    await fc.assert(
      fc.asyncProperty(happenings, fork, happenings, async (before, middle, after) => {
        const chain = startChain();
        const follower = await Follower.start(chain);
        for (const happening of [...before, middle, ...after]) {
          // A watcher that sleeps through many forks sees one that may be deeper than each: here it looks before each.
          if (happening.do === 'fork') await follower.catchUp();
          if (happening.do === 'step') await follower.step(happening.isKilled);
          else happen(chain, happening);
          if (happening.do === 'fork') forks += 1;
        }
        await follower.catchUp();
        expect(follower.stopped).toBe(false);
        expect(follower.book.standing()).toEqual(truth(chain));
      }),
      { numRuns: 2_000 },
    );
    expect(forks).toBeGreaterThanOrEqual(2_000);
  });

  it('would not, if it went by heights alone: the control is caught', async () => {
    let wrong = 0;
    await fc.assert(
      fc.asyncProperty(happenings, fork, happenings, async (before, middle, after) => {
        const chain = startChain();
        const byHeight = new DepositBook(keys);
        let height = chain.blocks.tip.height;
        for (const happening of [...before, middle, ...after]) {
          if (happening.do !== 'step') happen(chain, happening);
          for (
            let scanned = await chain.scan(height + 1, byHeight);
            scanned;
            scanned = await chain.scan(height + 1, byHeight)
          ) {
            byHeight.believe(scanned);
            height += 1;
          }
        }
        if (JSON.stringify(byHeight.standing()) !== JSON.stringify(truth(chain))) wrong += 1;
      }),
      { numRuns: 200 },
    );
    expect(wrong).toBeGreaterThan(20);
  });

  it('disconnects a payment once and moves the same row into its new block', async () => {
    const chain = startChain();
    const follower = await Follower.start(chain);
    const tx = scriptedTx(['outside:a'], [{ key: keys[0]!, amount: 7n }]);
    chain.blocks.mine([tx]);
    await follower.catchUp();
    chain.blocks.reorganise(1, [[], [tx]]);
    await follower.catchUp();
    await follower.catchUp();
    expect([...follower.book.rows.values()]).toMatchObject([{ timesTakenBack: 1, height: chain.blocks.tip.height }]);
  });

  it.each([limits.maxDepth + 1, 100])(
    'stops at a reorganisation of %i blocks and takes nothing back',
    async (depth) => {
      const chain = startChain();
      const follower = await Follower.start(chain);
      for (let block = 0; block < 120; block += 1) {
        happen(chain, { do: 'pay', key: block % 8, spendsOwn: false });
        chain.blocks.mine();
      }
      await follower.catchUp();
      const before = follower.book.standing();
      expect(before).toHaveLength(120);
      chain.blocks.reorganise(
        depth,
        Array.from({ length: depth + 1 }, () => []),
      );
      await follower.catchUp();
      expect(follower.stopped).toBe(true);
      expect(follower.book.standing()).toEqual(before);
    },
  );

  it('waits while a node is loading or shows a shorter branch, and disconnects nothing', async () => {
    const chain = startChain();
    const follower = await Follower.start(chain);
    chain.blocks.mine([scriptedTx(['outside:b'], [{ key: keys[0]!, amount: 7n }])]);
    await follower.catchUp();
    const before = follower.book.standing();
    const whole = chain.blocks;

    chain.blocks = new ScriptedBlocks('scripted');
    expect(await follower.step()).toBe(false);
    for (let block = 0; block < 25; block += 1) chain.blocks.mine();
    expect(await follower.step()).toBe(false);
    expect({ stopped: follower.stopped, standing: follower.book.standing() }).toEqual({
      stopped: false,
      standing: before,
    });

    chain.blocks = whole;
    whole.reorganise(3, [[], []]);
    expect(await follower.step()).toBe(false);
    expect({ stopped: follower.stopped, standing: follower.book.standing() }).toEqual({
      stopped: false,
      standing: before,
    });
  });

  it('orphans nothing when another chain answers, with the same genesis or another', async () => {
    const chain = startChain();
    const follower = await Follower.start(chain);
    happen(chain, { do: 'pay', key: 1, spendsOwn: false });
    chain.blocks.mine();
    await follower.catchUp();
    const before = follower.book.standing();

    chain.blocks = new ScriptedBlocks('another');
    await expect(follower.step()).rejects.toMatchObject({ name: 'WrongChain' });

    chain.blocks = new ScriptedBlocks('scripted');
    for (let block = 0; block < 60; block += 1) chain.blocks.mine([scriptedTx([`x:${block}`], [])]);
    // The hash of a scripted block follows from how many were made before it: a branch at once makes them differ.
    chain.blocks.reorganise(
      60,
      Array.from({ length: 60 }, () => []),
    );
    await expect(follower.step()).rejects.toMatchObject({ name: 'WrongChain' });
    expect(follower.book.standing()).toEqual(before);
  });

  it('orphans nothing when a young test chain is started anew: block 0 is all that it keeps', async () => {
    const chain = new ScriptedChain();
    const follower = await Follower.start(chain);
    for (let block = 0; block < 5; block += 1) {
      happen(chain, { do: 'pay', key: block, spendsOwn: false });
      chain.blocks.mine();
    }
    await follower.catchUp();
    const before = follower.book.standing();
    expect(before).toHaveLength(5);
    chain.blocks = new ScriptedBlocks('scripted');
    chain.blocks.mine();
    chain.blocks.reorganise(
      1,
      Array.from({ length: 8 }, () => []),
    );
    await expect(follower.step()).rejects.toMatchObject({ name: 'WrongChain' });
    expect(follower.book.standing()).toEqual(before);
  });
});

describe('notices of blocks and logs (R7)', () => {
  /** A fixed sequence of chances, the same in every run. */
  function chances(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
      return state / 4_294_967_296;
    };
  }

  /** What a node would push about its newest block: the block, and each payment in it. */
  function noticesOf(chain: ScriptedChain): ScannedBlock[] {
    const { block, txs } = chain.blocks.at(chain.blocks.tip.height)!;
    const { payments } = scanTransactions(block, txs, new DepositBook(keys));
    return [[], ...payments.map((payment) => [payment])].map((part) => ({ block, payments: part, spentOutputs: [] }));
  }

  it('50,000 of them, doubled, shuffled and dropped, leave what in order leaves; a watcher that believes them does not', async () => {
    const chance = chances(7);
    const chain = startChain();
    const follower = await Follower.start(chain);
    const believing = new DepositBook(keys);
    let delivered = 0;
    while (delivered < 50_000) {
      const notices: ScannedBlock[] = [];
      for (let block = 0; block < 1 + Math.floor(chance() * 4); block += 1) {
        const txs = Array.from({ length: 10 }, (_, i) =>
          scriptedTx(
            [`outside:${delivered}:${block}:${i}`],
            [{ key: keys[Math.floor(chance() * 8)]!, amount: 1n + BigInt(i) }],
          ),
        );
        if (chance() < 0.05) chain.blocks.reorganise(2, [[], [], txs]);
        else chain.blocks.mine(txs);
        notices.push(...noticesOf(chain));
      }
      // 5 % dropped, 30 % doubled, all of them shuffled.
      const arriving = notices
        .flatMap((notice) => (chance() < 0.05 ? [] : chance() < 0.3 ? [notice, notice] : [notice]))
        .map((notice) => ({ notice, order: chance() }))
        .sort((a, b) => a.order - b.order);
      for (const { notice } of arriving) {
        delivered += 1;
        await follower.step(chance() < 0.02);
        believing.believe(notice);
      }
    }
    await follower.catchUp();
    expect(follower.stopped).toBe(false);
    const best = truth(chain);
    expect(best.length).toBeGreaterThan(10_000);
    expect(follower.book.standing()).toEqual(best);
    expect(believing.standing()).not.toEqual(best);
  });
});

describe('a node that fails', () => {
  it('at any call leaves the watcher where it was, and it goes on from there', async () => {
    const random = { calls: 0 };
    const chain = startChain();
    const follower = await Follower.start(chain);
    chain.beforeCall = () => {
      random.calls += 1;
      if (random.calls % 7 === 0) throw new ChainUnavailable('BITCOIN', 'down', new Error('scripted'));
    };
    for (let round = 0; round < 60; round += 1) {
      happen(chain, { do: 'pay', key: round % 8, spendsOwn: round % 3 === 0 });
      if (round % 9 === 8) happen(chain, { do: 'fork', depth: 2, longer: 1, keeps: false });
      else chain.blocks.mine();
      await follower.step().catch((error: unknown) => expect(error).toBeInstanceOf(ChainUnavailable));
    }
    chain.beforeCall = () => {};
    await follower.catchUp();
    expect(follower.book.standing()).toEqual(truth(chain));
  });

  it('or changes branch while it is read never mixes two branches', async () => {
    for (let moment = 1; moment < 30; moment += 1) {
      const chain = startChain();
      const follower = await Follower.start(chain);
      for (let block = 0; block < 4; block += 1) {
        happen(chain, { do: 'pay', key: block, spendsOwn: false });
        chain.blocks.mine();
      }
      await follower.catchUp();
      chain.blocks.reorganise(2, [[], [], []]);
      let calls = 0;
      chain.beforeCall = () => {
        calls += 1;
        if (calls === moment) chain.blocks.reorganise(3, [[], [], [], [], []]);
      };
      await follower.catchUp();
      chain.beforeCall = () => {};
      await follower.catchUp();
      expect(follower.book.standing(), `changed at call ${moment}`).toEqual(truth(chain));
    }
  });
});
