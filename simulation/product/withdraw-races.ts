/**
 * R1 and R2: many callers want the same money at once, and one request comes many times. Winners are exactly as many as the
 * balance has amounts; a request has one effect and one answer. The controls take a lock and the key of requests away.
 */
import assert from 'node:assert/strict';
import { methodAndPath } from '@lode/contract';
import { assertBooksBalance } from '@lode/ledger';
import { asTransaction } from '../../apps/server/src/platform/db/database.ts';
import { isRefusal } from '../../apps/server/src/platform/http/refusal.ts';
import { type TestCustomer, testFundsPassword } from '../../apps/server/src/testing/app.ts';
import {
  bitcoinAddress,
  otherBitcoinAddress,
  startWithdrawalFixture,
} from '../../apps/server/src/testing/withdrawal-fixture.ts';
import { seededRandom } from '../random.ts';
import type { Options, Simulation } from './proofs.ts';

type World = Awaited<ReturnType<typeof startWithdrawalFixture>>;

const callers = 64;
/** The smallest withdrawal, in satoshi. */
const amount = 100_000n;
/** In a day so much is let out, whatever there is. */
const dailyLimit = 1_000_000_000n;
let requests = 0;

/** Works the attempts off with 64 callers; answers how often each outcome came. */
async function race(attempts: number, attempt: () => Promise<string>): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  let left = attempts;
  const caller = async () => {
    while (left-- > 0) {
      const outcome = await attempt();
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return outcomes;
}

/** Each caller waits until `count` callers wait; later ones pass. */
function meeting(size: number): () => Promise<void> {
  let missing = size;
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    if (--missing <= 0) open();
    return opened;
  };
}

/** As the use case gets it after password and code. */
async function withdraw({ app }: World, customer: TestCustomer, asked = '0.001'): Promise<string> {
  const to = { coin: 'BTC', network: 'BITCOIN', address: bitcoinAddress } as const;
  const destination = await app.slices.withdrawals.readDestination(to);
  const outcome = await app.database.transaction((dbTx) =>
    app.slices.withdrawals.submit(dbTx, {
      customerId: customer.id,
      deviceId: customer.caller.deviceId,
      destination,
      amount: asked,
      confirm: false,
      key: `race ${++requests}`,
      now: app.clock.now(),
    }),
  );
  return isRefusal(outcome) ? (outcome.codeName ?? '') : 'won';
}

async function winnersAreExact(world: World, { seed, sizes }: Options): Promise<void> {
  const winners = 100 + seededRandom(seed).below(100);
  const customer = await world.customer({ btc: BigInt(winners) * amount + 99_999n });
  const outcomes = await race(sizes.attempts, () => withdraw(world, customer));
  assert.deepEqual(Object.fromEntries(outcomes), { won: winners, insufficientBalance: sizes.attempts - winners });
  assert.equal(await world.balance(customer.id, 'BTC'), 99_999n);
  await world.assertBooks();
}

async function winnersThroughHttpAreExact(world: World, { sizes }: Options): Promise<void> {
  const rounds = Math.ceil(sizes.throughHttp / callers) + 1;
  const winners = rounds - 1;
  const customer = await world.customer({ btc: BigInt(winners) * amount });
  const outcomes: Map<string, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const code = await world.code(customer, 'BTC', { amount: '0.001' });
    const attempt = async () => String((await world.apply(customer, 'BTC', '0.001', { code })).code);
    outcomes.push(await race(callers, attempt));
  }
  const won = outcomes.map((each) => each.get('200') ?? 0);
  assert.deepEqual(won, [...Array.from({ length: winners }, () => 1), 0]);
  const others = outcomes
    .flatMap((each) => [...each.keys()])
    .filter((code) => !['200', '20002', '40001'].includes(code));
  assert.deepEqual(others, []);
  assert.equal(await world.balance(customer.id, 'BTC'), 0n);
  await world.assertBooks();
}

async function withoutLockMoreLeaves(world: World): Promise<void> {
  const customer = await world.customer({ btc: 4n * dailyLimit });
  const { database } = world.app;
  const { transaction } = database;
  const allArrived = meeting(3);
  database.transaction = (work) =>
    transaction((dbTx) =>
      work(
        asTransaction({
          async query(query) {
            if (query.name === 'ledger.lock-balances') {
              const text = `select account_id as account, posted, held from ledger.customer_balance where customer = ${customer.id}`;
              return dbTx.query({ text });
            }
            const answer = await dbTx.query(query);
            if (query.name === 'withdrawals.of-day') await allArrived();
            return answer as never;
          },
        }),
      ),
    );
  const outcomes = await race(callers, () => withdraw(world, customer, '4').catch(() => 'failed'));
  database.transaction = transaction;
  const won = outcomes.get('won') ?? 0;
  assert.ok(won > 2, `${won} won`);
}

/** The withdrawals of the customer, and what each time said: one effect, one answer. */
async function assertOneEffect(
  world: World,
  customer: TestCustomer,
  before: bigint,
  answers: ReadonlySet<string>,
): Promise<void> {
  assert.equal((await world.records(customer)).length, 1);
  assert.equal(await world.balance(customer.id, 'BTC'), before - amount);
  assert.equal(answers.size, 1);
  assert.equal(JSON.parse([...answers].join()).code, 200);
}

async function oneRequestHasOneEffect(world: World, { sizes }: Options): Promise<void> {
  const customer = await world.customer();
  const before = await world.balance(customer.id, 'BTC');
  const code = await world.code(customer, 'BTC', { amount: '0.001' });
  // Half of them come to another server of the same product, which knows of the others by the database alone.
  const other = await world.app.startAnother();
  const input = { coin: 'BTC', network: 'BITCOIN', address: bitcoinAddress, amount: '0.001', code } as const;
  const { method, path: url } = methodAndPath('withdrawApply');
  const headers = { ...customer.caller, requestId: 'once' };
  const answers = new Set<string>();
  let sent = 0;
  await race(sizes.repeats, async () => {
    const inject = sent++ % 2 === 0 ? world.app.inject : other.inject;
    const reply = await inject({ method, url, headers, payload: { ...input, password: testFundsPassword } });
    answers.add(reply.body);
    return String(reply.statusCode);
  });
  await assertOneEffect(world, customer, before, answers);
  for (const change of [{ amount: '0.002' }, { address: otherBitcoinAddress }]) {
    const request = { requestId: 'once', code, password: testFundsPassword, ...change };
    const refused = await world.apply(customer, 'BTC', '0.001', request);
    assert.equal(refused.code, 40007);
  }
  await assertOneEffect(world, customer, before, answers);
  await assertBooksBalance(world.app.database);
  await other.stop();
}

async function withoutKeysTwoEffects(world: World): Promise<void> {
  const customer = await world.customer();
  const before = await world.balance(customer.id, 'BTC');
  const twice = async () => {
    const answers = new Set<string>();
    for (let time = 0; time < 2; time++) {
      const request = { requestId: 'once', code: await world.code(customer, 'BTC', { amount: '0.001' }) };
      answers.add(JSON.stringify(await world.apply(customer, 'BTC', '0.001', request)));
    }
    return answers;
  };
  const { database } = world.app;
  const { transaction } = database;
  // Neither the key of requests nor the key of transfers is one any more: each alone would still hold.
  database.transaction = (work) =>
    transaction((dbTx) => {
      const slip = ` ${++requests}`;
      const slipped = (value: unknown) => (isKey(value) ? value + slip : value);
      return work(
        asTransaction({
          query: (query) =>
            dbTx.query({
              ...query,
              values: query.values?.map((value) => (Array.isArray(value) ? value.map(slipped) : slipped(value))),
            }),
        }),
      );
    });
  const answers = await twice();
  database.transaction = transaction;
  assert.equal((await world.records(customer)).length, 2);
  await assert.rejects(assertOneEffect(world, customer, before, answers));
}

/** Of the request that is sent twice: its own id, or the key that its transfer gets. */
const isKey = (value: unknown): value is string => typeof value === 'string' && /(^| )once$/.test(value);

export const simulateWithdrawRaces: Simulation = async (options, { prove }) => {
  const proofs: [string, (world: World, options: Options) => Promise<void>][] = [
    ['R1: as many win as the balance has amounts', winnersAreExact],
    [
      'R1: through HTTP, with password and code: a code lets one out, and the balance as many as it has',
      winnersThroughHttpAreExact,
    ],
    ['R1, control: without the lock more leaves than a day lets out', withoutLockMoreLeaves],
    [
      'R2: one request sent many times at once has one effect and one answer; with another body it is refused',
      oneRequestHasOneEffect,
    ],
    [
      'R2, control: where a request may be written down twice it has two effects, and that is noticed',
      withoutKeysTwoEffects,
    ],
  ];
  for (const [title, proof] of proofs) {
    await prove(title, async (onEnd) => {
      const world = await startWithdrawalFixture({ max: callers });
      onEnd(() => world.stop());
      await proof(world, options);
    });
  }
};
