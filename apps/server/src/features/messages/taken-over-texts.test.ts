// A customers' process that was taken over has the pepper and seals codes as it likes: no text of its own goes out where the address,
// the amount or the code stands. What fits is delivered, so the dropped ones are no others that fail (broken control).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { startTestApp, type TestApp, testPepper } from '../../testing/app.ts';
import { someNewAddress } from '../../testing/withdrawal-actions.ts';
import { queueMessage } from './messages.jobs.ts';

let app: TestApp;
let thief: Database;
let numbers = 13_900_000_000;
beforeAll(async () => {
  app = await startTestApp({ now: new Date().toISOString() });
  thief = openDatabase(app.partUrls.public, { max: 1 });
});
afterAll(async () => {
  await thief.end();
  await app.stop();
});

const payment = { ...someNewAddress, amount: '0.5' };
const words = '（已被冻结，解冻请打开 https://lode-safe.example ）';

/** What the receiver of a sealed code of scene WITHDRAW reads. */
async function readAfter(change: object): Promise<string[]> {
  const to = String(++numbers);
  const message = { to, scene: 'WITHDRAW' as const, code: '123456', payment, ...change };
  await queueMessage(thief, testPepper, message, new Date(Date.now() + 600_000));
  await app.runJobs();
  const { rows } = await app.owner.query<{ text: string }>({
    text: 'select text from local_message where recipient = $1',
    values: [to],
  });
  return rows.map(({ text }) => text);
}

it('a code with a real address and amount is delivered', async () => {
  expect(await readAfter({})).toEqual([expect.stringContaining(payment.address)]);
  expect(await readAfter({ payment: { coin: 'USDT', address: `0x${'ab'.repeat(20)}` } })).toHaveLength(1);
});

it.each([
  ['address', { payment: { ...payment, address: words } }],
  ['address of another coin', { payment: { ...payment, coin: 'USDT' } }],
  ['coin', { payment: { ...payment, coin: words } }],
  ['amount', { payment: { ...payment, amount: words } }],
  ['code', { code: words }],
  ['scene', { scene: words }],
])('a text in place of the %s is not', async (_what, change) => {
  expect(await readAfter(change)).toEqual([]);
});
