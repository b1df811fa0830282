// A correction of a closed day is for its owner on that day, no matter who has the machine since: it is given, charged and notified to that one.
import { assertBooksBalance } from '@lode/ledger';
import { expect, it } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { addMachine } from '../../testing/machines.ts';
import { recordDay } from '../../testing/recorded-days.ts';

it('gives to and charges the seller of a machine, and leaves its buyer alone', async () => {
  const app = await startTestApp({ now: '2026-03-10T04:00:00Z' });
  await addStaff(app);
  const [seller, buyer] = [await app.createCustomer(), await app.createCustomer()];
  const machineId = await addMachine(app, {
    machineNo: 'S-1',
    account: seller.account,
    startTime: '2026-03-09T00:00:00Z',
  });
  // Before the first terms of the machine, and on the last day of its seller.
  for (const day of ['2026-03-08', '2026-03-09']) {
    await recordDay(app.owner, day);
    await app.owner.query({
      text: `insert into reference_price values ('BTC', $1, 50000000000, 'import', now())`,
      values: [day],
    });
  }
  await app.owner.query({
    text: `with sold as (
             update machine_terms set effective_to = '2026-03-10' where machine_id = $1 returning *
           ), owner as (update machine set customer_id = $2 where id = $1)
           insert into machine_terms (machine_id, effective_from, customer_id, site_id, tariff_name, hashrate, power_watts, pool_fee_rate,
             hosting_fee_monthly, end_time, recorded_at)
           select machine_id, '2026-03-10', $2, site_id, tariff_name, hashrate, power_watts, pool_fee_rate, hosting_fee_monthly,
             end_time, recorded_at from sold`,
    values: [machineId, buyer.id],
  });
  const adjust = (args: string) =>
    runCommand(
      app,
      app.slices.electricity.opsCommands['charge:adjust'],
      `--id ${machineId} --by finance --approved-by approver --reason r ${args}`,
    );
  for (const day of ['2026-03-08', '2026-03-09'])
    expect(await adjust(`--date ${day} --kind output --amount 0.00001000`)).toMatchObject({ exit: 0 });
  expect(await adjust('--date 2026-03-08 --kind electricity --amount=-2')).toMatchObject({ exit: 0 });
  // 2,000 satoshi at 50,000 USDT pay 1 of the 2.
  const { rows } = await app.database.query<{ customer: bigint; owed: bigint }>({
    text: 'select customer_id as customer, owed from owed_electricity',
  });
  expect(rows).toEqual([{ customer: seller.id, owed: 1_000_000n }]);
  expect((await app.notices()).map(({ to }) => to)).toEqual([seller.account]);
  const held = { text: 'select 1 from ledger.customer_balance where customer = $1 and posted > 0', values: [buyer.id] };
  expect((await app.database.query(held)).rows).toEqual([]);
  await assertBooksBalance(app.database, app.slices.electricity.bookChecks);
  await app.stop();
});
