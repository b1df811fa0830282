/**
 * Proves that a credit is carried out once, batch by batch: when its process ends before or after any commit, with two at once, and when
 * revenue has to come in first.
 */
import { assertBooksBalance, customerAccount, houseAccount, postTransfer } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { addStaff } from '../../../testing/commands.ts';
import { addMachine } from '../../../testing/machines.ts';
import { beginCredit, CannotCredit, type CreditDeps, carryOutCredit, carryOutOpenCredits } from './credit-outage.ts';

let app: TestApp;
let siteId: bigint;
const customers: bigint[] = [];
const wallet = (id: bigint) => customerAccount(id, 'ELE_ACCOUNT', 'USDT');

beforeAll(async () => {
  app = await startTestApp({ now: '2020-02-28T06:00:00Z', max: 8 });
  await addStaff(app);
  for (const machineNo of ['M-1', 'M-2', 'M-3']) {
    const { id, account } = await app.createCustomer();
    customers.push(id);
    await addMachine(app, { machineNo, account, site: 'S1', startTime: '2020-03-01T00:00:00Z' });
    await postTransfer(app.database, {
      key: `given ${id}`,
      input: {},
      kind: 'given',
      businessDate: '2020-02-28',
      postedAt: app.clock.now(),
      postings: [
        {
          from: houseAccount('CASH', 'USDT'),
          to: wallet(id),
          type: 'ELE_RECHARGE',
          amount: 2_133_000n,
          date: '2020-02-28',
        },
      ],
    });
  }
  await app.owner.query({
    text: `insert into network_day (coin, date, blocks, subsidy_sum, fee_sum, epochs, source, created_at)
           values ('BTC', '2020-03-01', 177, 221250000000, 1447682229, '[{"difficulty": "15486913440292.82", "seconds": 86400}]', 'import', '2020-03-02')`,
  });
  await app.owner.query({
    text: `insert into reference_price values ('BTC', '2020-03-01', 8000000000, 'import', now())`,
  });
  app.clock.set('2020-03-01T00:00:01Z');
  for (const tick of app.slices.machines.ticks) await tick(app.clock.now());
  app.clock.set('2020-03-02T06:00:00Z');
  expect(await app.slices.dayClose.closeMining('2020-03-01', app.clock.now())).toMatchObject({ outcome: 'closed' });
  const { rows } = await app.database.query<{ id: bigint }>({ text: `select id from site where name = 'S1'` });
  siteId = (rows[0] as { id: bigint }).id;
});
afterAll(() => app.stop());

function deps(failAt?: { point: string; nth: number }): CreditDeps {
  const { staff, machines, messages } = app.slices;
  let passed = 0;
  return {
    database: app.database,
    ports: {
      recordAudit: staff.recordAudit,
      leaveArrear: machines.leaveArrear,
      queueNotices: messages.queueNotices,
    },
    machineDaysPerBatch: 1,
    failpoint: (point) => {
      if (point === failAt?.point && ++passed === failAt.nth) throw new Error('the process ended');
    },
  };
}

async function begin(from: string, to: string): Promise<bigint> {
  const authority = await app.slices.staff.authorise(
    { by: ['FINANCE'], approvedBy: ['APPROVER'] },
    { by: 'finance', approvedBy: 'approver' },
  );
  if ('refusal' in authority) throw new Error(authority.refusal);
  const window = { siteId, machineId: null, from: new Date(from), to: new Date(to) };
  const now = app.clock.now();
  const id = await beginCredit(deps(), { ...window, keepsOutput: false, reason: '停电', authority, now });
  if (id === null) throw new Error('it was credited before');
  return id;
}

const prepaid = async () => {
  const { rows } = await app.database.query<{ posted: bigint }>({
    text: 'select posted from ledger.balance where account = any ($1::bigint[]) order by account',
    values: [customers.map(wallet)],
  });
  return rows.map(({ posted }) => posted);
};
const clock = () => app.clock.now();
const alerts = async () => {
  const { rows } = await app.database.query<{ subject: string }>({
    text: `select subject from alert where kind = 'outage-credit-waits' and resolved_at is null`,
  });
  return rows.map(({ subject }) => subject);
};
/** What keeps the first customer from leaving. */
const outstanding = async () => {
  const text = 'select what, subject from customer_outstanding($1)';
  return (await app.database.query<{ what: string; subject: string }>({ text, values: [customers[0]] })).rows;
};
const balanced = () => {
  const { electricity } = app.slices;
  return assertBooksBalance(app.database, [...electricity.bookChecks, ...electricity.replays]);
};

it('is carried on after its process ended, each batch once', async () => {
  // 6 hours: 0.53325 USDT for each of the three customers, who are a batch each.
  const id = await begin('2020-03-01T00:00:00Z', '2020-03-01T06:00:00Z');
  await expect(carryOutCredit(deps({ point: 'outage-credit:before-commit', nth: 2 }), id, clock)).rejects.toThrow();
  expect(await prepaid()).toEqual([533_250n, 0n, 0n]);
  await expect(carryOutCredit(deps({ point: 'outage-credit:committed', nth: 1 }), id, clock)).rejects.toThrow();
  expect(await prepaid()).toEqual([533_250n, 533_250n, 0n]);
  await app.slices.electricity.creditTick(app.slices.alerts)(app.clock.now());
  expect(await prepaid()).toEqual([533_250n, 533_250n, 533_250n]);
  await carryOutCredit(deps(), id, clock);
  expect(await prepaid()).toEqual([533_250n, 533_250n, 533_250n]);
  await balanced();
});

it('is carried out once by two processes at the same time', async () => {
  const id = await begin('2020-03-01T06:00:00Z', '2020-03-01T12:00:00Z');
  await Promise.all([carryOutCredit(deps(), id, clock), carryOutCredit(deps(), id, clock)]);
  expect(await prepaid()).toEqual([1_066_500n, 1_066_500n, 1_066_500n]);
  await balanced();
});

it('waits for revenue with an alert, and goes on by itself', async () => {
  const revenue = houseAccount('ELECTRICITY_REVENUE', 'USDT');
  const fund = houseAccount('INTEREST_FUND', 'USDT');
  const move = (key: string, from: bigint, to: bigint) =>
    postTransfer(app.database, {
      key,
      input: {},
      kind: 'given',
      businessDate: '2020-03-02',
      postedAt: app.clock.now(),
      postings: [{ from, to, type: 'FUND_PAID_IN', amount: 3_199_500n, date: '2020-03-02' }],
    });
  await move('taken', revenue, fund);
  const id = await begin('2020-03-01T12:00:00Z', '2020-03-01T18:00:00Z');
  await expect(carryOutCredit(deps(), id, clock)).rejects.toThrow(CannotCredit);
  for (let round = 0; round < 2; round++) await carryOutOpenCredits(deps(), app.slices.alerts, app.clock.now());
  expect(await alerts()).toEqual([`outage credit ${id}`]);
  expect(await outstanding()).toContainEqual({ what: 'OUTAGE_CREDIT', subject: String(id) });
  await move('given back', fund, revenue);
  await carryOutOpenCredits(deps(), app.slices.alerts, app.clock.now());
  expect(await alerts()).toEqual([]);
  expect((await outstanding()).map(({ what }) => what)).not.toContain('OUTAGE_CREDIT');
  expect(await prepaid()).toEqual([1_599_750n, 1_599_750n, 1_599_750n]);
  await balanced();
});
