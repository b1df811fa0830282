import assert from 'node:assert/strict';
import type { Input } from '@lode/contract';
import { type Caller, startTestApp, type TestApp } from '../../../testing/app.ts';
import { as } from '../../../testing/caller-role.ts';
import { someNewAddress } from '../../../testing/withdrawal-actions.ts';

/** So many messages a day are let out; to devices that no account knows, 40 of them. */
export const startCodesApp = () => startTestApp({ env: { CODES_PER_DAY: '50' }, max: 20 });

export const askForCode = (
  app: TestApp,
  account: string,
  caller?: Caller,
  scene: Input<'sendCode'>['scene'] = 'LOGIN',
) => app.call('sendCode', { account, scene, ...(scene === 'WITHDRAW' && someNewAddress) }, caller);

export const phone = (number: number) => `137${number.toString().padStart(8, '0')}`;

/** Phones that customers have. */
export async function addAccounts(app: TestApp, count: number): Promise<string[]> {
  const { rows } = await app.owner.query<{ account: string }>({
    text: `insert into customer (account, created_at)
           select '139' || lpad((known + n)::text, 8, '0'), now()
           from (select count(*) as known from customer) before, generate_series(1, $1) n
           returning account`,
    values: [count],
  });
  return rows.map(({ account }) => account);
}

/** A third of the requests each for one account, one device and over all, as fast as they are served: each cap is exact. */
export async function assertCapsHoldAtOnce(app: TestApp, requests: number): Promise<void> {
  const each = requests / 3;
  const sameAccount = await allAtOnce(each, () => askForCode(app, phone(1)));
  assert.deepEqual(sameAccount, { 200: 1, 20003: each - 1 });
  const oneDevice = { deviceId: 'one-phone' };
  const sameDevice = await allAtOnce(each, (number) => askForCode(app, phone(1000 + number), oneDevice));
  assert.deepEqual(sameDevice, { 200: 30, 20003: each - 30 });
  const accounts = await addAccounts(app, each);
  const others = await allAtOnce(each, (number) => askForCode(app, accounts[number] ?? ''));
  assert.deepEqual(others, { 200: 40, 20003: each - 40 });
}

/** How many of sixty requests for one account get a code where the database has no lock: more than the cap. */
export async function sentWithoutLock(app: TestApp): Promise<number> {
  // Twenty connections that are open already: the first requests wait for none.
  const sleep = async () => await app.database.query({ text: 'select pg_sleep(0.05)' });
  await as('public', () => Promise.all(Array.from({ length: 20 }, sleep)));
  const replies = await app.without('one-time-code.lock', () =>
    Promise.all(Array.from({ length: 60 }, () => askForCode(app, phone(7)))),
  );
  return replies.filter(({ code }) => code === 200).length;
}

/** How many responses of each code 200 callers get who come as fast as they are served. */
async function allAtOnce(count: number, request: (number: number) => Promise<{ code: number }>) {
  const counts: Record<number, number> = {};
  let next = 0;
  const caller = async () => {
    while (next < count) {
      const { code } = await request(next++);
      counts[code] = (counts[code] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 200 }, caller));
  return counts;
}
