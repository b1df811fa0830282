import { PassThrough } from 'node:stream';
import { jobsAtOnce } from '../../apps/server/src/platform/jobs/jobs.ts';
import type { TestCustomer } from '../../apps/server/src/testing/app.ts';
import type { startBitcoinPayoutFixture } from '../../apps/server/src/testing/bitcoin-payout-fixture.ts';
import type { Figure } from '../lib/figure.ts';

/** Requests of customers that are under way at the same time; one that comes later than it was due is counted when it comes. */
const mostAtOnce = 64;
const blockEveryMs = 20_000;
const reportEveryMs = 10_000;
const unsent = ['AWAITING_APPROVAL', 'APPROVED', 'SCREENING', 'SIGNING'];

interface Arrivals {
  world: Awaited<ReturnType<typeof startBitcoinPayoutFixture>>;
  payees: readonly { customer: TestCustomer; address: string }[];
  tick: () => Promise<void>;
  perMinute: number;
  minutes: number;
}

/**
 * Withdrawals that the policy approves arrive at a pace while they are screened, signed, sent and posted by the one process that also
 * takes them in, with a block every 20 seconds: how deep and how old the queue gets, and when it is empty again. Throws unless each was
 * paid once.
 */
export async function measureArrivals({ world, payees, tick, perMinute, minutes }: Arrivals): Promise<Figure[]> {
  const { app, bitcoind } = world;
  const wanted = Math.round(perMinute * minutes);
  const began = performance.now();
  const secondsFrom = (start: number) => (performance.now() - start) / 1000;
  const arrivedAt = new Map<string, number>();
  let next = 0;
  /** A code makes the customer's one before it useless: each customer's requests follow one another. */
  const turns = new Map<TestCustomer, Promise<unknown>>();
  const inTurn = <T>(customer: TestCustomer, ask: () => Promise<T>): Promise<T> => {
    const asked = (turns.get(customer) ?? Promise.resolve()).then(ask);
    turns.set(customer, asked);
    return asked;
  };
  const toApprove = new PassThrough({ objectMode: true, highWaterMark: wanted });
  const approve = app.jobs['withdrawal-auto-approval'] as (payload: unknown) => Promise<void>;
  const approving = toApprove.forEach(approve, { concurrency: jobsAtOnce });
  const arrive = async (): Promise<void> => {
    for (let n = next++; n < wanted; n = next++) {
      const due = began + (n * 60_000) / perMinute;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      const { customer, address } = payees[n % payees.length] as (typeof payees)[number];
      const id = await inTurn(customer, () => world.applied(customer, address, '0.001'));
      arrivedAt.set(id, performance.now());
      toApprove.write({ id });
    }
  };
  let endedAt: number | null = null;
  const arriving = Promise.all(Array.from({ length: mostAtOnce }, arrive)).then(() => {
    endedAt = performance.now();
    toApprove.end();
  });

  const most = { waiting: 0, age: 0 };
  let [blockAt, reportedAt] = [began, began];
  console.log(
    `${wanted} arrive, ${perMinute} a minute: second, arrived, waiting, oldest waiting in seconds, in payment, paid`,
  );
  for (;;) {
    const hasEnded = endedAt !== null;
    await tick();
    if (performance.now() - blockAt > blockEveryMs) {
      blockAt = performance.now();
      await bitcoind.mine(1);
      await world.look();
    }
    const { rows } = await app.owner.query<{ id: bigint; phase: string }>({
      text: `select id, phase from withdrawal where phase = any($1::text[])`,
      values: [[...unsent, 'BROADCAST']],
    });
    const waiting = rows.filter(({ phase }) => phase !== 'BROADCAST');
    const age = Math.max(0, ...waiting.map(({ id }) => secondsFrom(arrivedAt.get(String(id)) ?? performance.now())));
    most.waiting = Math.max(most.waiting, waiting.length);
    most.age = Math.max(most.age, age);
    const isOver = hasEnded && waiting.length === 0;
    if (isOver || performance.now() - reportedAt > reportEveryMs) {
      reportedAt = performance.now();
      const paid = arrivedAt.size - rows.length;
      const figures = [arrivedAt.size, waiting.length, Math.round(age), rows.length - waiting.length, paid];
      console.log([secondsFrom(began).toFixed(0), ...figures].join('  '));
    }
    if (isOver) break;
  }
  await Promise.all([arriving, approving]);
  const sentAfter = secondsFrom(began);
  for (let round = 0; ; round += 1) {
    const { rows } = await app.owner.query<{ open: number; paid: number }>({
      text: `select count(*) filter (where end_transfer_id is null)::int as open, count(*) filter (where phase = 'PAID')::int as paid
             from withdrawal where id = any($1::bigint[])`,
      values: [[...arrivedAt.keys()]],
    });
    const [{ open, paid } = { open: -1, paid: -1 }] = rows;
    if (open === 0 && paid === wanted) break;
    if (round > 40) throw new Error(`${open} are open and ${paid} of ${wanted} are paid`);
    await world.mine(1);
    await tick();
  }
  const took = ((endedAt ?? began) - began) / 1000;
  return [
    { title: `${wanted} arrivals, taken in`, unit: 'a minute', ours: [(wanted * 60) / took] },
    { title: 'signed and sent', unit: 'a minute', ours: [(wanted * 60) / sentAfter] },
    { title: 'most that waited', unit: 'withdrawals', ours: [most.waiting] },
    { title: 'the oldest that waited', unit: 's', ours: [most.age] },
  ];
}
