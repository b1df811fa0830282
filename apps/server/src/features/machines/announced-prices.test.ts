/** Proves that the owner of a new machine has a notice of each price of its site that was announced before. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { addMachine } from '../../testing/machines.ts';
import { addNewestDay, termsCommand } from './terms/testing/terms-fixture.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00Z' });
  await addStaff(app);
  await addNewestDay(app.owner);
});
afterAll(() => app.stop());

it('is one notice for a customer and a price, and none where the contract is over by then', async () => {
  const { account: first } = await app.createCustomer();
  const { account } = await app.createCustomer();
  const setPrice = (args: string) =>
    runCommand(
      app,
      termsCommand(app, 'tariff:set'),
      `--site Leshan ${args} --by operations --approved-by approver --reason x`,
    );
  await setPrice('--price 0.045 --from 2026-03-10 --new-site');
  const machine = { site: 'Leshan', startTime: '2026-03-10T00:00:00Z' };
  await addMachine(app, { ...machine, account: first, machineNo: 'A-1' });
  await setPrice('--price 0.05 --from 2026-03-14');
  await addMachine(app, { ...machine, account, machineNo: 'A-2' });
  await addMachine(app, { ...machine, account, machineNo: 'A-3', endTime: '2026-03-13' });
  await addMachine(app, {
    ...machine,
    account: first,
    machineNo: 'A-4',
    startTime: '2026-03-14T00:00:00Z',
    electricityPrice: '0.05',
  });

  const text =
    '【合约变更】自 2026-03-14 08:00（北京时间）起，机房 Leshan 的电价由 0.045 调整为 0.05 USDT/度，涉及您的 1 台矿机。';
  const notices = (await app.notices()).map(({ to, text: sent }) => ({ to, text: sent }));
  expect(notices.filter(({ to }) => to === account)).toEqual([{ to: account, text }]);
  expect(notices.filter(({ to }) => to === first)).toEqual([{ to: first, text }]);
});
