// Covers what the withdrawal form says of the electricity that is left afterwards.
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';
import { reminderResponse } from '../../testing/responses.ts';
import { quoteResponse, withdrawReplies } from './testing/withdraw-responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));

const nearlyEmpty = { ...reminderResponse(), available: '100.000000', dailyFee: '30.000000', owed: '0.000000' };
const usdt = {
  available: '100.000000',
  reserved: '0.000000',
  fee: '1.000000',
  min: '2.000000',
  max: '500.000000',
  dailyLimit: '500.000000',
  leftToday: '500.000000',
};
const amount = () => screen.findByLabelText<HTMLInputElement>('提现数量');
const all = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: '全部' })));

it('says when hardly any electricity is left after it', async () => {
  startFakeServer({
    ...withdrawReplies,
    electricityReminder: () => nearlyEmpty,
    withdrawTerms: () => quoteResponse(usdt),
  });
  await openApp('/withdraw?coin=USDT');
  fireEvent.change(await amount(), { target: { value: '10.01' } });
  expect(await screen.findByText('提现后电费只够 2 天，电费用尽后矿机停机')).toBeTruthy();
  fireEvent.change(await amount(), { target: { value: '10' } });
  expect(screen.queryByText(/^提现后电费/)).toBeNull();
  await all();
  expect(screen.getByText('提现后电费不足 1 天，电费用尽后矿机停机')).toBeTruthy();
});

it('says nothing of electricity where BTC leaves', async () => {
  startFakeServer({ ...withdrawReplies, electricityReminder: () => nearlyEmpty });
  await openApp('/withdraw?coin=BTC');
  await amount();
  await all();
  expect((await amount()).value).toBe('0.18264017');
  expect(screen.queryByText(/^提现后电费/)).toBeNull();
});
