// Covers the icons of records: the bolt belongs to electricity only.
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { startFakeServer } from '../../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../../testing/render-app.tsx';
import { ledgerRecord, pageOf } from '../../../testing/responses.ts';
import type { LedgerType } from '../record-months.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));

const symbolOf: [LedgerType, string][] = [
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
    ledgerRecord({ ...gone, id: '2', amount: '-1.00000000' }),
    ledgerRecord({ ...gone, id: '1', amount: '1.00000000' }),
  ];
  startFakeServer({ ledgerPage: () => pageOf(records) });
  await openApp('/electric_record');
  const back = await screen.findByRole('link', { name: /BTC 充值撤回/ });
  expect(back.querySelector('use')?.getAttribute('href')).toMatch(/#out$/);
  expect(screen.getByRole('link', { name: /BTC 充值(?!撤回)/ }).getAttribute('href')).toMatch(/id=1$/);
});

it('shows the COIN UP icon for savings and interest, and the bolt for electricity only', async () => {
  const records = symbolOf.map(([type], i) => ledgerRecord({ id: `${i}`, type, machineNo: null, kwh: null }));
  startFakeServer({ ledgerPage: () => pageOf(records) });
  await openApp('/electric_record');
  const links = [await screen.findByRole('link', { name: /托管费/ }), ...screen.getAllByRole('link')];
  const symbols = symbolOf.map(([, symbol], i) => [
    links
      .find((link) => link.getAttribute('href')?.endsWith(`id=${i}`))
      ?.querySelector('use')
      ?.getAttribute('href')
      ?.split('#')[1],
    symbol,
  ]);
  for (const [seen, wanted] of symbols) expect(seen).toBe(wanted);
});
