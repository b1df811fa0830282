/** Proves that a customer hears of prepaid electricity when it falls to 7, 3 and 1 days, each time once. */
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addCustomer, addNetworkDay, addPrice, addWorldMachine, giveMoney, realDay } from './testing/mining-fixture.ts';

let app: TestApp;
/** A machine of 1,975 W at 0.045 USDT: 2.133 USDT a day. */
const daily = 2_133_000n;
const dates = ['2020-03-01', '2020-03-02', '2020-03-03'];

beforeAll(async () => {
  app = await startTestApp();
  for (const date of dates) {
    await addNetworkDay(app.owner, { ...realDay, date });
    await addPrice(app.owner, date, 8_541_770_000n);
  }
});
afterAll(() => app.stop());

/** Days left after the first day, and what the customer hears until the third. */
const cases: [daysLeft: bigint, ...heard: string[]][] = [
  [20n],
  [8n, '2020-03-02 7'],
  [7n, '2020-03-01 7'],
  [5n, '2020-03-01 7 (5)', '2020-03-03 3'],
  [3n, '2020-03-01 3', '2020-03-03 1'],
  [2n, '2020-03-01 3 (2)', '2020-03-02 1'],
];

it('falls through 7, 3 and 1 days, and each is heard of once', async () => {
  const customers: bigint[] = [];
  for (const [index, [daysLeft]] of cases.entries()) {
    const customerId = await addCustomer(app.owner, index + 1);
    customers.push(customerId);
    await addWorldMachine(app.owner, { machineNo: `W-${index}`, customerId });
    const prepaid = { account: 'ELE_ACCOUNT', amount: daily * (daysLeft + 1n), at: '2020-02-29T00:00:00Z' } as const;
    await giveMoney(app.database, customerId, prepaid.account, prepaid.amount, prepaid.at);
  }
  // One who owes hears of that instead.
  const debtor = await addCustomer(app.owner, 99);
  await addWorldMachine(app.owner, { machineNo: 'W-debt', customerId: debtor, price: '1' });
  // Whose output pays first needs no prepaid electricity.
  const outputFirst = await addCustomer(app.owner, 98);
  await addWorldMachine(app.owner, { machineNo: 'W-output', customerId: outputFirst });
  await app.owner.query({
    text: `insert into electricity_account (customer_id, pay_mode) values ($1, 'OUTPUT_FIRST')`,
    values: [outputFirst],
  });
  for (const date of dates) {
    const now = new Date(Date.parse(`${date}T06:00:00Z`) + 86_400_000);
    expect(await app.slices.dayClose.closeMining(date, now)).toMatchObject({ outcome: 'closed' });
  }
  const heard = async (customerId: bigint) => {
    const { rows } = await app.owner.query<{ said: string }>({
      text: `select split_part(key, ':', 3) || ' ' || split_part(key, ':', 2)
               || case when detail ->> 'days' <> split_part(key, ':', 2) then ' (' || (detail ->> 'days') || ')' else '' end as said
             from customer_message where customer_id = $1 and event = 'ELECTRICITY_LOW' order by id`,
      values: [customerId],
    });
    return rows.map(({ said }) => said);
  };
  expect(await Promise.all(customers.map(heard))).toEqual(cases.map(([, ...said]) => said));
  expect([await heard(debtor), await heard(outputFirst)]).toEqual([[], []]);
  await assertBooksBalance(app.database, app.slices.electricity.bookChecks);
});
