/**
 * Approved withdrawals through screening, signing and broadcast on a real PostgreSQL, bitcoind and signer process: how many a second,
 * beside the control that takes them one by one; then arrivals at a pace, with the queue's depth and age; then all of them are
 * confirmed, and the books are checked.
 *
 *     npm run bench -- payouts [--per-minute 60] [--minutes 1] [--rounds 3] [--batch 20]
 */
import { parseArgs } from 'node:util';
import { useTestPostgres } from '../apps/server/src/testing/harness.ts';
import { startTestPostgres } from '../apps/server/src/testing/test-postgres.ts';
import { startThrowawayPostgres } from '../apps/server/src/testing/throwaway-postgres.ts';
import { describeMachine, report } from './lib/figure.ts';
import { startPayoutScene } from './payouts/scene.ts';
import { signingCost } from './payouts/signing-cost.ts';

const { values } = parseArgs({
  options: {
    'per-minute': { type: 'string' },
    minutes: { type: 'string' },
    rounds: { type: 'string' },
    batch: { type: 'string' },
  },
});
const perMinute = Number(values['per-minute'] ?? 60);
const minutes = Number(values.minutes ?? 1);
const rounds = Number(values.rounds ?? 3);
const ofRound = Number(values.batch ?? 20);
const arrivals = Math.round(perMinute * minutes);
const total = arrivals + rounds * 2 * ofRound;

const signature = await signingCost();
const server = await startThrowawayPostgres(['fsync=on', 'full_page_writes=on', 'synchronous_commit=on']);
process.env.TEST_DATABASE_URL = server.url;
const { postgres, stop } = await startTestPostgres();
useTestPostgres(postgres);
console.log(`${describeMachine()}, ${total} withdrawals`);
const scene = await startPayoutScene(total, Math.min(200, Math.max(10, Math.ceil(total / 20))));
const inParallel = scene.payer();
const oneByOne = scene.payer({ concurrency: 1 });
const isWaiting = ({ APPROVED = 0, SCREENING = 0, SIGNING = 0 }: Record<string, number>): boolean =>
  APPROVED + SCREENING + SIGNING > 0;

/** Withdrawals a second, from approved to signed and stored. */
async function drain({ tick }: { readonly tick: () => Promise<void> }): Promise<number> {
  for (let made = 0; made < ofRound; made += 1) await scene.approve();
  const start = performance.now();
  while (isWaiting(await scene.phases())) await tick();
  const perSecond = (ofRound * 1000) / (performance.now() - start);
  // What is sent is asked about in each round: it is final before the next one begins.
  await tick();
  for (let blocks = 0; blocks < 3; blocks += 1) await scene.bitcoind.mine(1);
  await scene.look();
  await tick();
  return perSecond;
}

const [parallel, serial]: [number[], number[]] = [[], []];
for (let round = 0; round < rounds; round += 1) {
  serial.push(await drain(oneByOne));
  parallel.push(await drain(inParallel));
}

console.log(`${arrivals} arrive, ${perMinute} a minute: second, waiting, in payment, oldest waiting in seconds`);
const began = performance.now();
const waitingSince = new Map<bigint, number>();
let hasArrived = false;
const arriving = (async () => {
  for (let made = 0; made < arrivals; made += 1) {
    const due = began + (made * 60_000) / perMinute;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    waitingSince.set(await scene.approve(), performance.now());
  }
  hasArrived = true;
})();
let reportedAt = 0;
for (;;) {
  const last = hasArrived;
  await inParallel.tick();
  const { rows } = await scene.app.owner.query<{ id: bigint }>({
    text: `select id from withdrawal where phase in ('APPROVED', 'SCREENING', 'SIGNING')`,
  });
  const oldest = Math.min(...rows.map(({ id }) => waitingSince.get(id) ?? performance.now()));
  const now = performance.now();
  if (now - reportedAt > 10_000 || last) {
    reportedAt = now;
    const { BROADCAST = 0 } = await scene.phases();
    const age = rows.length === 0 ? 0 : (now - oldest) / 1000;
    console.log([(now - began) / 1000, rows.length, BROADCAST, age].map((one) => one.toFixed(1)).join('  '));
  }
  if (last && rows.length === 0) break;
}
await arriving;
const seconds = (performance.now() - began) / 1000;

await scene.mine(4);
for (let tries = 0; ((await scene.phases()).BROADCAST ?? 0) > 0; tries += 1) {
  if (tries > 20) throw new Error('payments are not final');
  await scene.mine(1);
  await inParallel.tick();
}
const { rows: paid } = await scene.app.owner.query<{ transactions: number; fee: string; bytes: number }>({
  text: `select count(distinct txid)::int as transactions, sum(fee_paid)::text as fee, sum(length(bytes) / 2)::int as bytes
         from withdrawal_payment where final_at is not null`,
});
const [{ transactions, fee, bytes } = { transactions: 0, fee: '0', bytes: 0 }] = paid;
await scene.assertBooks();
const differences = (
  await Promise.all(scene.app.slices.payouts.replays.map((check) => check(scene.app.database)))
).flat();
const phases = await scene.phases();
const holds = await scene.app.owner.query<{ count: number }>({
  text: `select count(*)::int as count from withdrawal where end_transfer_id is null`,
});
console.log(
  `${phases.PAID} paid by ${transactions} transactions, ${Number(fee) / (phases.PAID ?? 1)} satoshi and ${bytes / (phases.PAID ?? 1)} bytes for each withdrawal`,
);
console.log(`open at the end: ${holds.rows[0]?.count}; books: ${differences.length} differences`);
if (differences.length > 0 || holds.rows[0]?.count !== 0) process.exitCode = 1;
report([
  {
    title: 'the signer decodes and signs',
    unit: 'ms',
    ours: signature.ours,
    yardstick: { name: 'every key derived each time', values: signature.control },
    atMost: 0.7,
  },
  {
    title: 'screened, signed and stored',
    unit: 'withdrawals/s',
    ours: parallel,
    yardstick: { name: 'one by one', values: serial },
    atLeast: 1,
  },
  { title: `${arrivals} arrivals, paid in`, unit: 's', ours: [seconds] },
]);
await scene.stop();
await stop();
await server.stop();
