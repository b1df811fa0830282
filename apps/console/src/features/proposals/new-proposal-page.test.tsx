// An action without a page of its own: its options come from the server, are filled in from the address, and are proposed after what the
// second person would read.
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { App } from '../../app/app.tsx';
import { type Sent, serveConsole } from '../../lib/testing/console-server.ts';

configure({ asyncUtilTimeout: 30_000 });

const at = '2026-11-20T06:00:00Z';
const field = { isRequired: true, format: 'TEXT', choices: [] };
const forms = [
  {
    action: 'charge:adjust',
    fields: [
      { ...field, name: 'id' },
      { ...field, name: 'kind', format: 'CHOICE', choices: ['output', 'electricity', 'hosting'] },
      { ...field, name: 'date', isRequired: false, format: 'DATE' },
      { ...field, name: 'amount' },
    ],
  },
];

let offered: object[];
let asked: Sent;

beforeEach(() => {
  offered = forms;
  asked = serveConsole(() => ({
    role: 'FINANCE',
    actions: ['charge:adjust'],
    data: {
      '/staff/proposal/forms': offered,
      '/staff/proposal/preview': { summary: '矿机 7 的电费更正 2.00 USDT' },
      '/staff/proposal/new': { id: '12', summary: 's' },
      '/staff/proposals': { records: [], nextCursor: null, readAt: at },
    },
  }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('asks for the options of the action that the address names, and proposes what was looked at', async () => {
  window.history.replaceState(null, '', '/proposals/new?action=charge:adjust&id=7&date=2026-11-18');
  render(<App />);
  expect((await screen.findByLabelText<HTMLInputElement>('矿机')).value).toBe('7');
  expect(screen.getByLabelText<HTMLInputElement>('已日结的矿日（可不填）').value).toBe('2026-11-18');
  fireEvent.click(screen.getByRole('button', { name: '看结果' }));
  expect(await screen.findAllByText('请填写')).toHaveLength(2);
  expect(asked).toEqual([]);
  fireEvent.mouseDown(screen.getByLabelText('更正什么'));
  fireEvent.click(await screen.findByText('电费', { selector: '.ant-select-item-option-content' }));
  fireEvent.change(screen.getByLabelText('金额'), { target: { value: ' 2 ' } });
  fireEvent.click(screen.getByRole('button', { name: '看结果' }));
  expect(await screen.findByText('矿机 7 的电费更正 2.00 USDT')).toBeTruthy();
  const dialog = screen.getByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText(/^原因/), { target: { value: '表计错误' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '提议' }));
  await vi.waitFor(() => expect(asked.at(-1)?.path).toBe('/staff/proposal/new'));
  const options = { id: '7', date: '2026-11-18', kind: 'electricity', amount: '2' };
  expect(asked.at(-1)?.body).toEqual({ action: 'charge:adjust', options, reason: '表计错误' });
});

it('says to a role without any where its changes are proposed', async () => {
  offered = [];
  window.history.replaceState(null, '', '/proposals/new');
  render(<App />);
  expect(await screen.findByText('您的角色没有要在这里提议的变更')).toBeTruthy();
});
