// Covers the icons of records: the bolt belongs to electricity only.
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { RecordType } from '../../lib/record-months.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';
import { billRecord, ledgerRecord, pageOf } from '../../testing/responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));

const symbolOf: [RecordType, string][] = [
  ['ELE_CONSUME_USDT', 'bolt'],
  ['ELE_CONSUME_DOGE', 'bolt'],
  ['COIN_UP_IN_USDT', 'coinup'],
  ['COIN_UP_OUT_BTC', 'coinup'],
  ['INCOME_IN_BTC', 'coinup'],
  ['WITHDRAW_OFFSET', 'swap'],
  ['HOSTING_FEE', 'box'],
];

it('names a clawed-back credit and shows it as money out', async () => {
  const gone = { type: 'RECHARGE_BTC', coin: 'BTC', machineNo: null, kwh: null, price: null } as const;
  const records = [
    billRecord(ledgerRecord({ ...gone, id: '2', amount: '-1.00000000' })),
    billRecord(ledgerRecord({ ...gone, id: '1', amount: '1.00000000' })),
  ];
  startFakeServer({ billPage: () => pageOf(records) });
  await openApp('/bill');
  const back = await screen.findByRole('link', { name: /BTC 充值撤回/ });
  expect(back.querySelector('use')?.getAttribute('href')).toMatch(/#out$/);
  expect(screen.getByRole('link', { name: /BTC 充值(?!撤回)/ }).getAttribute('href')).toMatch(/id=1$/);
});

it('shows the COIN UP icon for savings and interest, and the bolt for electricity only', async () => {
  const records = symbolOf.map(([type], i) =>
    billRecord(ledgerRecord({ machineNo: null, kwh: null }), { id: `${i}`, type, withdrawalId: null }),
  );
  startFakeServer({ billPage: () => pageOf(records) });
  await openApp('/bill');
  await screen.findByRole('link', { name: /托管费/ });
  const rows = within(screen.getByRole('main')).getAllByRole('link');
  const symbols = rows.map((row) => row.querySelector('use')?.getAttribute('href')?.split('#')[1]);
  expect(symbols).toEqual(symbolOf.map(([, symbol]) => symbol));
});
