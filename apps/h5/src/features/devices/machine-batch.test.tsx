// Covers search and order of the machines, and a batch: ticks, summed effect, what is sent, refusals.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';
import { pageOf } from '../../testing/responses.ts';
import { machines } from './testing/machine-responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const tick = (machineNo: string) => screen.getByRole('checkbox', { name: new RegExp(machineNo) });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('searches and sorts, and keeps both in the address', async () => {
  const server = startFakeServer({ machinePage: () => pageOf(machines()) });
  await openApp('/devices');
  fireEvent.change(await screen.findByRole('searchbox', { name: '搜索矿机' }), { target: { value: ' S21 ' } });
  await waitFor(() => expect(currentAddress()).toBe('/devices?q=S21'));
  press('需处理优先');
  fireEvent.click(await screen.findByRole('button', { name: '算力从高到低' }));
  await waitFor(() => expect(currentAddress()).toBe('/devices?q=S21&sort=HASHRATE'));
  await waitFor(() =>
    expect(Object.fromEntries(server.of('machinePage').at(-1)?.url.searchParams ?? [])).toEqual({
      search: 'S21',
      sort: 'HASHRATE',
    }),
  );
});

it('sums up what a batch does before it is confirmed, and sends it once [call:POST /api/user/machine/switch]', async () => {
  const list = machines().map((one) => ({ ...one, owesElectricity: false }));
  const server = startFakeServer({
    machinePage: () => pageOf(list),
    machineSwitch: () => ({
      results: [
        { id: '7', machineNo: 'LS2-03-1182', outcome: 'CHANGED', status: 'SUSPEND', reason: null },
        { id: '8', machineNo: 'LS2-07-0416', outcome: 'REFUSED', status: 'REPAIR', reason: 'STATUS' },
      ],
    }),
  });
  await openApp('/devices');
  await screen.findByText('Antminer S19 XP');
  press('批量操作');
  fireEvent.click(tick('LS2-H3-0009'));
  expect(screen.getByText('已选 0 台')).toBeTruthy();
  for (const machineNo of ['LS2-03-1182', 'LS2-07-0416', 'XJ1-11-0230', 'LS2-02-0007'])
    fireEvent.click(tick(machineNo));
  expect(screen.getByText('已选 4 台')).toBeTruthy();

  press('关机');
  const dialog = await screen.findByRole('dialog', { name: '确认关机 3 台？' });
  // 0.00004732 + 0.00006713 BTC, 4.219152 + 4.872000 USDT; the one in ARREAR has neither.
  expect(dialog.textContent).toContain(
    '每天少赚≈ 4.395899 USDT每天少收产出折合≈ 13.487051 USDT每天少付电费9.091152 USDT每天少收 BTC0.00011445 BTC',
  );
  expect(dialog.textContent).toContain('1 台欠费停机：缴清电费后保持关机');
  expect(dialog.textContent).toContain('另有 1 台已设为关机，保持不变。');
  expect(server.of('machineSwitch')).toHaveLength(0);
  fireEvent.click(within(dialog).getByRole('button', { name: '确认关机' }));

  const failed = await screen.findByRole('dialog', { name: '1 台未能关机' });
  expect(failed.textContent).toContain('LS2-07-0416维护中');
  expect(server.of('machineSwitch').map(({ body }) => body)).toEqual([{ ids: '7,8,12', to: 'SUSPEND' }]);
  fireEvent.click(within(failed).getByRole('button', { name: '知道了' }));
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
});

it.each([
  [['LS2-03-1182'], '每天少亏≈ 0.423703 USDT', null],
  // One that stands for debt has no part in it.
  [['LS2-03-1182', 'XJ1-11-0230'], '每天少亏≈ 0.423703 USDT', null],
  [['LS2-03-1182', 'LS2-07-0416'], '每天少赚', '其中 LS2-03-1182 产出低于电费，关机后每天少亏 0.423703 USDT。'],
])('names those of %s that are better off when the others are not', async (chosen, net, losing) => {
  // 0.00004732 BTC at 117,842.30 are 5.576297 USDT.
  const [first, ...others] = machines();
  startFakeServer({ machinePage: () => pageOf(first ? [{ ...first, yesterdayFee: '6.000000' }, ...others] : []) });
  await openApp('/devices');
  await screen.findByText('Antminer S19 XP');
  press('批量操作');
  for (const machineNo of chosen) fireEvent.click(tick(machineNo));
  press('关机');
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.textContent).toContain(net));
  if (losing === null) expect(dialog.textContent).not.toContain('其中');
  else expect(dialog.textContent).toContain(losing);
});

it('starts none while electricity is owed, and says so before asking', async () => {
  const server = startFakeServer({
    machinePage: () => pageOf(machines().map((one) => ({ ...one, owesElectricity: true }))),
  });
  await openApp('/devices');
  await screen.findByText('Antminer S19 XP');
  press('批量操作');
  press('全选');
  expect(screen.getByText('已选 4 台')).toBeTruthy();
  press('开机');
  expect(await screen.findByText('有未缴电费，缴清后才能开机')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.of('machineSwitch')).toHaveLength(0);
});
